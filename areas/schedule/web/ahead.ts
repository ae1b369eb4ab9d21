import { addDays, dateIn, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getSchedule, getScheduleDays } from '../calls.ts'

/** Fetches this month's schedule, and the next month's if it begins within two weeks, for times without coverage. */
export async function fetchScheduleAhead(): Promise<void> {
  const today = dateIn(variant.timeZone, new Date())
  const [now, soon] = [today, addDays(today, 14)].map(yearMonthOf)
  for (const month of [now, soon?.month === now?.month ? undefined : soon]) {
    if (!month) continue
    await fetchAhead(getSchedule, month, { minutes: 60 })
    await fetchAhead(getScheduleDays, month, { minutes: 60 })
  }
}
