// npm run import -- <kind> <source> --company <company>
import { parseArgs } from 'node:util'
import { ImportRefused, type Importer } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { command } from './command.ts'
import { pathFromUser } from './path-from-user.ts'
import { importers } from './run-command.ts'

const usage = (importer: Importer) => `Användning: npm run import -- ${importer.usage}`

function readRequest(): ControlRequest {
  const [kind = ''] = process.argv.slice(2)
  const importer = importers.find((candidate) => candidate.kind === kind)
  if (!importer)
    throw new ImportRefused(['Användning: npm run import -- …', ...importers.map((known) => `  ${known.usage}`)])
  const { values, positionals } = parse(importer)
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

interface Given {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

/** Reads the arguments of a kind. Throws ImportRefused in Swedish, with the usage. */
function parse(importer: Importer): Given {
  const types: Readonly<Record<string, 'string' | 'boolean'>> = {
    company: 'string',
    'dry-run': 'boolean',
    ...importer.options,
  }
  const args = process.argv.slice(3)
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const wrong = tokens.flatMap((token) => {
    if (token.kind !== 'option') return []
    const type = types[token.name]
    if (!type) return [`Okänt val: ${token.rawName}`]
    const misses = type === 'string' && (token.value === undefined || token.value.startsWith('--'))
    if (misses) return [`${token.rawName} saknar sitt värde.`]
    return type === 'boolean' && token.value !== undefined ? [`${token.rawName} tar inget värde.`] : []
  })
  if (wrong.length > 0) throw new ImportRefused([...wrong, usage(importer)])
  return { values, positionals }
}
await command(readRequest)
