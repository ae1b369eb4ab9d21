// npm run import -- <kind> <source> --company <company>
import { ImportRefused, type Importer } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { readArguments } from './arguments.ts'
import { command } from './command.ts'
import { pathFromUser } from './path-from-user.ts'
import { importers } from './run-command.ts'

const usage = (importer: Importer) => `Användning: npm run import -- ${importer.usage}`

function readRequest(): ControlRequest {
  const [kind = ''] = process.argv.slice(2)
  const importer = importers.find((candidate) => candidate.kind === kind)
  if (!importer)
    throw new ImportRefused(['Användning: npm run import -- …', ...importers.map((known) => `  ${known.usage}`)])
  const types = { company: 'string', 'dry-run': 'boolean', ...importer.options } as const
  const { values, positionals } = readArguments(types, [usage(importer)], process.argv.slice(3))
  const { company, 'dry-run': dryRun, ...rest } = values
  if (typeof company !== 'string' || positionals.length > 1) throw new ImportRefused([usage(importer)])
  const [source] = positionals
  return {
    kind,
    source: source === undefined ? null : pathFromUser(source),
    company,
    dryRun: dryRun === true,
    options: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name,
        name === 'base' ? pathFromUser(String(value)) : String(value),
      ]),
    ),
  }
}

await command(readRequest)
