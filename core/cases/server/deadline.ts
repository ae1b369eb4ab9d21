import type { Promised, Queue } from './queue.ts'
import { afterWorking, workingBetween } from './working-time.ts'

/** While its reporter was asked. */
export interface Pause {
  readonly from: Date
  readonly to: Date
}

/** The mark of a case that is marked. */
export interface Mark {
  /** Since when it has been marked without a break, or a case that is merged with it. */
  readonly since: Date
  /** When this case got the mark: what the office asked before does not put off what the mark promises. */
  readonly own: Date
}

const MINUTE = 60_000

/** The due time, extended by the pauses, in the minutes that the promise counts. */
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
  // A case that has come again, or was marked later, has its clock from then on.
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
