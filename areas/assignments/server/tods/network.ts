import { lineOf, type Line } from '#platform/contract/lines.ts'
import { readServices } from './calendar.ts'
import type { Services } from './calendar.ts'
import { agencyFile, frequenciesFile, routesFile, stopsFile, stopTimesFile, supplementOf, tripsFile } from './files.ts'
import { readMerged, readRows } from './merge.ts'
import type { Position } from './feed.ts'
import type { Merged, MergedRow } from './merge.ts'
import { quoted } from './problems.ts'
import { readStopTimes } from './stop-times.ts'
import { readTable } from './table.ts'
import type { Reading } from './table.ts'
import { TripStops } from './trip-stops.ts'

export type TripRow = MergedRow<keyof (typeof tripsFile)['columns']>

/** The GTFS side of a feed, with the supplements merged in. */
export interface Network {
  readonly trips: Merged<keyof (typeof tripsFile)['columns']>
  readonly stops: Merged<keyof (typeof stopsFile)['columns']>
  readonly routes: Merged<keyof (typeof routesFile)['columns']>
  /** The lines by route; a route without a name is left out. */
  readonly lines: ReadonlyMap<string, Line>
  readonly services: Services
  /** The trips that depart again and again. */
  readonly frequent: ReadonlySet<string>
  /** The first departures by trip, without those of frequent trips; null if the trip's first stop has no time. */
  readonly firstDepartures: ReadonlyMap<string, number | null>
  /** The stops of the driven trips, without frequent ones. */
  readonly tripStops: TripStops
  /** The services of each block's trips. */
  readonly blockServices: ReadonlyMap<string, ReadonlySet<string>>
}

/** `driven`: the trips whose stops are wanted. */
export async function readNetwork(
  reading: Reading,
  driven: ReadonlySet<string>,
  companyTimeZone?: string,
): Promise<Network> {
  await readAgency(reading, companyTimeZone)
  const routes = await readMerged(reading, routesFile)
  const stops = await readMerged(reading, stopsFile)
  const trips = await readMerged(reading, tripsFile)
  const services = await readServices(reading)
  const frequent = new Set<string>()
  await readTable(reading, frequenciesFile, ({ cells }) => frequent.add(cells.trip_id))
  const tripStops = new TripStops(reading, new Set([...driven].filter((trip) => !frequent.has(trip))))
  const departures = await readStopTimes(reading, trips, stops, tripStops)
  const firstDepartures = new Map([...departures].filter(([trip]) => !frequent.has(trip)))
  reportMissingFiles(reading, { trips, stops, routes, services })
  if (routes.present && routes.complete) reportUnknownRoutes(reading, trips, routes)
  const lines = linesOf(reading, routes)
  const blockServices = servicesByBlock(trips)
  return { trips, stops, routes, lines, services, frequent, firstDepartures, tripStops, blockServices }
}

/** A trip without passengers: one with a non-revenue type, or one that only the supplement has and the public timetable lacks. */
export function isDeadheadTrip(trip: TripRow, { trips }: Pick<Network, 'trips'>): boolean {
  const type = trip.cells.TODS_trip_type.toLowerCase()
  if (type !== '') return !['revenue', 'regular', 'in-service', 'passenger'].includes(type)
  return trips.hasBase && !trip.inBase
}

export function lineOfTrip(trip: TripRow, { lines }: Pick<Network, 'lines'>): Line | null {
  return lines.get(trip.cells.route_id) ?? null
}

function linesOf(reading: Reading, routes: Network['routes']): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const [id, route] of routes.rows) {
    const name = route.cells.route_short_name || route.cells.route_long_name
    const [ground, text] = [colourOf(reading, route, 'route_color'), colourOf(reading, route, 'route_text_color')]
    if (name) lines.set(id, lineOf(name, ground, text))
  }
  return lines
}

