// npm run files -- verify|copy
import { parseArgs } from 'node:util'
import type { ControlRequest } from '#platform/server/control.ts'
import { command } from './command.ts'
import { filesKind } from './run-command.ts'

await command((): ControlRequest => {
  const { values, positionals } = parseArgs({
    options: { remove: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  return {
    kind: filesKind,
    source: positionals.length === 1 ? (positionals[0] as string) : null,
    company: '',
    dryRun: false,
    options: values.remove ? { remove: 'true' } : {},
  }
})
