import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The hours of a report as they were approved. Those of older ones are read from the duties, as before. */
export const approvedHours: Migration = {
  async up(db) {
    await sql`alter table time_reports add column approved_hours jsonb`.execute(db)
  },
}
