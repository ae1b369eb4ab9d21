import { soughtIn } from '#platform/contract/sought.ts'

// A spreadsheet makes '42' of '0042', and characters that nobody sees are copied along with a number.
const looksOf = (number: string) =>
  soughtIn(number)
    .toLowerCase()
    .replace(/^0+(?=.)/, '')

/**
 * Finds the known employee number that a new one differs from only in leading zeros, case or invisible characters. The new one is probably
 * misspelt, and the real employee would lose what is imported under it.
 */
export function alikeAmong(known: Iterable<string>): (added: string) => string | undefined {
  const byLooks = new Map([...known].map((number) => [looksOf(number), number]))
  return (added) => byLooks.get(looksOf(added))
}

export const askIfMisspelt = (added: string, other: string): string =>
  `${added} finns inte, men ${other} gör det. Är numret rätt skrivet i filen?`
