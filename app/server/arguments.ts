import { parseArgs } from 'node:util'
import { ImportRefused } from '#platform/server/area.ts'

interface Given {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

/**
 * Reads the arguments of a command. Throws ImportRefused in Swedish, with the usage, if an option is unknown to this command:
 * otherwise a misspelt option, or one of another command such as `--dry-run`, would seem to have been followed.
 */
export function readArguments(
  types: Readonly<Record<string, 'string' | 'boolean'>>,
  usage: readonly string[],
  args: readonly string[] = process.argv.slice(2),
): Given {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
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
  if (wrong.length > 0) throw new ImportRefused([...wrong, ...usage])
  return { values, positionals }
}

/** For a command without arguments. Throws ImportRefused if there are any. */
export function readNoArguments(name: string): void {
  const usage = [`Användning: npm run ${name}`]
  const { positionals } = readArguments({}, usage)
  if (positionals.length > 0) throw new ImportRefused(usage)
}
