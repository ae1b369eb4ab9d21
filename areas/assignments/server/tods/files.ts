import type { Column, Row, Shape } from './table.ts'

// GTFS Schedule reference (gtfs.org/documentation/schedule/reference) and TODS 2.1.0 of 2025-04-16; only the
// columns that duties need. Columns that either calls required but the portal does not need are not required here
// (for example routes.route_type, which the TODS specification's own example leaves out).

function shape<N extends string>(file: string, key: readonly NoInfer<N>[], columns: Record<N, Column>): Shape<N> {
  return { file, key, columns }
}

export const agencyFile = shape('agency.txt', [], { agency_timezone: { kind: 'text', need: 'cell' } })

export const routesFile = shape('routes.txt', ['route_id'], {
  route_id: { kind: 'id', need: 'cell' },
  route_short_name: { kind: 'text', need: 'optional' },
  route_long_name: { kind: 'text', need: 'optional' },
  route_color: { kind: 'text', need: 'optional' },
  route_text_color: { kind: 'text', need: 'optional' },
})

export const stopsFile = shape('stops.txt', ['stop_id'], {
  stop_id: { kind: 'id', need: 'cell' },
  stop_name: { kind: 'text', need: 'optional' },
  stop_lat: { kind: 'text', need: 'optional' },
  stop_lon: { kind: 'text', need: 'optional' },
})

export const tripsFile = shape('trips.txt', ['trip_id'], {
  trip_id: { kind: 'id', need: 'cell' },
  route_id: { kind: 'id', need: 'cell' },
  service_id: { kind: 'id', need: 'cell' },
  trip_headsign: { kind: 'text', need: 'optional' },
  block_id: { kind: 'id', need: 'optional' },
  TODS_trip_type: { kind: 'text', need: 'optional' },
})

/** This file may have millions of rows, of which little is kept. */
export const stopTimesFile = {
  passing: true,
  ...shape('stop_times.txt', ['trip_id', 'stop_sequence'], {
    trip_id: { kind: 'id', need: 'cell' },
    stop_sequence: { kind: 'count', need: 'cell' },
    stop_id: { kind: 'id', need: 'column' },
    arrival_time: { kind: 'time', need: 'optional' },
    departure_time: { kind: 'time', need: 'optional' },
  }),
} as const

/** Trips that depart again and again. stop_times.txt has only their running times, with a departure that none of them has to have. */
export const frequenciesFile = {
  passing: true,
  ...shape('frequencies.txt', [], { trip_id: { kind: 'id', need: 'cell' } }),
} as const

export const calendarFile = shape('calendar.txt', ['service_id'], {
  service_id: { kind: 'id', need: 'cell' },
  monday: { kind: 'flag', need: 'cell' },
  tuesday: { kind: 'flag', need: 'cell' },
  wednesday: { kind: 'flag', need: 'cell' },
  thursday: { kind: 'flag', need: 'cell' },
  friday: { kind: 'flag', need: 'cell' },
  saturday: { kind: 'flag', need: 'cell' },
  sunday: { kind: 'flag', need: 'cell' },
  start_date: { kind: 'date', need: 'cell' },
  end_date: { kind: 'date', need: 'cell' },
})

export const calendarDatesFile = shape('calendar_dates.txt', ['service_id', 'date'], {
  service_id: { kind: 'id', need: 'cell' },
  date: { kind: 'date', need: 'cell' },
  exception_type: { kind: 'exception', need: 'cell' },
})

export const runEventsFile = shape('run_events.txt', ['service_id', 'run_id', 'event_sequence'], {
  service_id: { kind: 'id', need: 'cell' },
  run_id: { kind: 'id', need: 'cell' },
  event_sequence: { kind: 'count', need: 'cell' },
  piece_id: { kind: 'id', need: 'optional' },
  block_id: { kind: 'id', need: 'optional' },
  job_type: { kind: 'text', need: 'optional' },
  event_type: { kind: 'text', need: 'cell' },
  trip_id: { kind: 'id', need: 'optional' },
  start_location: { kind: 'id', need: 'cell' },
  start_time: { kind: 'time', need: 'cell' },
  end_location: { kind: 'id', need: 'cell' },
  end_time: { kind: 'time', need: 'cell' },
})

export type EventRow = Row<keyof (typeof runEventsFile)['columns']>

export const employeeRunDatesFile = shape('employee_run_dates.txt', ['date', 'service_id', 'run_id', 'employee_id'], {
  date: { kind: 'date', need: 'cell' },
  service_id: { kind: 'id', need: 'cell' },
  run_id: { kind: 'id', need: 'cell' },
  employee_id: { kind: 'id', need: 'cell' },
})

export type DayRow = Row<keyof (typeof employeeRunDatesFile)['columns']>

export const vehiclesFile = shape('vehicles.txt', ['vehicle_id'], {
  vehicle_id: { kind: 'id', need: 'cell' },
  vehicle_label: { kind: 'text', need: 'optional' },
  license_plate: { kind: 'text', need: 'optional' },
})

export const vehicleAssignmentsFile = shape('vehicle_assignments.txt', ['date', 'block_id', 'service_id'], {
  date: { kind: 'date', need: 'cell' },
  service_id: { kind: 'id', need: 'optional' },
  block_id: { kind: 'id', need: 'cell' },
  vehicle_id: { kind: 'id', need: 'cell' },
})

export function supplementOf(file: string): string {
  return file.replace(/\.txt$/, '_supplement.txt')
}

const supplemented = [routesFile, stopsFile, tripsFile, stopTimesFile, calendarFile, calendarDatesFile]
const plain = [agencyFile, frequenciesFile, runEventsFile, employeeRunDatesFile, vehiclesFile, vehicleAssignmentsFile]

/** Every file that the reader reads; a feed may contain others, which are ignored. */
export const feedFileNames: ReadonlySet<string> = new Set([
  ...plain.map((shape) => shape.file),
  ...supplemented.flatMap((shape) => [shape.file, supplementOf(shape.file)]),
])
