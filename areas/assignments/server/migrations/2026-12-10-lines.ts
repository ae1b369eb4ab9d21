import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// What a list or the home shows of a line is on the row itself, so that reading a day joins nothing. Duties of earlier imports have nulls
// until the feed is imported again: docs/decisions/0041.
export const lines: Migration = {
  async up(db) {
    await sql`alter table duties add column lines jsonb, add column breaks jsonb`.execute(db)
    await sql`alter table duty_events add column line jsonb`.execute(db)
  },
}
