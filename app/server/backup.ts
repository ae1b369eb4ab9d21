// npm run backup -- <folder|s3://bucket/prefix>, and npm run backup -- verify <backup>
import type { ControlRequest } from '#platform/server/control.ts'
import { readArguments } from './arguments.ts'
import { backupUsage } from './backup/run-backup.ts'
import { command } from './command.ts'
import { pathFromUser } from './path-from-user.ts'
import { backupKind } from './run-command.ts'

await command((): ControlRequest => {
  const { positionals } = readArguments({}, backupUsage)
  const verifies = positionals[0] === 'verify'
  const [where, ...rest] = verifies ? positionals.slice(1) : positionals
  return {
    kind: backupKind,
    source: where === undefined || rest.length > 0 ? null : pathFromUser(where),
    company: '',
    dryRun: false,
    options: verifies ? { verify: 'true' } : {},
  }
})
