import type { Erased } from '#platform/server/area.ts'

/** Takes a hidden name out of a text. */
export type Hide = (text: string) => string

/** Replaces a hidden name in what somebody wrote. */
const hiddenName = '[dolt namn]'

const escaped = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** A name, and what it is called for short: 'Anna-Karin', 'Anna', 'Karin'. Not 'von'. */
export const partsOfName = (name: string): string[] =>
  [...new Set([name, ...name.split(/[\s-]+/).filter((part) => /^\p{Lu}./u.test(part))])].filter(
    (part) => part.trim() !== '',
  )

/** Shorter first names in lower case are words: 'per dag', 'bo kvar'. */
const SHORTEST = 4

/**
 * First and last name, together or alone, also as 'Annas', 'ANNA' and 'anna.lindgren@'. A last name alone in lower case is
 * left: 'ström', 'berg'. `others`: full names of others who share a part of it, which stay. What else is written may still identify the reporter.
 */
export function hidingName(
  first: string,
  last: string,
  { others = [], instead = hiddenName }: { readonly others?: readonly string[]; readonly instead?: string } = {},
): Hide {
  const [firsts, lasts] = [first, last].map((name) => partsOfName(name.normalize('NFC'))) as [string[], string[]]
  const pairs = firsts.flatMap((one) => lasts.map((two) => [escaped(one), escaped(two)] as const))
  const alone = [...firsts, ...lasts].toSorted((a, b) => b.length - a.length)
  const own = `${first} ${last}`.normalize('NFC').toLowerCase()
  const kept = new Set(others.map((name) => name.normalize('NFC').toLowerCase()).filter((name) => name !== own))
  const names = [
    ...[...kept].map(escaped),
    ...pairs.map(([one, two]) => String.raw`${one}[\s._-]*${two}`),
    ...pairs.map(([one, two]) => String.raw`${two},?[\s._-]*${one}`),
    ...alone.map(escaped),
  ]
  const written = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.join('|')})(?=s?(?![\p{L}\p{N}]))`, 'giu')
  const isWord = (found: string) =>
    found === found.toLowerCase() &&
    alone.some((name) => name.toLowerCase() === found) &&
    (found.length < SHORTEST || !firsts.some((name) => name.toLowerCase() === found))
  return (text) =>
    text
      .normalize('NFC')
      .replaceAll(written, (found) => (kept.has(found.toLowerCase()) || isWord(found) ? found : instead))
}

/** Shorter numbers are those of vehicles and lines too. */
const SHORTEST_NUMBER = 5

/** Takes an employee who is erased out of what was written: the name, and the employee number. */
export function hidingErased({ firstName, lastName, number }: Erased): Hide {
  const name = hidingName(firstName, lastName)
  if (number.length < SHORTEST_NUMBER) return name
  const written = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(number)}(?![\p{L}\p{N}])`, 'giu')
  return (text) => name(text).replaceAll(written, '[dolt nummer]')
}
