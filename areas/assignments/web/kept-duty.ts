import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { copyOf } from '#platform/web/phone/copies.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getAssignments } from '../calls.ts'
import type { DayGroup } from '../contract.ts'
import { DAYS_AHEAD } from '../rules.ts'
import { runAt, type KeptDuty } from './run-of-day.ts'

/**
 * The duty under way at `now`, the one that ends first if there are several, otherwise the next one, from the days that are kept on the
 * phone; null if they contain none. It is used if the last known duty has ended and the server cannot be asked for the next one.
 */
export async function keptDuty(now: number): Promise<KeptDuty | null> {
  const today = dateIn(variant.timeZone, new Date(now))
  const groups: DayGroup[] = []
  // Yesterday's duty may end this morning, after one of today.
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead++) {
    const datum = addDays(today, ahead)
    const copy = await copyOf(getAssignments, addressOf(getAssignments.path, { date: datum }))
    groups.push(...((copy?.answer ?? []) as readonly DayGroup[]))
    const duty = runAt(groups, now)
    if (duty && ahead >= 0) return duty
  }
  return null
}
