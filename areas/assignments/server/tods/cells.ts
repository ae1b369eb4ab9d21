import type { Rule } from './problems.ts'

export type Kind = 'id' | 'text' | 'time' | 'date' | 'count' | 'flag' | 'exception'

/** Ids become keys in the database, whose index entries must stay short. */
const longest: Record<'id' | 'text', number> = { id: 200, text: 1000 }

const [ZERO, COLON] = [48, 58]

/** The digit at a place of a text; NaN if there is none. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO
  return digit >= 0 && digit <= 9 ? digit : NaN
}

/** `:MM` or `:SS` at a place of a text; NaN if it is not there. */
function sixtyAt(text: string, at: number): number {
  const [tens, ones] = [digitAt(text, at + 1), digitAt(text, at + 2)]
  return text.charCodeAt(at) === COLON && tens < 6 ? tens * 10 + ones : NaN
}

/**
 * Seconds of a GTFS time, `H:MM` or `H:MM:SS`, which may pass 24:00; null if it is not a time. Reads the characters itself: a feed has
 * millions of times, and a regular expression returns a list with five strings for each (docs/decisions/0115).
 */
export function secondsOf(time: string): number | null {
  const colon = time.charCodeAt(1) === COLON ? 1 : 2
  const hours = colon === 1 ? digitAt(time, 0) : digitAt(time, 0) * 10 + digitAt(time, 1)
  const hasSeconds = time.length === colon + 6
  if (!hasSeconds && time.length !== colon + 3) return null
  const seconds = hours * 3600 + sixtyAt(time, colon) * 60 + (hasSeconds ? sixtyAt(time, colon + 3) : 0)
  return Number.isNaN(seconds) ? null : seconds
}

/** Whether `YYYYMMDD` is a date that exists. */
function isFeedDate(date: string): boolean {
  const match = /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/.exec(date)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const real = new Date(Date.UTC(year, month - 1, day))
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === day
}

/** `YYYYMMDD` as `YYYY-MM-DD`. */
export function isoDateOf(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
}

/** What is wrong with a non-empty cell, or null. */
export function faultOf(kind: Kind, value: string): { rule: Rule; message: (shown: string) => string } | null {
  switch (kind) {
    case 'id':
    case 'text':
      if (value.length <= longest[kind]) return null
      return { rule: 'för-långt-värde', message: () => `Värdet är längre än ${longest[kind]} tecken.` }
    case 'time':
      if (secondsOf(value) !== null) return null
      return { rule: 'tidsformat', message: (shown) => `${shown} är ingen tid på formen HH:MM:SS.` }
    case 'date':
      if (isFeedDate(value)) return null
      return { rule: 'datumformat', message: (shown) => `${shown} är inget datum på formen ÅÅÅÅMMDD.` }
    case 'count':
      if (/^\d{1,9}$/.test(value)) return null
      return { rule: 'heltal', message: (shown) => `${shown} är inget heltal från 0 och uppåt.` }
    case 'flag':
      if (value === '0' || value === '1') return null
      return { rule: 'otillåtet-värde', message: (shown) => `${shown} är varken 0 eller 1.` }
    case 'exception':
      if (value === '1' || value === '2') return null
      return { rule: 'otillåtet-värde', message: (shown) => `${shown} är varken 1 eller 2.` }
  }
}
