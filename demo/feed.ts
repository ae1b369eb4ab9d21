import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Window } from './days.ts'
import { datesOf, dayNumber, ordinaryServiceOn, serviceOn } from './days.ts'
import type { Depot, Network, Service } from './networks/network.ts'
import { networkOf } from './networks/networks.ts'
import { demoEmployees, type DemoEmployee } from './people.ts'
import { rosterOn } from './roster.ts'
import type { Row } from './rows.ts'
import { csv, feedDate, feedTime, placeId } from './rows.ts'
import type { Timetable, Trip } from './timetable.ts'
import { timetableOf } from './timetable.ts'
import { plateOf } from './vehicles.ts'

export { demoWindow } from './days.ts'

const services: readonly Service[] = ['vardag', 'lordag', 'sondag']
const emptyRoute = 'tomkorning'

/** Writes a company's GTFS with TODS 2.1 for a window of days; the same days always give the same feed. */
export async function writeDemoFeed(folder: string, company: string, window: Window): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = Object.entries(feedFiles(company, window))
  await Promise.all(files.map(([name, rows]) => writeFile(join(folder, `${name}.txt`), csv(rows))))
}

/** A company's depots with what their buses and drivers do on each kind of day. */
export function timetablesOf(network: Network): { depot: Depot; timetables: Record<Service, Timetable> }[] {
  return network.depots.map((depot) => ({
    depot,
    timetables: Object.fromEntries(
      services.map((service) => [service, timetableOf(network, depot, service)]),
    ) as Record<Service, Timetable>,
  }))
}

/** The drivers of a depot. */
export function driversOf(company: string, { driverPosition }: Network, { area }: Depot): DemoEmployee[] {
  return demoEmployees.filter(
    (employee) => employee.company === company && employee.area === area && employee.positions.includes(driverPosition),
  )
}

function feedFiles(company: string, window: Window): Record<string, Row[]> {
  const network = networkOf(company)
  const depots = timetablesOf(network)
  const timetables = depots.flatMap(({ timetables }) => Object.values(timetables))
  const trips = timetables.flatMap(({ trips }) => trips)
  const dates = datesOf(window)
  return {
    ...networkFiles(network, trips),
    ...calendarFiles(window, dates),
    ...runFiles(network, timetables),
    vehicles: [
      ['vehicle_id', 'vehicle_label', 'license_plate'],
      ...network.depots.flatMap(fleetOf).map((number) => [number, `Buss ${number}`, plateOf(company, number)]),
    ],
    vehicle_assignments: [
      ['date', 'service_id', 'block_id', 'vehicle_id'],
      ...dates.flatMap((date) =>
        depots.flatMap(({ depot, timetables }) => vehiclesOn(date, depot, timetables[serviceOn(date)].blocks)),
      ),
    ],
    employee_run_dates: [
      ['date', 'service_id', 'run_id', 'employee_id'],
      ...dates.flatMap((date) =>
        depots.flatMap(({ depot, timetables }) => {
          const { runs } = timetables[serviceOn(date)]
          return rosterOn(date, driversOf(company, network, depot), runs).map(({ run, employeeNumber }) => [
            feedDate(date),
            run.service,
            run.id,
            employeeNumber,
          ])
        }),
      ),
    ],
  }
}

