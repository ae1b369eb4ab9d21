import { secondsOf } from './cells.ts'
import { stopTimesFile } from './files.ts'
import { deletes, supplementShape, reportDuplicate, reportMissingValues, reportNothingToDelete } from './merge.ts'
import type { Merged } from './merge.ts'
import { quoted } from './problems.ts'
import { SequenceSet } from './sequence-set.ts'
import { holdRow, readTable } from './table.ts'
import type { Reading, Row } from './table.ts'
import type { TripStops } from './trip-stops.ts'

interface Change {
  readonly row: Row<'trip_id' | 'stop_sequence' | 'stop_id' | 'arrival_time' | 'departure_time'>
  readonly deletes: boolean
  used: boolean
}

interface FirstStop {
  readonly sequence: number
  readonly departure: number | null
}

/**
 * Each trip's first departure, in seconds, and the stops of the driven trips. Nothing else is kept of stop_times.txt, which may have
 * millions of rows. The supplement, which is small, is read first, so that one pass is enough.
 */
export async function readStopTimes(
  reading: Reading,
  trips: Merged<'trip_id'>,
  stops: Merged<'stop_id'>,
  tripStops: TripStops,
): Promise<ReadonlyMap<string, number | null>> {
  const changes = await readChanges(reading)
  const firsts = new Map<string, FirstStop>()

  const consider = (row: Change['row'], overriding?: Change['row']) => {
    if (!refersWell(reading, trips, stops, overriding?.cells.stop_id ? overriding : row)) return
    const sequence = Number(row.cells.stop_sequence)
    const cell = (name: 'stop_id' | 'arrival_time' | 'departure_time') => overriding?.cells[name] || row.cells[name]
    const trip = row.cells.trip_id
    const stop = cell('stop_id')
    if (stop !== '' && tripStops.wants(trip)) {
      const [arrival, departure] = [secondsOf(cell('arrival_time')), secondsOf(cell('departure_time'))]
      tripStops.add({ trip, sequence, stop, arrival, departure })
    }
    const first = firsts.get(trip)
    if (first && first.sequence <= sequence) return
    firsts.set(trip, { sequence, departure: secondsOf(cell('departure_time') || cell('arrival_time')) })
  }

  const seen = new Map<string, SequenceSet>()
  await readTable(reading, stopTimesFile, (row) => {
    const { trip_id: trip } = row.cells
    const sequence = Number(row.cells.stop_sequence)
    if (trips.rows.has(trip)) {
      const sequences = seen.get(trip) ?? new SequenceSet()
      if (!sequences.add(sequence)) return reportDuplicate(reading, row, stopTimesFile.key)
      seen.set(trip, sequences)
    }
    const change = changes.get(trip)?.get(sequence)
    if (change) change.used = true
    if (!change?.deletes) consider(row, change?.row)
  })

  for (const ofTrip of changes.values()) {
    for (const change of ofTrip.values()) {
      if (change.used) continue
      if (change.deletes) {
        if (!trips.deleted.has(change.row.cells.trip_id)) reportNothingToDelete(reading, change.row)
        continue
      }
      reportMissingValues(reading, stopTimesFile, change.row)
      consider(change.row)
    }
  }
  return new Map([...firsts].map(([trip, first]) => [trip, first.departure]))
}

async function readChanges(reading: Reading): Promise<ReadonlyMap<string, ReadonlyMap<number, Change>>> {
  const changes = new Map<string, Map<number, Change>>()
  const shape = supplementShape(stopTimesFile)
  await readTable(reading, shape, (row) => {
    holdRow(reading, shape.file)
    const ofTrip = changes.get(row.cells.trip_id) ?? new Map<number, Change>()
    const sequence = Number(row.cells.stop_sequence)
    if (ofTrip.has(sequence)) return reportDuplicate(reading, row, shape.key)
    ofTrip.set(sequence, { row, deletes: deletes(reading, row), used: false })
    changes.set(row.cells.trip_id, ofTrip)
  })
  return changes
}

/** Rows of a trip or stop that the supplement deleted are left out (TODS 2.1.0, "Implications and Guidance"). */
function refersWell(reading: Reading, trips: Merged<'trip_id'>, stops: Merged<'stop_id'>, row: Change['row']): boolean {
  const { trip_id: trip, stop_id: stop } = row.cells
  if (trips.deleted.has(trip) || stops.deleted.has(stop)) return false
  if (!trips.rows.has(trip)) {
    if (!trips.present || !trips.complete) return false
    const place = { file: row.file, line: row.line, column: 'trip_id' }
    reading.problems.error(place, 'okänd-tur', `Turen ${quoted(trip)} finns inte i trips.txt.`)
    return false
  }
  if (stop !== '' && stops.present && stops.complete && !stops.rows.has(stop)) {
    const place = { file: row.file, line: row.line, column: 'stop_id' }
    reading.problems.error(place, 'okänd-hållplats', `Hållplatsen ${quoted(stop)} finns inte i stops.txt.`)
  }
  return true
}
