// All companies operate in Sweden; a company elsewhere names its time zone in its variant file.
export const defaultTimeZone = 'Europe/Stockholm'

/** Years that the schedule and the insurance follow-up accept: this year minus 5 to plus 5. */
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

/** The first day of a month, and the first day of the next. */
export function daysOf({ year, month }: YearMonth): { from: string; before: string } {
  const first = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  return { from: first(month - 1), before: first(month) }
}

/** The date in a time zone at an instant: `YYYY-MM-DD`. */
export function dateIn(timeZone: string, instant: Date): string {
  return wallClockIn(timeZone, instant).slice(0, 10)
}

/** The wall-clock time in a time zone at an instant: `YYYY-MM-DDTHH:mm:ss`. */
export function wallClockIn(timeZone: string, instant: Date): string {
  const at = instant.getTime()
  const period = periods.get(timeZone)
  if (period && period.from <= at && at < period.before) {
    return new Date(at + period.offset).toISOString().slice(0, 19)
  }
  // The Swedish locale writes dates in ISO form.
  return formatOf(timeZone).format(instant).replace(' ', 'T')
}

/** A period in which a time zone's clocks do not change: two instants and the offset from UTC, in milliseconds. */
export interface ClockPeriod {
  readonly from: number
  readonly before: number
  readonly offset: number
}

const periods = new Map<string, ClockPeriod>()

/**
 * Sets the current period of a time zone. Times within it are converted without Intl's calendar data, whose loading costs a
 * phone more than rendering the first screen.
 */
export function setClockPeriod(timeZone: string, period: ClockPeriod): void {
  periods.set(timeZone, period)
}

const DAY_MS = 86_400_000

/** The period around an instant: at most half a year to either side, and no further than the next change of the clocks. */
export function clockPeriod(timeZone: string, instant: Date): ClockPeriod {
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

// Creating one costs more than the rest of a row in a list. There is one per time zone of the companies.
const clocks = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** The day that a query means: `2026-11-20T23:00:00.000Z` is 21 November in Stockholm, so an instant's date is never read from its text. */
export function dateOf(day: string, timeZone: string): string {
  const hasZone = /T.*(Z|[+-]\d\d:?\d\d)$/.test(day)
  return hasZone ? dateIn(timeZone, new Date(day)) : day.slice(0, 10)
}

/** Calendar arithmetic on `YYYY-MM-DD`; no time zone is involved. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** '05:12', or '01:10 +1' or '23:30 −1' if the time is on the day after or before its service date. */
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

// Written out: asking Intl for seven words loads its calendar data on the phone.
const weekdays = ['söndag', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag']

/** 'lördag' for '2026-11-21'. */
export function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
}

/** The ISO week, as Swedish calendars number them: the week belongs to the year of its Thursday. */
export function weekOf(date: string): number {
  const thursday = addDays(date, 3 - ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
  return Math.floor((Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / (7 * DAY_MS)) + 1
}

/** 'lördag 21 november' for '2026-11-21'. */
export function dayAndDate(date: string): string {
  const { month } = yearMonthOf(date)
  return `${weekdayOf(date)} ${Number(date.slice(8, 10))} ${monthNames[month - 1]?.toLowerCase()}`
}

/**
 * Compares two times of one form, such as two dates or two instants in UTC, the earlier first. `localeCompare` would load a language's
 * sorting rules, which takes a phone 20 ms the first time.
 */
export const earlierFirst = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** A wall-clock time as people read it: '2026-11-21 08:15'. A date alone stays as it is. */
export const minuteText = (time: string): string => time.slice(0, 16).replace('T', ' ')
