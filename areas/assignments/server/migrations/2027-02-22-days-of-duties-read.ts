import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Reads all duties and events, which may be read and written meanwhile. If one has a later day after all, because an import wrote it before the
// constraint was there, or because of a mistake in a feed, the next migration reads them.
export const daysOfDutiesRead: Migration = {
  async up(db) {
    for (const table of ['duties', 'duty_events'])
      await sql
        .raw(
          `do $$ begin
            if exists (select from pg_constraint where conname = '${table}_days') then
              alter table ${table} validate constraint ${table}_days;
            end if;
          exception when check_violation then
            alter table ${table} drop constraint ${table}_days;
          end $$`,
        )
        .execute(db)
  },
}
