import { buildEmployeeDays, reportWrongDays } from './employee-days.ts'
import type { Feed } from './feed.ts'
import { employeeRunDatesFile, runEventsFile } from './files.ts'
import { defaultLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { readRows } from './merge.ts'
import { readNetwork } from './network.ts'
import { ProblemList } from './problems.ts'
import type { FeedProblem } from './problems.ts'
import { buildRuns, placesOf } from './runs.ts'
import { openWithBase } from './source.ts'
import type { Reading } from './table.ts'
import { buildVehicleAssignments, buildVehicles, readVehicles } from './vehicles.ts'

export { runKey } from './feed.ts'
export type { Feed, Run, RunEvent } from './feed.ts'
export type { PatternStop, TripPattern } from './trip-stops.ts'
export { FeedFault, formatProblem } from './problems.ts'
export { archiveFeed } from './archive-feed.ts'

export interface FeedReading {
  /** Null if there is any error: all or nothing. */
  readonly feed: Feed | null
  readonly errors: readonly FeedProblem[]
  readonly warnings: readonly FeedProblem[]
}

export interface ReadOptions {
  /** Receives progress, one line at a time, in Swedish. */
  readonly tell?: (line: string) => void
  /** A second folder or zip, for the files that the source lacks: the GTFS feed that a TODS package is based on. */
  readonly base?: string
  /** The company's time zone: a different agency_timezone is a warning, and nothing is converted. */
  readonly agencyTimeZone?: string
  readonly limits?: Partial<Limits>
}

/**
 * Reads a GTFS feed with TODS 2.1.0 from a folder, a zip or the bytes of a zip. Never throws for a faulty source: its problems
 * are in the result.
 */
export async function readFeed(source: string | Buffer, options: ReadOptions = {}): Promise<FeedReading> {
  const limits = { ...defaultLimits, ...options.limits }
  const problems = new ProblemList(limits.problems)
  let feed: Feed | null = null
  try {
    const files = await openWithBase(source, options.base, limits)
    const reading: Reading = {
      files,
      problems,
      limits,
      tell: options.tell ?? (() => {}),
      held: { rows: 0, values: new Map() },
    }
    feed = await feedOf(reading, options.agencyTimeZone)
  } catch (cause) {
    problems.fault(cause)
  }
  return { feed: problems.hasErrors ? null : feed, errors: problems.errors, warnings: problems.warnings }
}

async function feedOf(reading: Reading, companyTimeZone?: string): Promise<Feed> {
  const { problems } = reading
  const eventRows = await readRows(reading, runEventsFile)
  const dayRows = await readRows(reading, employeeRunDatesFile)
  const vehicleRows = await readVehicles(reading)
  const driven = new Set(eventRows.rows.map(({ cells }) => cells.trip_id))
  const network = await readNetwork(reading, driven, companyTimeZone)

  const runs = await buildRuns(reading, network, eventRows.rows)
  if (runs.size === 0 && eventRows.complete) {
    const why = eventRows.present ? 'run_events.txt är tom' : 'run_events.txt saknas'
    problems.error({ file: runEventsFile.file }, 'inga-tjänster', `Underlaget har inga tjänster: ${why}.`)
  }
  const employeeDays = await buildEmployeeDays(reading, runs, dayRows.rows, eventRows.complete && runs.size > 0)
  if (runs.size > 0 && employeeDays.length === 0) {
    const message = 'Inga anställda är satta på tjänsterna, så ingen får dem.'
    problems.warning({ file: employeeRunDatesFile.file }, 'inga-arbetsdagar', message)
  }
  await reportWrongDays(reading, network, eventRows.rows, dayRows.rows)
  const vehicles = buildVehicles(reading, vehicleRows)
  const vehicleAssignments = buildVehicleAssignments(reading, network, runs, vehicleRows)
  const places = placesOf(network, eventRows.rows)
  return { runs, employeeDays, vehicles, vehicleAssignments, places, ...spanOf(employeeDays) }
}

function spanOf(days: Feed['employeeDays']): Pick<Feed, 'firstDate' | 'lastDate'> {
  let firstDate: string | null = null
  let lastDate: string | null = null
  for (const { date } of days) {
    if (firstDate === null || date < firstDate) firstDate = date
    if (lastDate === null || date > lastDate) lastDate = date
  }
  return { firstDate, lastDate }
}
