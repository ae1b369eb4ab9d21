import { inSlices } from '#platform/server/slices.ts'
import { secondsOf } from './cells.ts'
import { runKey } from './feed.ts'
import type { Position, Run, RunEvent } from './feed.ts'
import { frequenciesFile, tripsFile } from './files.ts'
import type { EventRow } from './files.ts'
import { isDeadheadTrip, lineOfTrip, positionOf, stopNameOf } from './network.ts'
import type { Network, TripRow } from './network.ts'
import { reportOverlaps } from './overlaps.ts'
import { counted, quoted } from './problems.ts'
import type { Reading } from './table.ts'

/** Sorts the events of each run and checks what they refer to. */
export async function buildRuns(
  reading: Reading,
  network: Network,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, Run>> {
  const runs = new Map<string, Run>()
  const nameless = new Set<string>()
  const timeless = new Set<string>()
  const frequent = new Set<string>()
  for await (const slice of inSlices([...(await groupByRun(rows))], 500)) {
    for (const [key, ofRun] of slice) {
      const sorted = ofRun.toSorted((a, b) => Number(a.cells.event_sequence) - Number(b.cells.event_sequence))
      reportOverlaps(reading, sorted)
      const events = sorted.map((row) => {
        reportUnknownStops(reading, network, row)
        const event = eventOf(reading, network, row)
        for (const stop of [row.cells.start_location, row.cells.end_location]) {
          if (network.stops.rows.get(stop)?.cells.stop_name === '') nameless.add(stop)
        }
        if (network.trips.rows.has(row.cells.trip_id) && event.tripFirstDeparture === null) {
          const kind = network.frequent.has(row.cells.trip_id) ? frequent : timeless
          kind.add(row.cells.trip_id)
        }
        return event
      })
      const [first] = sorted
      if (first) runs.set(key, { serviceId: first.cells.service_id, runId: first.cells.run_id, events })
    }
  }
  const onTrip = network.trips.present ? undefined : rows.find(({ cells }) => cells.trip_id !== '')
  if (onTrip) {
    const message = `Filen saknas, men run_events.txt hänvisar till turer, först på rad ${onTrip.line}.`
    reading.problems.error({ file: tripsFile.file }, 'fil-saknas', message)
  } else {
    reportGaps(reading, nameless, timeless)
    reportFrequent(reading, frequent)
  }
  return runs
}

/**
 * The places where the runs' events start and end. Of several stops with one name the first counts, since they are only across a street.
 */
export function placesOf(network: Network, rows: readonly EventRow[]): Map<string, Position> {
  const places = new Map<string, Position>()
  for (const { cells } of rows) {
    for (const stop of [cells.start_location, cells.end_location]) {
      const name = stopNameOf(stop, network)
      if (places.has(name)) continue
      const position = positionOf(stop, network)
      if (position) places.set(name, position)
    }
  }
  return places
}

async function groupByRun(rows: readonly EventRow[]): Promise<ReadonlyMap<string, EventRow[]>> {
  const byRun = new Map<string, EventRow[]>()
  for await (const slice of inSlices(rows)) {
    for (const row of slice) {
      const key = runKey(row.cells.service_id, row.cells.run_id)
      const ofRun = byRun.get(key)
      if (ofRun) ofRun.push(row)
      else byRun.set(key, [row])
    }
  }
  return byRun
}

function eventOf(reading: Reading, network: Network, row: EventRow): RunEvent {
  const { cells } = row
  const trip = tripOf(reading, network, row)
  const first = network.firstDepartures.get(cells.trip_id) ?? null
  const startTime = secondsOf(cells.start_time) ?? 0
  const endTime = secondsOf(cells.end_time) ?? 0
  if (cells.start_time !== '' && cells.end_time !== '' && endTime < startTime) {
    const place = { file: row.file, line: row.line, column: 'end_time' }
    const message = `Händelsen slutar ${cells.end_time}, innan den börjar ${cells.start_time}.`
    reading.problems.error(place, 'slut-före-start', message)
  }
  return {
    sequence: Number(cells.event_sequence),
    eventType: cells.event_type,
    jobType: cells.job_type || null,
    blockId: cells.block_id || trip?.cells.block_id || null,
    pieceId: cells.piece_id || null,
    tripId: cells.trip_id || null,
    tripServiceId: trip?.cells.service_id || null,
    tripFirstDeparture: first,
    pattern: trip ? network.tripStops.patternOf(cells.trip_id, first, (stop) => stopNameOf(stop, network)) : null,
    line: trip ? lineOfTrip(trip, network) : null,
    headsign: trip?.cells.trip_headsign || null,
    startLocation: stopNameOf(cells.start_location, network),
    endLocation: stopNameOf(cells.end_location, network),
    startTime,
    endTime,
    isDeadhead: !trip || isDeadheadTrip(trip, network),
  }
}

function tripOf({ problems }: Reading, { trips }: Network, row: EventRow): TripRow | undefined {
  const { trip_id: id, block_id: block } = row.cells
  if (id === '') return undefined
  const trip = trips.rows.get(id)
  if (!trip && trips.present && trips.complete) {
    const gone = trips.deleted.has(id) ? 'är borttagen i trips_supplement.txt' : 'finns inte i trips.txt'
    problems.error({ file: row.file, line: row.line, column: 'trip_id' }, 'okänd-tur', `Turen ${quoted(id)} ${gone}.`)
  }
  const ofTrip = trip?.cells.block_id ?? ''
  if (block !== '' && ofTrip !== '' && block !== ofTrip) {
    const message = `Omloppet är ${quoted(block)}, men turen ${quoted(id)} hör till omloppet ${quoted(ofTrip)}.`
    problems.error({ file: row.file, line: row.line, column: 'block_id' }, 'fel-omlopp', message)
  }
  return trip
}

function reportUnknownStops({ problems }: Reading, { stops }: Network, row: EventRow): void {
  if (!stops.present || !stops.complete) return
  for (const column of ['start_location', 'end_location'] as const) {
    const stop = row.cells[column]
    if (stop === '' || stops.rows.has(stop)) continue
    const gone = stops.deleted.has(stop) ? 'är borttagen i stops_supplement.txt' : 'finns inte i stops.txt'
    const message = `Hållplatsen ${quoted(stop)} ${gone}.`
    problems.error({ file: row.file, line: row.line, column }, 'okänd-hållplats', message)
  }
}

function reportGaps({ problems }: Reading, nameless: ReadonlySet<string>, timeless: ReadonlySet<string>): void {
  const [stop] = nameless
  if (stop !== undefined) {
    const message = `${counted(nameless.size, 'plats', 'platser')} i tjänsterna saknar namn och visas med sitt id, till exempel ${quoted(stop)}.`
    problems.warning({ file: 'stops.txt', column: 'stop_name' }, 'namn-saknas', message)
  }
  const [trip] = timeless
  if (trip !== undefined) {
    const message = `${counted(timeless.size, 'tur', 'turer')} i tjänsterna saknar avgångstid, till exempel ${quoted(trip)}.`
    problems.warning({ file: 'stop_times.txt', column: 'departure_time' }, 'avgångstid-saknas', message)
  }
}

function reportFrequent({ problems }: Reading, frequent: ReadonlySet<string>): void {
  const [trip] = frequent
  if (trip === undefined) return
  const message = `${counted(frequent.size, 'tur', 'turer')} i tjänsterna går enligt filen med jämna mellanrum, till exempel ${quoted(trip)}, och visas utan avgångstid och hållplatser.`
  problems.warning({ file: frequenciesFile.file, column: 'trip_id' }, 'turtäthet', message)
}
