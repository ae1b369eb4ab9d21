import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A day is read through its duties (docs/decisions/0099). Only versions that read the events' own `withdrawn` used this index.
export const noEventsOfDay: Migration = {
  async up(db) {
    await sql`drop index duty_events_of_day`.execute(db)
  },
}
