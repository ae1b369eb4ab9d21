import { addDays } from '#platform/contract/wall-clock.ts'
import { useInstant, useToday, useWallClock } from '#platform/web/page/now.ts'
import { useCurrentAssignment } from './current-assignment.ts'
import { endOf, hasBegun } from './standing.ts'

/** The day that a list of assignments opens on: the service date of the run under way, which after midnight is yesterday, otherwise today. */
export function useServiceDate(): string {
  const today = useToday()
  const now = useInstant()
  // By noon all of yesterday's runs have ended.
  const { data } = useCurrentAssignment(useWallClock().slice(11) < '12:00')
  const underWay = data && hasBegun(data, now) && endOf(data) > now
  return underWay && data.datum === addDays(today, -1) ? data.datum : today
}
