import { addDays } from '#platform/contract/wall-clock.ts'
import type { Service } from './networks/network.ts'

const dayInMilliseconds = 86_400_000
const aMonday = Date.UTC(2024, 0, 1)

/** Days since a fixed Monday: the same number for a date in every window. */
export function dayNumber(date: string): number {
  return (Date.parse(`${date}T00:00:00Z`) - aMonday) / dayInMilliseconds
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayNumber(date: string): number {
  return ((dayNumber(date) % 7) + 7) % 7
}

/** The traffic that runs on a date: public holidays run as Sundays, the great eves as Saturdays. */
export function serviceOn(date: string): Service {
  const weekday = weekdayNumber(date)
  if (weekday === 6 || publicHolidays(Number(date.slice(0, 4))).has(date)) return 'sondag'
  return weekday === 5 || isGreatEve(date) ? 'lordag' : 'vardag'
}

/** The service by weekday alone, as in calendar.txt; calendar_dates.txt has the exceptions. */
export function ordinaryServiceOn(date: string): Service {
  const weekday = weekdayNumber(date)
  return weekday === 6 ? 'sondag' : weekday === 5 ? 'lordag' : 'vardag'
}

const holidaysByYear = new Map<number, ReadonlySet<string>>()

/** Sweden's public holidays ("röda dagar") other than ordinary Sundays: lagen (1989:253) om allmänna helgdagar. */
export function publicHolidays(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year)
  if (known) return known
  const easter = easterSunday(year)
  const holidays = new Set([
    `${year}-01-01`,
    `${year}-01-06`,
    addDays(easter, -2),
    easter,
    addDays(easter, 1),
    `${year}-05-01`,
    addDays(easter, 39),
    addDays(easter, 49),
    `${year}-06-06`,
    saturdayFrom(`${year}-06-20`),
    saturdayFrom(`${year}-10-31`),
    `${year}-12-25`,
    `${year}-12-26`,
  ])
  holidaysByYear.set(year, holidays)
  return holidays
}

function isGreatEve(date: string): boolean {
  const year = date.slice(0, 4)
  return date === `${year}-12-24` || date === `${year}-12-31` || date === addDays(saturdayFrom(`${year}-06-20`), -1)
}

function saturdayFrom(date: string): string {
  return addDays(date, (12 - weekdayNumber(date)) % 7)
}

/** The anonymous Gregorian algorithm (Meeus, Jones, Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export interface Window {
  readonly from: string
  readonly to: string
}

/**
 * Whole months, from two before this month to two after it. The window moves once a month, so most starts import
 * nothing new.
 */
export function demoWindow(today: string): Window {
  return { from: firstOfMonth(today, -2), to: addDays(firstOfMonth(today, 3), -1) }
}

export function firstOfMonth(date: string, monthsAhead: number): string {
  const at = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + monthsAhead, 1))
  return at.toISOString().slice(0, 10)
}

export function datesOf({ from, to }: Window): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
