import { inSlices } from '#platform/server/slices.ts'
import { isoDateOf } from './cells.ts'
import { runKey } from './feed.ts'
import type { EmployeeDay, Run } from './feed.ts'
import type { DayRow, EventRow } from './files.ts'
import { keyOf } from './merge.ts'
import type { Network } from './network.ts'
import { quoted } from './problems.ts'
import type { Reading } from './table.ts'

/** Checks that each employee's run exists; `complete` is false if some events could not be read. */
export async function buildEmployeeDays(
  reading: Reading,
  runs: ReadonlyMap<string, Run>,
  rows: readonly DayRow[],
  complete: boolean,
): Promise<EmployeeDay[]> {
  const days: EmployeeDay[] = []
  for await (const slice of inSlices(rows)) {
    for (const { file, line, cells } of slice) {
      const { date, service_id: serviceId, run_id: runId, employee_id: employeeId } = cells
      if (complete && !runs.has(runKey(serviceId, runId))) {
        const message = `Tjänsten ${quoted(runId)} i kalendern ${quoted(serviceId)} finns inte i run_events.txt.`
        reading.problems.error({ file, line, column: 'run_id' }, 'okänd-tjänst', message)
      }
      days.push({ date: isoDateOf(date), serviceId, runId, employeeId })
    }
  }
  return days
}

/** Warns of services that are in no calendar, and of runs worked on dates when they, or their trips, do not run. */
export async function reportWrongDays(
  reading: Reading,
  network: Network,
  events: readonly EventRow[],
  days: readonly DayRow[],
): Promise<void> {
  const { services } = network
  if (!services.present || !services.complete) return
  reportUnknownServices(reading, network, events)
  const ofTrips = await tripServices(network, events)
  const seen = new Set<string>()
  for await (const slice of inSlices(days)) {
    for (const { cells, file, line } of slice) {
      const { date, service_id: service, run_id: run } = cells
      const place = { file, line, column: 'date' }
      if (services.has(service) && !services.runsOn(service, date) && once(seen, service, date)) {
        const message = `Kalendern ${quoted(service)} gäller inte ${isoDateOf(date)}, men tjänsten ${quoted(run)} går då.`
        reading.problems.warning(place, 'ej-trafikdag', message)
      }
      for (const other of ofTrips.get(runKey(service, run)) ?? []) {
        if (!services.has(other) || services.runsOn(other, date) || !once(seen, service, date, other)) continue
        const message = `Tjänsten ${quoted(run)} har ${isoDateOf(date)} turer ur kalendern ${quoted(other)}, som inte gäller då.`
        reading.problems.warning(place, 'ej-trafikdag', message)
      }
    }
  }
}

function reportUnknownServices(reading: Reading, { services }: Network, events: readonly EventRow[]): void {
  const seen = new Set<string>()
  for (const { cells, file, line } of events) {
    if (seen.has(cells.service_id)) continue
    seen.add(cells.service_id)
    if (services.has(cells.service_id)) continue
    const message = `Kalendern ${quoted(cells.service_id)} finns varken i calendar.txt eller i calendar_dates.txt.`
    reading.problems.warning({ file, line, column: 'service_id' }, 'okänd-kalender', message)
  }
}

/** The services of each run's trips that differ from the run's own. */
async function tripServices({ trips }: Network, events: readonly EventRow[]): Promise<Map<string, Set<string>>> {
  const services = new Map<string, Set<string>>()
  for await (const slice of inSlices(events)) {
    for (const { cells } of slice) {
      const ofTrip = trips.rows.get(cells.trip_id)?.cells.service_id
      if (!ofTrip || ofTrip === cells.service_id) continue
      const key = runKey(cells.service_id, cells.run_id)
      const found = services.get(key) ?? new Set()
      services.set(key, found.add(ofTrip))
    }
  }
  return services
}

function once(seen: Set<string>, ...parts: string[]): boolean {
  const key = keyOf(...parts)
  if (seen.has(key)) return false
  seen.add(key)
  return true
}
