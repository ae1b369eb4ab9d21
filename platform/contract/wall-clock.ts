// Every demo and production company runs in Sweden; a company elsewhere names its own zone in its variant file.
export const defaultTimeZone = 'Europe/Stockholm'

/** Years that the schedule and the insurance follow-up take: this year minus 5 to plus 5. */
export function isYearInRange(year: number, today: string): boolean {
  return Number.isInteger(year) && Math.abs(year - Number(today.slice(0, 4))) <= 5
}

/** A month of a year; 1 is January. */
export interface YearMonth {
  readonly year: number
  readonly month: number
}

/** The month of a date `YYYY-MM-DD`. */
export function yearMonthOf(date: string): YearMonth {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

/** The first day of a month, and that of the next. */
export function daysOf({ year, month }: YearMonth): { from: string; before: string } {
  const first = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  return { from: first(month - 1), before: first(month) }
}

/** Today's date on the wall of a place: `YYYY-MM-DD`. The Swedish locale writes dates in ISO form. */
export function dateIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant)
}

/** The wall clock of a place at an instant: `YYYY-MM-DDTHH:mm:ss`. */
export function wallClockIn(timeZone: string, instant: Date): string {
  return clockOf(timeZone).format(instant).replace(' ', 'T')
}

// Making one costs more than all else of a list's row. There are as many as companies have zones.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** The day that a query means: `2026-11-20T23:00:00.000Z` is 21 November in Stockholm, so an instant is never sliced. */
export function dateOf(day: string, timeZone: string): string {
  const hasZone = /T.*(Z|[+-]\d\d:?\d\d)$/.test(day)
  return hasZone ? dateIn(timeZone, new Date(day)) : day.slice(0, 10)
}

/** Calendar arithmetic on `YYYY-MM-DD`; no zone is involved. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** 'lördag' for '2026-11-21'. */
export function weekdayOf(date: string, style: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', weekday: style }).format(new Date(`${date}T00:00:00Z`))
}

export const monthNames = [
  'Januari',
  'Februari',
  'Mars',
  'April',
  'Maj',
  'Juni',
  'Juli',
  'Augusti',
  'September',
  'Oktober',
  'November',
  'December',
] as const
