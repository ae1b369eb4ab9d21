import type { Assignment } from '../contract.ts'
import { endOf, hasBegun, type Timed } from './standing.ts'

/** The stage of an event at the current time. `next` is the first that has not begun. */
export type Stage = 'past' | 'now' | 'next' | 'later'

/** The stage of each of a day's events, which are sorted by start. */
export function stagesOf(events: readonly Timed[], now: number): Stage[] {
  const next = events.findIndex((event) => !hasBegun(event, now))
  return events.map((event, at) => {
    if (next >= 0 && at >= next) return at === next ? 'next' : 'later'
    return endOf(event) > now ? 'now' : 'past'
  })
}

const MOST = 5

/** The part of the day that is shown first: one event behind, the one under way, and what follows. */
export function windowOf(events: readonly Assignment[], now: number): { from: number; to: number } {
  if (events.length <= MOST + 1) return { from: 0, to: events.length }
  const current = stagesOf(events, now).findIndex((stage) => stage !== 'past')
  const from = Math.max(0, Math.min((current < 0 ? events.length : current) - 1, events.length - MOST))
  return { from, to: from + MOST }
}
