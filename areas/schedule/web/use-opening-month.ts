import { addDays, type YearMonth, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useToday, useWallClock } from '#platform/web/page/now.ts'
import { getSchedule } from '../calls.ts'

/**
 * The month that the screen opens with: the current one, or on its first day the previous one until that month's last duty has ended, since
 * a duty is listed on its service date.
 */
export function useOpeningMonth(): YearMonth {
  const today = useToday()
  const now = useWallClock()
  const month = yearMonthOf(today)
  const before = yearMonthOf(addDays(today, -1))
  const { data = [] } = useCall(getSchedule, before, { enabled: before.month !== month.month })
  return before.month !== month.month && data.some(({ sluttid }) => sluttid.slice(0, 16) > now) ? before : month
}
