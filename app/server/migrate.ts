// npm run migrate: brings the database up to date and ends, before the processes of a new version start. A start does the same by itself.
import { ImportRefused } from '#platform/server/area.ts'
import { readNoArguments } from './arguments.ts'
import { readPortalConfig } from './config.ts'
import { knownFailure } from './known-failure.ts'
import { openInstallation } from './installation/open.ts'

try {
  readNoArguments('migrate')
  const { close } = await openInstallation(readPortalConfig(process.env), () => Promise.reject(new Error('busy')))
  await close()
  process.stdout.write('Databasen är uppdaterad.\n')
} catch (error) {
  const said = error instanceof ImportRefused ? error.lines.join('\n') : knownFailure(error)
  process.stderr.write(`${said ?? (error as Partial<Error>).stack ?? String(error)}\n`)
  process.exitCode = 1
}
