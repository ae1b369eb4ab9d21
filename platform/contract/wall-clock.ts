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

/** Today's date on the wall of a place: `YYYY-MM-DD`. */
export function dateIn(timeZone: string, instant: Date): string {
  return wallClockIn(timeZone, instant).slice(0, 10)
}

/** The wall clock of a place at an instant: `YYYY-MM-DDTHH:mm:ss`. */
export function wallClockIn(timeZone: string, instant: Date): string {
  const at = instant.getTime()
  const stretch = stretches.get(timeZone)
  if (stretch && stretch.from <= at && at < stretch.before) {
    return new Date(at + stretch.offset).toISOString().slice(0, 19)
  }
  // The Swedish locale writes dates in ISO form.
  return formatOf(timeZone).format(instant).replace(' ', 'T')
}

/** While the clocks of a place are neither put forward nor back: instants and the offset from UTC in milliseconds. */
export interface ClockStretch {
  readonly from: number
  readonly before: number
  readonly offset: number
}

const stretches = new Map<string, ClockStretch>()

/**
 * What is known of a place's clocks now. Within it they are read without the calendar's data, whose loading costs a phone more
 * than the drawing of its first screen.
 */
export function knowClock(timeZone: string, stretch: ClockStretch): void {
  stretches.set(timeZone, stretch)
}

const DAY_MS = 86_400_000

/** Half a year to either side at most, and no further than the clocks stand still. */
export function clockStretch(timeZone: string, instant: Date): ClockStretch {
  const clock = formatOf(timeZone)
  const offsetAt = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at
  const now = Math.floor(instant.getTime() / 1000) * 1000
  const offset = offsetAt(now)
  const last = (step: number) => {
    let same = now
    for (let days = 0; days < 183; days++) {
      let other = same + step
      if (offsetAt(other) === offset) {
        same = other
        continue
      }
      while (Math.abs(other - same) > 1000) {
        const between = Math.floor((same + other) / 2000) * 1000
        if (offsetAt(between) === offset) same = between
        else other = between
      }
      break
    }
    return same
  }
  return { from: last(-DAY_MS), before: last(DAY_MS), offset }
}

// Making one costs more than all else of a list's row. There are as many as companies have zones.
const clocks = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
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

/** '05:12', and '01:10 +1' or '23:30 −1' where the time is of a day after or before the service date that it belongs to. */
export function clockOf(time: string, serviceDate?: string): string {
  const clock = time.slice(11, 16)
  const days = serviceDate ? (Date.parse(time.slice(0, 10)) - Date.parse(serviceDate)) / DAY_MS : 0
  return days === 0 ? clock : `${clock} ${days > 0 ? '+' : '−'}${Math.abs(days)}`
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

// Written out: asking Intl for seven words loads the calendar's data on the phone.
const weekdays = ['söndag', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag']

/** 'lördag' for '2026-11-21'. */
export function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
}

/** 'lördag 21 november' for '2026-11-21'. */
export function dayAndDate(date: string): string {
  const { month } = yearMonthOf(date)
  return `${weekdayOf(date)} ${Number(date.slice(8, 10))} ${monthNames[month - 1]?.toLowerCase()}`
}
