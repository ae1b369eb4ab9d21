import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The hours of a report as somebody in the office last saw them, to notice that another plan has changed them since. */
export const hoursThatWereSeen: Migration = {
  async up(db) {
    await sql`alter table time_reports add column seen_hours jsonb`.execute(db)
  },
}
