import { addDays } from '#platform/contract/wall-clock.ts'

const LAST_DAYS = 7

/** The end of the survey period that a date is in. The survey is open through 30 September. */
function endOf(date: string): string {
  const end = `${date.slice(0, 4)}-09-30`
  return date <= end ? end : `${Number(date.slice(0, 4)) + 1}-09-30`
}

/** Whether a row that was hidden on a date is still hidden: until the last week, or through it if the row was hidden in that week. */
export function isPutAway(on: string | null, today: string): boolean {
  if (on === null || endOf(on) !== endOf(today)) return false
  const lastWeek = addDays(endOf(today), 1 - LAST_DAYS)
  return today < lastWeek || on >= lastWeek
}
