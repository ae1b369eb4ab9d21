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
  /** Parts of an archive that is being stored. Written whole, it would keep everybody waiting. */
  feed_archive_parts: { company: string; feed_id: number; part: number; bytes: Buffer }
  /** The stops of trips, identified by their content, so that all days and versions of a feed share them. */
  trip_patterns: {
    id: Generated<number>
    feed_id: number
    key: string
    stops: readonly PatternStop[]
    /** The last service date of an event with this pattern, or a later date. */
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
    /** Null in the same case as an event's. */
    starts_instant: Date | null
    start_place: string
    end_place: string
    vehicle: string
    /** Null, like an event's line, if the duty was last imported before these columns existed. */
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
    /** Neither read nor written: to be dropped when the version before, which writes it, no longer runs. */
    withdrawn: Generated<boolean>
  }
}

export const dutyTables = (db: Database) => db.withTables<DutyTables>()
