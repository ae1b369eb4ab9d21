import type { Assignment } from '../contract.ts'

export type Timed = Pick<Assignment, 'starttid' | 'sluttid' | 'startForskjutning' | 'slutForskjutning'>

/** Milliseconds since 1970. */
export const startOf = (timed: Timed): number => Date.parse(timed.starttid + timed.startForskjutning)
export const endOf = (timed: Timed): number => Date.parse(timed.sluttid + timed.slutForskjutning)

export const hasBegun = (timed: Timed, now: number): boolean => startOf(timed) <= now

const FRESH_MS = 60_000

/**
 * Whether the last known duty has ended. While the answer is fresh, the server's view counts, and the server returns a duty only if it is
 * under way or next. `heardFor` is how many milliseconds ago the answer arrived, infinite for a copy.
 */
export function isOver(duty: Timed, now: number, heardFor: number): boolean {
  // Negative if the phone's clock was set back meanwhile.
  return endOf(duty) <= now && (heardFor < 0 || heardFor >= FRESH_MS)
}
