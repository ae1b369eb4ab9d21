import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// For the traffic office, which asks each minute what was reported back within a day: a few events among all that are planned.
export const reportedEvents: Migration = {
  async up(db) {
    await sql`create index duty_events_reported on duty_events (reported_at) where reported_at is not null`.execute(db)
  },
}
