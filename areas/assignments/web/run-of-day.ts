import type { Assignment, CurrentAssignment, DayGroup } from '../contract.ts'
import { endOf, hasBegun, startOf } from './standing.ts'

/** A duty derived from the list of its events. It lacks what only the server knows, such as whether it is confirmed. */
export type KeptDuty = Pick<
  CurrentAssignment,
  | 'datum'
  | 'tjanst'
  | 'starttid'
  | 'sluttid'
  | 'startForskjutning'
  | 'slutForskjutning'
  | 'startplats'
  | 'slutplats'
  | 'fordonStr'
>

/**
 * The run under way at `now`, the one that ends first if there are several, otherwise the next one to begin: what the server returns as
 * the current assignment.
 */
export function runAt(groups: readonly DayGroup[], now: number): KeptDuty | null {
  const left = groups.flatMap(runsOf).filter((run) => endOf(run) > now)
  const [ending] = left.filter((run) => hasBegun(run, now)).toSorted((a, b) => endOf(a) - endOf(b))
  return ending ?? left.toSorted((a, b) => startOf(a) - startOf(b))[0] ?? null
}

const runsOf = ({ datum, uppdrag }: DayGroup): KeptDuty[] =>
  [...new Set(uppdrag.map(({ tjanst }) => tjanst))].flatMap(
    (run) =>
      runOf(
        datum,
        uppdrag.filter(({ tjanst }) => tjanst === run),
      ) ?? [],
  )

function runOf(datum: string, events: readonly Assignment[]): KeptDuty | null {
  const [first] = events
  if (!first) return null
  // Events are sorted by their starts, and their ends may be in another order.
  const last = events.reduce((latest, event) => (endOf(event) >= endOf(latest) ? event : latest), first)
  return {
    datum,
    tjanst: first.tjanst,
    starttid: first.starttid,
    sluttid: last.sluttid,
    startForskjutning: first.startForskjutning,
    slutForskjutning: last.slutForskjutning,
    startplats: first.startplats,
    slutplats: last.slutplats,
    fordonStr: events.find(({ fordonStr }) => fordonStr)?.fordonStr ?? '',
  }
}
