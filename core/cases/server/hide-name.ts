import { isUnnamed, partsOfName } from '#core/people/server/names.ts'
import type { Erased, FullName } from '#platform/server/area.ts'

/** Takes a hidden name out of a text. */
export type Hide = (text: string) => string

/** Replaces a hidden name in what somebody wrote. */
const hiddenName = '[dolt namn]'

const escaped = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Shorter first names in lower case count as words: 'per dag', 'bo kvar'. */
const SHORTEST = 4

interface Hiding {
  /** The full names of colleagues who share a part of the name. They stay. */
  readonly others?: readonly string[]
  readonly instead?: string
}

/** In small letters, and as long as before: 'İ' alone would become two characters. */
const lower = (text: string) => text.normalize('NFC').replaceAll('İ', 'i').toLowerCase()

/** Returns the indexes at which names end that begin at `at`, the longest name first. The text is in small letters. */
type Ends = (text: string, at: number) => readonly number[]

/** Compares by length, so that the time for each place of a text does not grow with the number of names. */
function endsOf(names: ReadonlySet<string>): Ends {
  const lengths = [...new Set([...names].map((name) => name.length))].toSorted((a, b) => b - a)
  return (text, at) =>
    lengths.map((length) => at + length).filter((end) => end <= text.length && names.has(text.slice(at, end)))
}

const begins = /(?<![\p{L}\p{N}])\S/gu
/** The end of a name: 'Annas' has the name, 'Annabell' does not. */
const nameEnds = /s?(?![\p{L}\p{N}])/uy
// Without a limit, a text of nothing but separators would be read again from each of its places.
const between = /[\s._-]{0,20}/uy
const betweenTurned = /,?[\s._-]{0,20}/uy

/** Returns the index at which the pattern's match at `at` ends; null if it does not match there. */
function matched(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/**
 * Returns a function that takes every name that one employee has or has had out of a text: first and last name, together or alone, also as
 * 'Annas', 'ANNA' and 'anna.lindgren@'. A last name alone in small letters is left: 'ström', 'berg'. The rest of the text may still
 * identify the employee.
 */
export function hidingNames(all: readonly FullName[], { others = [], instead = hiddenName }: Hiding = {}): Hide {
  const inParts = all.filter((name) => !isUnnamed(name))
  const parts = (half: keyof FullName) => new Set(inParts.flatMap((name) => partsOfName(name[half].trim())).map(lower))
  const whole = ({ first, last }: FullName) => lower(`${first} ${last}`)
  const [firsts, lasts] = [parts('first'), parts('last')]
  const wholes = new Set(all.filter(isUnnamed).map(whole))
  if (firsts.size + lasts.size + wholes.size === 0) return (text) => text
  const own = new Set(all.map(whole))
  const kept = new Set(others.map(lower).filter((name) => !own.has(name)))
  const [keptEnds, firstEnds, lastEnds, wholeEnds] = [endsOf(kept), endsOf(firsts), endsOf(lasts), endsOf(wholes)]
  const isWord = (name: string) =>
    (firsts.has(name) || lasts.has(name)) && (name.length < SHORTEST || !firsts.has(name))

  return (written) => {
    const text = written.normalize('NFC')
    const small = lower(text)
    /** Returns the index at which the longest whole name ends that begins at `at`, or 0. */
    const longest = (ends: Ends) => {
      // The same last name may follow many first names that begin and end at different places.
      const known = new Map<number, number>()
      return (at: number) => {
        const end = known.get(at) ?? ends(small, at).find((each) => matched(nameEnds, small, each) !== null) ?? 0
        known.set(at, end)
        return end
      }
    }
    const [keptEnd, firstEnd, lastEnd] = [longest(keptEnds), longest(firstEnds), longest(lastEnds)]
    const wholeEnd = longest(wholeEnds)
    const pairEnd = (at: number, one: Ends, separator: RegExp, twoEnd: (at: number) => number) =>
      Math.max(0, ...one(small, at).map((end) => twoEnd(matched(separator, small, end) ?? end)))

    const shown: string[] = []
    let shownTo = 0
    begins.lastIndex = 0
    for (let found = begins.exec(small); found; found = begins.exec(small)) {
      const at = found.index
      // First and last name as one, so that 'Anna Berg' does not become '[dolt namn] Berg' by another name of hers.
      const pair = Math.max(pairEnd(at, firstEnds, between, lastEnd), pairEnd(at, lastEnds, betweenTurned, firstEnd))
      const end = Math.max(keptEnd(at), pair, firstEnd(at), lastEnd(at), wholeEnd(at))
      if (end === 0) continue
      begins.lastIndex = end
      const [name, lowered] = [text.slice(at, end), small.slice(at, end)]
      if (kept.has(lowered) || (name === lowered && isWord(name))) continue
      shown.push(text.slice(shownTo, at), instead)
      shownTo = end
    }
    return [...shown, text.slice(shownTo)].join('')
  }
}

/** Shorter numbers may also be those of vehicles and lines. */
const SHORTEST_NUMBER = 5

/** Returns a function that takes an erased employee out of a text: each name that he or she has had, and the employee number. */
export function hidingErased({ names, others, number }: Erased): Hide {
  const name = hidingNames(names, { others })
  if (number.length < SHORTEST_NUMBER) return name
  const written = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(number)}(?![\p{L}\p{N}])`, 'giu')
  return (text) => name(text).replaceAll(written, '[dolt nummer]')
}
