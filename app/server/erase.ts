// npm run erase -- <employee number> --company <company>: erases a former employee for good, restored backups included.
import { parseArgs } from 'node:util'
import { ImportRefused } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { command } from './command.ts'
import { eraseKind } from './run-command.ts'

await command((): ControlRequest => {
  const { values, positionals } = parseArgs({
    options: { company: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  })
  const [source, ...rest] = positionals
  if (source === undefined || rest.length > 0 || typeof values.company !== 'string')
    throw new ImportRefused(['Användning: npm run erase -- <anställningsnummer> --company <bolag>'])
  return { kind: eraseKind, source, company: values.company, dryRun: false, options: {} }
})
