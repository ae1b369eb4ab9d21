import type { Generated } from 'kysely'
import type { Line } from '#platform/contract/lines.ts'
import type { Database } from '#platform/server/area.ts'
import type { CurrentAssignment, Trip } from '../contract.ts'
import type { PatternStop } from './tods/read-feed.ts'

/** Timestamps without zone are wall-clock text `YYYY-MM-DDTHH:mm:ss`; dates are `YYYY-MM-DD`. */
export type DutyTables = {
  feeds: { id: Generated<number>; company: string; name: string; active_version: number | null }
  feed_versions: { feed_id: number; version: number; source: string; archive: Buffer; imported_at: Date }
  /** A version that is being put in force employee by employee (activation.ts). */
  feed_activations: {
    company: string
    feed_id: number
    version: number
    duty_ids: readonly number[]
    first_day: string | null
  }
  /** An archive on its way into a version, which whole would keep everybody waiting. */
  feed_archive_parts: { company: string; feed_id: number; part: number; bytes: Buffer }
  /** Belongs to its content, so that all days and all versions of a feed share it. */
  trip_patterns: {
    id: Generated<number>
    feed_id: number
    key: string
    stops: readonly PatternStop[]
    /** The last service date of an event that has it, or later. */
    last_day: Generated<string>
  }
  duty_places: { feed_id: number; name: string; lat: number; lon: number }
  duties: {
    id: Generated<number>
    feed_id: number
    employee_id: string
    service_date: string
    service_id: string
    run: string
    content_hash: string
    description: string
    starts_at: string
    ends_at: string
    ends_instant: Date
    /** Like those of an event. */
    starts_instant: Date | null
    start_place: string
    end_place: string
    vehicle: string
    /** Like an event's line, null if an import from before these columns wrote the duty, and has not been followed by another. */
    lines: readonly Line[] | null
    breaks: CurrentAssignment['raster'] | null
    confirmed_at: Date | null
    withdrawn: Generated<boolean>
    /** When it was last staged or withdrawn, by the database's clock. */
    withdrawn_at: Generated<Date>
  }
  duty_events: {
    id: Generated<number>
    duty_id: number
    employee_id: string
    service_date: string
    sequence: number
    run: string
    starts_at: string
    ends_at: string
    /** Null if the clocks do not change on the service day: the wall-clock time then means one instant. */
    starts_instant: Date | null
    ends_instant: Date | null
    trip_starts_at: string | null
    description: string
    vehicle: string
    start_place: string
    end_place: string
    positioning: boolean
    line: Line | null
    /** The stops of its trip, and its first departure in seconds of the service day. */
    pattern_id: number | null
    trip_first: number | null
    bus: Pick<Trip, 'fore' | 'efter'> | null
    reported_starts_at: string | null
    reported_ends_at: string | null
    reported_note: string | null
    reported_at: Date | null
    withdrawn: Generated<boolean>
  }
}

export const dutyTables = (db: Database) => db.withTables<DutyTables>()
