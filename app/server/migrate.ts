// npm run migrate: brings the database up to date and ends, before the processes of a new version start. A start also does this by
// itself.
import { patient } from '#platform/server/blobs/blobs.ts'
import { readNoArguments } from './arguments.ts'
import { withProgress } from './command.ts'
import { readPortalConfig } from './config.ts'
import { openInstallation } from './installation/open.ts'

await withProgress(async (tell) => {
  readNoArguments('migrate')
  const config = patient(readPortalConfig(process.env))
  const { close } = await openInstallation(config, () => Promise.reject(new Error('busy')))
  await close()
  tell('Databasen är uppdaterad.')
})
