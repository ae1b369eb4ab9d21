// npm run erase -- <employee number> --company <company>: erases a former employee for good, restored backups included.
import { ImportRefused } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { readArguments } from './arguments.ts'
import { command } from './command.ts'
import { eraseKind } from './run-command.ts'

const usage = ['Användning: npm run erase -- <anställningsnummer> --company <bolag>']

await command((): ControlRequest => {
  const { values, positionals } = readArguments({ company: 'string' }, usage)
  const [source, ...rest] = positionals
  if (source === undefined || rest.length > 0 || typeof values.company !== 'string') throw new ImportRefused(usage)
  return { kind: eraseKind, source, company: values.company, dryRun: false, options: {} }
})
