import { addDays } from '#platform/contract/wall-clock.ts'

/** Trips are kept for this many days; after that only the monthly sums are. */
export const DETAIL_DAYS = 90
/** How many whole months' sums are kept, besides those of the current month. */
export const MONTHS_KEPT = 13

export interface Used {
  readonly litres: number | null
  /** The litres that the same kind of bus uses on the same line. */
  readonly expected: number | null
}

/** 1 is as expected, less is better; null if nothing was measured. */
export function indexOf({ litres, expected }: Used): number | null {
  return litres === null || !expected ? null : litres / expected
}

/** The ratio of one period's index to another's: 0.98 is 2 % less. */
export function ratioOf(index: number | null, before: number | null): number | null {
  return index === null || !before ? null : index / before
}

export type Level = 'less' | 'even' | 'more'

export const LEAST_EVEN = 0.95
export const MOST_EVEN = 1.05

/** Below 0.95, 0.95 to 1.05 inclusive, or above. Rounded to nine digits, so that sums of decimal numbers compare as expected. */
export function levelOf(ratio: number): Level {
  const exact = Math.round(ratio * 1e9) / 1e9
  return exact < LEAST_EVEN ? 'less' : exact > MOST_EVEN ? 'more' : 'even'
}

/** The first date whose trips are kept. */
export function detailFrom(today: string): string {
  return addDays(today, -DETAIL_DAYS)
}

/** The first month, `YYYY-MM`, whose sums are kept. */
export function monthsFrom(today: string): string {
  return monthBefore(today.slice(0, 7), MONTHS_KEPT)
}

/** The month `YYYY-MM` that is `months` before another. */
export function monthBefore(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7)
}

/** Every month from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthBefore(month, -1)) months.push(month)
  return months
}
