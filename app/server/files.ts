// npm run files -- verify|copy
import type { ControlRequest } from '#platform/server/control.ts'
import { readArguments } from './arguments.ts'
import { command } from './command.ts'
import { filesUsage } from './files/run-files.ts'
import { filesKind } from './run-command.ts'

await command((): ControlRequest => {
  const { values, positionals } = readArguments({ remove: 'boolean' }, filesUsage)
  return {
    kind: filesKind,
    source: positionals.length === 1 ? (positionals[0] as string) : null,
    company: '',
    dryRun: false,
    options: values.remove ? { remove: 'true' } : {},
  }
})
