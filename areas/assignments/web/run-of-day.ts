import type { Assignment, CurrentAssignment, DayGroup } from '../contract.ts'
import { endOf } from './standing.ts'

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

/** The first run of a day that has not ended. */
export function firstAfter(groups: readonly DayGroup[], now: number): KeptDuty | null {
  for (const { datum, uppdrag } of groups) {
    for (const run of new Set(uppdrag.map(({ tjanst }) => tjanst))) {
      const duty = runOf(
        datum,
        uppdrag.filter(({ tjanst }) => tjanst === run),
      )
      if (duty && endOf(duty) > now) return duty
    }
  }
  return null
}

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
