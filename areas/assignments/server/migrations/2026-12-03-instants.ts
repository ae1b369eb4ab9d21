import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// On the night when the clocks go back, a wall-clock time means two instants. The columns are filled only for service days on
// which the clocks change; on other days the wall-clock time is enough.
export const instants: Migration = {
  async up(db) {
    await sql`alter table duties add column starts_instant timestamptz`.execute(db)
    await sql`
      alter table duty_events add column starts_instant timestamptz, add column ends_instant timestamptz`.execute(db)
  },
}
