import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A trip's stops are stored once for all trips that run alike, not once a day: docs/decisions/0041.
export const trips: Migration = {
  async up(db) {
    await sql`
      create table trip_patterns (
        id bigint generated always as identity primary key,
        feed_id bigint not null references feeds on delete cascade,
        key text not null,
        stops jsonb not null,
        unique (feed_id, key)
      )`.execute(db)
    await sql`
      create table duty_places (
        feed_id bigint not null references feeds on delete cascade,
        name text not null,
        lat numeric not null,
        lon numeric not null,
        primary key (feed_id, name)
      )`.execute(db)
    // Without a foreign key: an import writes a hundred thousand events, and a pattern only goes with its feed, as they do.
    await sql`
      alter table duty_events add column pattern_id bigint, add column trip_first int, add column bus jsonb`.execute(db)
  },
}
