import { addDays } from '#platform/contract/wall-clock.ts'
import type { Period } from '../rules.ts'

const LAST_DAYS = 7

/** Whether the row of a survey, hidden on a date, is still hidden: until the last week, or through it if it was hidden in that week. */
export function isPutAway(on: string | null, { opens, closes }: Period, today: string): boolean {
  // Before it opened, the survey before it was hidden.
  if (on === null || on < opens) return false
  const lastWeek = addDays(closes, 1 - LAST_DAYS)
  return today < lastWeek || on >= lastWeek
}
