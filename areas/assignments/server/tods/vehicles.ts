import { isoDateOf } from './cells.ts'
import type { FeedVehicle, Run, VehicleAssignment } from './feed.ts'
import { vehicleAssignmentsFile, vehiclesFile } from './files.ts'
import { readRows } from './merge.ts'
import type { Network } from './network.ts'
import { quoted } from './problems.ts'
import type { Reading } from './table.ts'

/** Reads the vehicles and which block each works on which date. */
export async function readVehicles(reading: Reading) {
  return {
    fleet: await readRows(reading, vehiclesFile),
    assignments: await readRows(reading, vehicleAssignmentsFile),
  }
}

/**
 * vehicles.txt is optional. If absent, the assignments define the vehicles; if present, it must contain those that the assignments name.
 */
export function buildVehicles(
  reading: Reading,
  { fleet, assignments }: Awaited<ReturnType<typeof readVehicles>>,
): FeedVehicle[] {
  const vehicles = new Map<string, FeedVehicle>()
  for (const { cells } of fleet.rows) {
    const { vehicle_id: id, vehicle_label: label, license_plate: plate } = cells
    vehicles.set(id, { id, label: label || null, licensePlate: plate || null })
  }
  for (const { cells, file, line } of assignments.rows) {
    const { vehicle_id: id } = cells
    if (id === '' || vehicles.has(id)) continue
    if (fleet.present && fleet.complete) {
      const message = `Fordonet ${quoted(id)} finns inte i vehicles.txt.`
      reading.problems.error({ file, line, column: 'vehicle_id' }, 'okänt-fordon', message)
    } else {
      vehicles.set(id, { id, label: null, licensePlate: null })
    }
  }
  return [...vehicles.values()]
}

/** A block without a service gets that of its trips, which must all have the same one (TODS 2.1.0, vehicle_assignments.txt). */
export function buildVehicleAssignments(
  reading: Reading,
  network: Network,
  runs: ReadonlyMap<string, Run>,
  { assignments }: Awaited<ReturnType<typeof readVehicles>>,
): VehicleAssignment[] {
  const ofRuns = new Set<string | null>()
  for (const run of runs.values()) for (const event of run.events) ofRuns.add(event.blockId)
  const unknown = new Set<string>()
  return assignments.rows.map(({ cells, file, line }) => {
    const { block_id: block, vehicle_id: vehicleId, date } = cells
    const services = network.blockServices.get(block)
    if (!services && !ofRuns.has(block) && network.trips.complete && !unknown.has(block)) {
      unknown.add(block)
      const message = `Omloppet ${quoted(block)} finns varken i trips.txt eller i run_events.txt.`
      reading.problems.warning({ file, line, column: 'block_id' }, 'okänt-omlopp', message)
    }
    if (cells.service_id === '' && services && services.size > 1) {
      const message = `Omloppet ${quoted(block)} finns i flera kalendrar, så service_id måste anges.`
      reading.problems.error({ file, line, column: 'service_id' }, 'oklar-kalender', message)
    }
    const [only = ''] = services ?? []
    return { date: isoDateOf(date), serviceId: cells.service_id || only, blockId: block, vehicleId }
  })
}