/** A wrong colour is only a warning, since the line is shown without it. */
function colourOf(
  { problems }: Reading,
  { cells, file, line }: MergedRow<keyof (typeof routesFile)['columns']>,
  column: 'route_color' | 'route_text_color',
): string | null {
  const value = cells[column]
  if (value === '') return null
  if (/^[0-9a-f]{6}$/i.test(value)) return `#${value.toLowerCase()}`
  const message = `${quoted(value)} är ingen färg på formen RRGGBB, så linjen visas utan den.`
  problems.warning({ file, line, column }, 'färgformat', message)
  return null
}

/** The stop's name, otherwise its id. */
export function stopNameOf(id: string, { stops }: Pick<Network, 'stops'>): string {
  return stops.rows.get(id)?.cells.stop_name || id
}

/** A stop's latitude and longitude; null if the feed has none, or one that is not on earth. */
export function positionOf(id: string, { stops }: Pick<Network, 'stops'>): Position | null {
  const { stop_lat: lat = '', stop_lon: lon = '' } = stops.rows.get(id)?.cells ?? {}
  const position = [Number(lat), Number(lon)] as const
  const onEarth = lat !== '' && lon !== '' && Math.abs(position[0]) <= 90 && Math.abs(position[1]) <= 180
  // 0, 0 is how an unknown position is often written.
  return onEarth && (position[0] !== 0 || position[1] !== 0) ? position : null
}

async function readAgency(reading: Reading, companyTimeZone?: string): Promise<void> {
  const agencies = await readRows(reading, agencyFile)
  if (!agencies.present) {
    const message = 'Filen saknas, så trafikföretagets namn och tidszon är okända.'
    reading.problems.warning(agencyFile, 'fil-saknas', message)
  }
  const other = agencies.rows.find(({ cells }) => companyTimeZone && cells.agency_timezone !== companyTimeZone)
  if (!other) return
  const zone = quoted(other.cells.agency_timezone)
  const message = `Tidszonen är ${zone}, inte bolagets ${companyTimeZone}; tiderna tas som de står.`
  reading.problems.warning({ file: other.file, line: other.line, column: 'agency_timezone' }, 'tidszon', message)
}

function reportMissingFiles(
  reading: Reading,
  { trips, stops, routes, services }: Pick<Network, 'trips' | 'stops' | 'routes' | 'services'>,
): void {
  const { problems, files } = reading
  if (!services.present) {
    const message =
      'Varken calendar.txt eller calendar_dates.txt finns, så det går inte att se vilka dagar tjänsterna går.'
    problems.warning({ file: 'calendar.txt' }, 'fil-saknas', message)
  }
  if (!stops.present) {
    problems.error({ file: stopsFile.file }, 'fil-saknas', 'Filen saknas, så inga platser är kända.')
  }
  if (!trips.present) return
  if (!routes.present) {
    problems.warning({ file: routesFile.file }, 'fil-saknas', 'Filen saknas, så turerna visas utan linje.')
  }
  if (!files.names.has(stopTimesFile.file) && !files.names.has(supplementOf(stopTimesFile.file))) {
    problems.warning({ file: stopTimesFile.file }, 'fil-saknas', 'Filen saknas, så turernas avgångstider är okända.')
  }
}

/** Unknown routes are only a warning, since a route only adds the trip's line in the list. */
function reportUnknownRoutes(reading: Reading, trips: Network['trips'], routes: Network['routes']): void {
  const seen = new Set<string>()
  for (const { cells, file, line } of trips.rows.values()) {
    if (cells.route_id === '' || routes.rows.has(cells.route_id) || seen.has(cells.route_id)) continue
    seen.add(cells.route_id)
    const message = `Linjen ${quoted(cells.route_id)} finns inte i routes.txt, så dess turer visas utan linje.`
    reading.problems.warning({ file, line, column: 'route_id' }, 'okänd-linje', message)
  }
}

function servicesByBlock(trips: Network['trips']): Map<string, Set<string>> {
  const blocks = new Map<string, Set<string>>()
  for (const { cells } of trips.rows.values()) {
    if (cells.block_id === '') continue
    const services = blocks.get(cells.block_id) ?? new Set()
    blocks.set(cells.block_id, services.add(cells.service_id))
  }
  return blocks
}
