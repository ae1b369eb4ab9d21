import type { Promised, Queue } from './queue.ts'
import { afterWorking, workingBetween } from './working-time.ts'

/** A time in which the case waited for its reporter. */
export interface Pause {
  readonly from: Date
  readonly to: Date
}

/** When a marked case was marked. */
export interface Mark {
  /** Since when this case, or one merged with it, has been marked without a break. */
  readonly since: Date
  /** When this case itself got the mark. Questions from before that do not put off what the mark promises. */
  readonly own: Date
}

const MINUTE = 60_000

/**
 * The due time of what is promised, and its name; both null if nothing is. Pauses put it off, by all of their minutes or only the working
 * ones, as the promise counts.
 */
export function deadlineOf(
  queue: Pick<Queue, 'promise'>,
  {
    receivedAt,
    mark = { since: receivedAt, own: receivedAt },
    pauses,
    ...about
  }: Promised & { readonly receivedAt: Date; readonly mark?: Mark | undefined; readonly pauses: readonly Pause[] },
  timeZone: string,
): { readonly due_at: Date | null; readonly due_what: string | null } {
  const promise = queue.promise(about)
  if (!promise) return { due_at: null, due_what: null }
  const { what, minutes, count, fromMark } = promise
  const start = fromMark ? mark.since : receivedAt
  // If the case was sent again, or marked later, its clock starts then: pauses from before do not count.
  const own = fromMark ? mark.own : receivedAt
  const counted = pauses.map(({ from, to }) => ({ from: from < own ? own : from, to }))
  const paused = counted
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) =>
      count === 'all' ? Math.round((to.getTime() - from.getTime()) / MINUTE) : workingBetween(from, to, timeZone),
    )
    .reduce((sum, each) => sum + each, minutes)
  const due = count === 'all' ? new Date(start.getTime() + paused * MINUTE) : afterWorking(start, paused, timeZone)
  return { due_at: due, due_what: what }
}
