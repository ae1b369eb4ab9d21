import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { CalendarContent } from '../contract.ts'

export type ScheduleTables = {
  calendar_subscriptions: {
    employee_id: string
    company: string
    calendar_id: Generated<string>
    secret_hash: string
    content: CalendarContent
    created_at: Date
    fetched_at: Date | null
  }
  /** Each duty as it was last served to the subscriber. Timestamps without zone are wall-clock text. */
  calendar_events: {
    employee_id: string
    service_date: string
    /** With '#2' for the second duty of the same run on a day. */
    run: string
    sequence: number
    cancelled: boolean
    starts_at: string
    starts_instant: Date
    ends_at: string
    ends_instant: Date
    summary: string
    place: string
    changed_at: Date
  }
}

export const scheduleTables = (db: Database) => db.withTables<ScheduleTables>()
