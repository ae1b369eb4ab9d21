import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// On the night when the clocks are put back a wall-clock time means two instants. The columns are filled only for service days on which the
// clocks change; elsewhere the wall clock says it all.
export const instants: Migration = {
  async up(db) {
    await sql`alter table duties add column starts_instant timestamptz`.execute(db)
    await sql`
      alter table duty_events add column starts_instant timestamptz, add column ends_instant timestamptz`.execute(db)
  },
}
