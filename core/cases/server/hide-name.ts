import type { Erased, FullName } from '#platform/server/area.ts'

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

interface Hiding {
  /** Full names of others who share a part of it, which stay. */
  readonly others?: readonly string[]
  readonly instead?: string
}

/**
 * Every name that one employee has or has had. First and last name, together or alone, also as 'Annas', 'ANNA' and 'anna.lindgren@'. A last
 * name alone in small letters is left: 'ström', 'berg'. What else is written may still identify the employee.
 */
export function hidingNames(all: readonly FullName[], { others = [], instead = hiddenName }: Hiding = {}): Hide {
  const parts = (half: keyof FullName) => [...new Set(all.flatMap((name) => partsOfName(name[half].normalize('NFC'))))]
  const [firsts, lasts] = [parts('first'), parts('last')]
  // Together first, of all names: 'Anna Berg' must not become '[dolt namn] Berg' by another name of hers.
  const pairs = firsts.flatMap((one) => lasts.map((two) => [escaped(one), escaped(two)] as const))
  const alone = [...firsts, ...lasts].toSorted((a, b) => b.length - a.length)
  const own = new Set(all.map(({ first, last }) => `${first} ${last}`.normalize('NFC').toLowerCase()))
  const kept = new Set(others.map((name) => name.normalize('NFC').toLowerCase()).filter((name) => !own.has(name)))
  const names = [
    ...[...kept].map(escaped),
    ...pairs.map(([one, two]) => String.raw`${one}[\s._-]*${two}`),
    ...pairs.map(([one, two]) => String.raw`${two},?[\s._-]*${one}`),
    ...alone.map(escaped),
  ]
  if (names.length === 0) return (text) => text
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

/** Takes an employee who is erased out of what was written: each name that he or she has had, and the employee number. */
export function hidingErased({ names, number }: Erased): Hide {
  const name = hidingNames(names)
  if (number.length < SHORTEST_NUMBER) return name
  const written = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(number)}(?![\p{L}\p{N}])`, 'giu')
  return (text) => name(text).replaceAll(written, '[dolt nummer]')
}
