// npm run migrate: brings the database up to date and ends, before the processes of a new version start. A start does the same by itself.
import { readPortalConfig } from './config.ts'
import { knownFailure } from './known-failure.ts'
import { openInstallation } from './installation/open.ts'

try {
  const { close } = await openInstallation(readPortalConfig(process.env), () => Promise.reject(new Error('busy')))
  await close()
  process.stdout.write('Databasen är uppdaterad.\n')
} catch (error) {
  process.stderr.write(`${knownFailure(error) ?? (error as Partial<Error>).stack ?? String(error)}\n`)
  process.exitCode = 1
}
