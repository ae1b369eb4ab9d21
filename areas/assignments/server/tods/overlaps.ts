import { secondsOf } from './cells.ts'
import { quoted } from './problems.ts'
import type { EventRow } from './files.ts'
import type { Reading } from './table.ts'

/**
 * Within one run, two events that both have a trip must not overlap. Touching is allowed, and so are events of zero length
 * (TODS 2.1.0, "event_sequence and Event Times"). Different runs may work the same trip at the same time.
 */
export function reportOverlaps(reading: Reading, events: readonly EventRow[]): void {
  const onTrips = events
    .filter(({ cells }) => cells.trip_id !== '')
    .map((row) => ({ row, start: secondsOf(row.cells.start_time) ?? 0, end: secondsOf(row.cells.end_time) ?? 0 }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)
  let latest: (typeof onTrips)[number] | undefined
  for (const event of onTrips) {
    if (latest && event.start < latest.end) {
      const { cells, file, line } = event.row
      const message =
        `Händelsen på turen ${quoted(cells.trip_id)} börjar ${cells.start_time}, ` +
        `innan händelsen på turen ${quoted(latest.row.cells.trip_id)} (rad ${latest.row.line}) är slut ${latest.row.cells.end_time}.`
      reading.problems.error({ file, line, column: 'start_time' }, 'överlappning', message)
    }
    if (!latest || event.end > latest.end) latest = event
  }
}
