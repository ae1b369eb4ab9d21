import { addDays } from '#platform/contract/wall-clock.ts'
import { useInstant, useToday, useWallClock } from '#platform/web/page/now.ts'
import { useCurrentAssignment } from './current-assignment.ts'
import { endOf, hasBegun } from './standing.ts'

/**
 * The day that a list of assignments opens on: the service date of the run under way, and of a run of yesterday that begins after midnight,
 * otherwise today.
 */
export function useServiceDate(): string {
  const today = useToday()
  const now = useInstant()
  const clock = useWallClock().slice(11)
  // By noon all of yesterday's runs have ended. The day of the night in which the clocks go forward begins at 23:00 the day before.
  const { data } = useCurrentAssignment(clock < '12:00' || clock >= '23:00')
  const isShown = data && endOf(data) > now && (hasBegun(data, now) || data.datum === addDays(today, -1))
  return isShown ? data.datum : today
}
