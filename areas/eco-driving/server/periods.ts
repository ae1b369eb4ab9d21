import { Temporal } from 'temporal-polyfill'
import { addDays, monthNames, weekdayOf } from '#platform/contract/wall-clock.ts'

export interface Periods {
  readonly week: { readonly from: string; readonly to: string }
  /** `YYYY-MM`. */
  readonly month: string
  readonly dayLabel: string
  readonly weekLabel: string
  readonly monthLabel: string
}

/** The week and the month of a day, with labels for the three as seen from `today`. */
export function periodsOf(day: string, today: string): Periods {
  const date = Temporal.PlainDate.from(day)
  const from = addDays(day, 1 - date.dayOfWeek)
  const to = addDays(from, 6)
  const month = day.slice(0, 7)
  const yearOf = (year: number) => (String(year) === today.slice(0, 4) ? '' : ` ${year}`)
  const name = monthNames[date.month - 1]?.toLowerCase()
  return {
    week: { from, to },
    month,
    dayLabel: nearby(day, today) ?? `${weekdayOf(day)} ${date.day} ${name}${yearOf(date.year)}`,
    weekLabel: `vecka ${date.weekOfYear}${to >= today ? ' hittills' : yearOf(date.yearOfWeek ?? date.year)}`,
    monthLabel: `${name}${month === today.slice(0, 7) ? ' hittills' : yearOf(date.year)}`,
  }
}

function nearby(day: string, today: string): string | null {
  if (day === today) return 'i dag'
  return day === addDays(today, -1) ? 'i går' : null
}