function networkFiles(network: Network, trips: readonly Trip[]): Record<string, Row[]> {
  const lines = network.depots.flatMap((depot) => depot.lines.map((line) => ({ depot, line })))
  const withPassengers = trips.filter(({ kind }) => kind === 'line')
  const empty = trips.filter(({ kind }) => kind !== 'line')
  const routeColumns = ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_type']
  const stopTimes = ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence']
  return {
    agency: [
      ['agency_id', 'agency_name', 'agency_url', 'agency_timezone', 'agency_lang', 'agency_phone'],
      ['1', network.agency.name, network.agency.url, 'Europe/Stockholm', 'sv', network.agency.phone],
    ],
    stops: [
      ['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'location_type'],
      ...Object.entries(network.stops).map(([name, [lat, lon]]) => [placeId(name), name, lat, lon, 0]),
    ],
    stops_supplement: [
      ['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'location_type', 'TODS_location_type'],
      ...network.depots.map(({ name, at: [lat, lon] }) => [placeId(name), name, lat, lon, 0, 'garage']),
    ],
    routes: [
      [...routeColumns, 'route_color', 'route_text_color'],
      ...lines.map(({ depot, line }) => [
        routeId(depot.firstRun, line.number),
        '1',
        line.number,
        [line.stops[0], line.stops.at(-1)].map((stop) => stop?.[0]).join(' – '),
        3,
        ...(line.colours ?? ['', '']),
      ]),
    ],
    routes_supplement: [routeColumns, [emptyRoute, '1', '', 'Tomkörning', 3]],
    trips: [
      ['route_id', 'service_id', 'trip_id', 'trip_headsign', 'direction_id', 'block_id'],
      ...withPassengers.map(({ id, line, service, calls, direction, block }) => [
        routeId(Number(block.slice(0, 4)), line ?? ''),
        service,
        id,
        calls.at(-1)?.stop ?? '',
        direction,
        block,
      ]),
    ],
    trips_supplement: [
      ['trip_id', 'route_id', 'service_id', 'trip_headsign', 'block_id', 'TODS_trip_type'],
      ...empty.map(({ id, service, calls, block, kind }) => [
        id,
        emptyRoute,
        service,
        calls.at(-1)?.stop ?? '',
        block,
        kind,
      ]),
    ],
    stop_times: [stopTimes, ...callRows(withPassengers)],
    stop_times_supplement: [stopTimes, ...callRows(empty)],
  }
}

function callRows(trips: readonly Trip[]): Row[] {
  return trips.flatMap(({ id, calls }) =>
    calls.map(({ stop, at }, index) => [id, feedTime(at), feedTime(at), placeId(stop), index + 1]),
  )
}

function calendarFiles({ from, to }: Window, dates: readonly string[]): Record<string, Row[]> {
  const exceptions = dates.filter((date) => serviceOn(date) !== ordinaryServiceOn(date))
  const span = [feedDate(from), feedDate(to)]
  return {
    calendar: [
      [
        'service_id',
        'monday',
        'tuesday',
        'wednesday',
        'thursday',
        'friday',
        'saturday',
        'sunday',
        'start_date',
        'end_date',
      ],
      ['vardag', 1, 1, 1, 1, 1, 0, 0, ...span],
      ['lordag', 0, 0, 0, 0, 0, 1, 0, ...span],
      ['sondag', 0, 0, 0, 0, 0, 0, 1, ...span],
    ],
    calendar_dates: [
      ['service_id', 'date', 'exception_type'],
      ...exceptions.flatMap((date) => [
        [serviceOn(date), feedDate(date), 1],
        [ordinaryServiceOn(date), feedDate(date), 2],
      ]),
    ],
  }
}

function runFiles(network: Network, timetables: readonly Timetable[]): Record<string, Row[]> {
  const header =
    'service_id,run_id,event_sequence,piece_id,block_id,job_type,event_type,trip_id,' +
    'start_location,start_time,start_mid_trip,end_location,end_time,end_mid_trip'
  const rows = timetables.flatMap(({ runs }) =>
    runs.flatMap(({ service, id, events }) =>
      events.map((event, index) => {
        const piece = event.trip ? `${id}-${pieceNumber(events.slice(0, index))}` : ''
        const midTrip = event.trip ? 2 : ''
        const start = [placeId(event.from), feedTime(event.start), midTrip]
        const end = [placeId(event.to), feedTime(event.end), midTrip]
        const what = [piece, event.block ?? '', network.driverPosition, event.type, event.trip?.id ?? '']
        return [service, id, (index + 1) * 10, ...what, ...start, ...end]
      }),
    ),
  )
  return { run_events: [header.split(','), ...rows] }
}

/** A piece of work lasts until the driver leaves the bus for a rest. */
function pieceNumber(before: readonly { readonly type: string }[]): number {
  return 1 + before.filter(({ type }) => type === 'Rast' || type === 'Delad tjänst, uppehåll').length
}

function vehiclesOn(date: string, depot: Depot, blocks: readonly string[]): Row[] {
  return blocks.map((block, index) => [feedDate(date), serviceOn(date), block, vehicleOn(date, depot, index)])
}

/** Every bus is used on every block in turn: three steps a day through a fleet whose size is not a multiple of three. */
export function vehicleOn(date: string, depot: Depot, block: number): number {
  const fleet = fleetOf(depot)
  return fleet[(block + dayNumber(date) * 3) % fleet.length] as number
}

function fleetOf({ fleet: [first, last] }: Depot): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function routeId(firstRun: number, line: string): string {
  return `${String(firstRun).slice(0, 1)}-${line}`
}
