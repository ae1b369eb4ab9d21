import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { copyOf } from '#platform/web/phone/copies.ts'
import { instantNow } from '#platform/web/page/clock-error.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getAssignments } from '../calls.ts'
import type { DayGroup } from '../contract.ts'
import { DAYS_AHEAD } from '../rules.ts'
import { type KeptDuty, runAt } from './run-of-day.ts'
import { endOf, hasBegun, startOf } from './standing.ts'

/**
 * The duty from the kept days that has taken the place of `duty` by `now`, which the server returned at `heardAt` by the phone's clock: the next
 * one when it has ended, null if the days contain none, and a run that has begun since and ends before it, such as one within a standby.
 * Undefined if the duty is still the current one.
 */
export async function inPlaceOf(duty: KeptDuty, now: number, heardAt: number): Promise<KeptDuty | null | undefined> {
  const run = await keptDuty(now)
  if (endOf(duty) <= now) return run
  // A run that had begun when the server was asked was not the current one, and may have been withdrawn.
  const hasTaken =
    run !== null &&
    (run.tjanst !== duty.tjanst || run.datum !== duty.datum) &&
    hasBegun(run, now) &&
    startOf(run) > heardAt + instantNow() - Date.now() &&
    endOf(run) < endOf(duty)
  return hasTaken ? run : undefined
}

/**
 * The duty under way at `now`, the one that ends first if there are several, otherwise the next one, from the days that are kept on the
 * phone; null if they contain none.
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
