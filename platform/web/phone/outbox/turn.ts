import type { ApiError } from '../../wire/api-error.ts'
import type { Item } from '../outbox-item.ts'

/**
 * How long an item waits after the server's first failure, in milliseconds. The time doubles with each further failure.
 */
const FIRST_HOLD_MS = 20_000
const LONGEST_HOLD_MS = 600_000

/** How long to wait before the next try, in milliseconds. */
export function holdOf(tries: number, { retryAfterMs = 0 }: ApiError): number {
  const doubled = FIRST_HOLD_MS * 2 ** Math.max(0, tries - 1)
  return Math.min(Math.max(doubled, retryAfterMs), LONGEST_HOLD_MS)
}

/** A time that is further away was stored when the phone's clock was wrong. */
const isHeld = ({ heldUntil = 0 }: Item, now: number) => heldUntil > now && heldUntil <= now + LONGEST_HOLD_MS

/**
 * Whether an item may be sent only after an earlier one: both are about the same thing, or it builds on the earlier
 * one.
 */
const follows = (item: Item, earlier: Item) =>
  (item.after?.includes(earlier.path) ?? false) ||
  (item.settles !== undefined && item.settles === earlier.settles && item.path === earlier.path)

/** The earlier waiting item that this item has to wait for. */
export const blockerOf = (item: Item, waiting: readonly Item[]): Item | undefined =>
  waiting.find((earlier) => earlier.seq < item.seq && follows(item, earlier))

const failedAt = ({ heldUntil = -1, unansweredAt = -1 }: Item) => Math.max(heldUntil, unansweredAt)

/**
 * The waiting item to send now. Items that have not failed come first, then those that failed longest ago: otherwise an item that fails at
 * each try, or a picture that is too much for a weak connection, would hold up all behind it. Items that are on hold are skipped.
 */
export function nextOf(waiting: readonly Item[], now: number, isDone: (item: Item) => boolean): Item | undefined {
  const free = waiting.filter((item) => !isDone(item) && !isHeld(item, now) && !blockerOf(item, waiting))
  return free.toSorted((one, other) => failedAt(one) - failedAt(other))[0]
}
