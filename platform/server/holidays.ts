import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'
import table from './holidays.json' with { type: 'json' }

// The table is written from date-holidays by its test (docs/decisions/0053): `npx vitest run platform/server/holidays.test.ts -u`.
const years: Readonly<Record<string, readonly (readonly string[])[]>> = table

interface Holiday {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** 'Långfredagen'. */
  readonly name: string
}

/** Whether offices and banks are closed on a day: a weekend, a public holiday, or the eve of midsummer, Christmas or New Year. */
export const isFree = (date: string): boolean =>
  ['lördag', 'söndag'].includes(weekdayOf(date)) || (years[date.slice(0, 4)] ?? []).some(([day]) => day === date)

/** The day itself, or the last working day before it. */
export const workingDayAt = (date: string): string => (isFree(date) ? workingDayAt(addDays(date, -1)) : date)

/** The Swedish holidays from a day up to, not including, another day of the same year or the first day of the next. */
export function holidaysBetween(from: string, before: string): Holiday[] {
  return (years[from.slice(0, 4)] ?? [])
    .map(([date = '', name = '']) => ({ date, name }))
    .filter(({ date }) => date >= from && date < before)
}
