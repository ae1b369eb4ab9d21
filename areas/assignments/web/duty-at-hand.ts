import type { Call } from '#platform/contract/call.ts'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { instantNow } from '#platform/web/page/clock-error.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { shownCopy } from '#platform/web/phone/copies.ts'
import { getAssignments, getCurrentAssignment } from '../calls.ts'
import { keptDuty } from './kept-duty.ts'
import type { KeptDuty } from './run-of-day.ts'
import { endOf, hasBegun, isOver, startOf, type Timed } from './standing.ts'

/** The duty under way or next, for the forms of other areas; uses an answer that is already in memory. */
export async function dutyAtHand(): Promise<DutyAtHand | null> {
  const duty = await known(getCurrentAssignment, undefined)
  if (!duty) return null
  const now = instantNow()
  // A copy may be outdated; an answer that is not a copy has just been fetched.
  const heardFor = shownCopy(addressOf(getCurrentAssignment.path)) ? Infinity : 0
  if (isOver(duty, now, heardFor)) return fromKept(now)
  if (!hasBegun(duty, now)) return atHand(duty, now)
  const events = (await known(getAssignments, { date: duty.datum })).flatMap((group) => group.uppdrag)
  const event = events.findLast((each) => hasBegun(each, now))
  return {
    ...atHand(duty, now, events),
    vehicle: event?.fordonStr || duty.fordonStr,
    place: event?.startplats ?? duty.startplats,
  }
}

/** The duty from the kept days, if the last known duty has ended and the server cannot be asked for the next one. */
async function fromKept(now: number): Promise<DutyAtHand | null> {
  const duty = await keptDuty(now)
  return duty && atHand(duty, now)
}

function atHand(duty: KeptDuty, now: number, events: readonly Timed[] = []): DutyAtHand {
  const ahead = [startOf(duty), ...events.map(startOf), endOf(duty)].filter((time) => time > now)
  return {
    underWay: hasBegun(duty, now),
    vehicle: duty.fordonStr,
    place: duty.startplats,
    begins: startOf(duty),
    // One that has just ended stays until the server returns another.
    changes: ahead.length > 0 ? Math.min(...ahead) : now + 60_000,
  }
}

function known<Answer, Query>(call: Call<Answer, Query>, query: Query): Promise<Answer> {
  return queryClient.fetchQuery(callOptions(call, query, { staleTime: 60_000 }))
}
