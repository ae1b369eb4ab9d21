import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { copyOf } from '#platform/web/phone/copies.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getAssignments } from '../calls.ts'
import type { DayGroup } from '../contract.ts'
import { DAYS_AHEAD } from '../rules.ts'
import { firstAfter, type KeptDuty } from './run-of-day.ts'

/**
 * The duty under way at `now`, else the next one, from the days that are kept on the phone; null where they hold none.
 * For when the duty that was heard of last has ended and nobody can be asked for the one after it.
 */
export async function keptDuty(now: number): Promise<KeptDuty | null> {
  const today = dateIn(variant.timeZone, new Date(now))
  // A duty of yesterday may end this morning.
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead++) {
    const datum = addDays(today, ahead)
    const copy = await copyOf(getAssignments, addressOf(getAssignments.path, { date: datum }))
    const duty = firstAfter((copy?.answer ?? []) as readonly DayGroup[], now)
    if (duty) return duty
  }
  return null
}
