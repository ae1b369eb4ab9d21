import type { Assignment, CurrentAssignment, DayGroup } from '../contract.ts'

/** A duty as the list of its events tells it: without what only the server knows, such as whether it is confirmed. */
export type KeptDuty = Pick<
  CurrentAssignment,
  'datum' | 'tjanst' | 'starttid' | 'sluttid' | 'startplats' | 'slutplats' | 'fordonStr'
>

/** The first run of a day that has not ended. */
export function firstAfter(groups: readonly DayGroup[], now: string): KeptDuty | null {
  for (const { datum, uppdrag } of groups) {
    for (const run of new Set(uppdrag.map(({ tjanst }) => tjanst))) {
      const duty = runOf(
        datum,
        uppdrag.filter(({ tjanst }) => tjanst === run),
      )
      if (duty && duty.sluttid.slice(0, 16) > now.slice(0, 16)) return duty
    }
  }
  return null
}

function runOf(datum: string, events: readonly Assignment[]): KeptDuty | null {
  const [first] = events
  const last = events.at(-1)
  if (!first || !last) return null
  return {
    datum,
    tjanst: first.tjanst,
    starttid: first.starttid,
    sluttid: last.sluttid,
    startplats: first.startplats,
    slutplats: last.slutplats,
    fordonStr: events.find(({ fordonStr }) => fordonStr)?.fordonStr ?? '',
  }
}
