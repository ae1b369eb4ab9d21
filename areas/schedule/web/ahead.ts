import { addDays, dateIn, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getSchedule } from '../calls.ts'

/** Fetches this month's schedule, and the next one's if it begins within two weeks, for when there is no coverage. */
export async function fetchScheduleAhead(): Promise<void> {
  const today = dateIn(variant.timeZone, new Date())
  const months = [today, addDays(today, 14)].map(yearMonthOf)
  const [now, soon] = months
  if (now) await fetchAhead(getSchedule, now, { minutes: 60 })
  if (soon && soon.month !== now?.month) await fetchAhead(getSchedule, soon, { minutes: 60 })
}
