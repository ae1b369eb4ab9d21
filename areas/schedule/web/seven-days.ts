import { addDays } from '#platform/contract/wall-clock.ts'
import type { ScheduleRow } from '../contract.ts'

/** A day of the strip. A day without duties is a day off only if a later duty is published; otherwise it is not known yet. */
export interface Day {
  readonly date: string
  readonly duties: readonly ScheduleRow[]
  readonly published: boolean
}

/** The last day with a duty, up to which the schedule is known. Empty if there is none. */
export const publishedTo = (rows: readonly ScheduleRow[]): string =>
  rows.reduce((last, { datum }) => (datum > last ? datum : last), '')

/** Seven days from `today` on. */
export function daysFrom(today: string, rows: readonly ScheduleRow[]): Day[] {
  const last = publishedTo(rows)
  return Array.from({ length: 7 }, (_, ahead) => {
    const date = addDays(today, ahead)
    return { date, duties: rows.filter(({ datum }) => datum === date), published: date <= last }
  })
}
