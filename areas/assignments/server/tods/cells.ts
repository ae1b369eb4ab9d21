import type { Rule } from './problems.ts'

export type Kind = 'id' | 'text' | 'time' | 'date' | 'count' | 'flag' | 'exception'

/** Ids become keys in the database, whose index entries must stay short. */
const longest: Record<'id' | 'text', number> = { id: 200, text: 1000 }

const timePattern = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/

/** Seconds of a GTFS time, `H:MM` or `H:MM:SS`, which may pass 24:00; null if it is not a time. */
export function secondsOf(time: string): number | null {
  const match = timePattern.exec(time)
  if (!match) return null
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)
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
