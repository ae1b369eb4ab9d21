import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A duty is one run of one employee on one service date. Its id belongs to its content: when a feed changes a duty,
// the old row is withdrawn and a new one replaces it, so that nobody confirms a duty without having seen it, and
// reports on the old one are kept.
// Events have the employee and the date too: a day is then one index range, however many duties there are.
export const duties: Migration = {
  async up(db) {
    await sql`
      create table feeds (
        id bigint generated always as identity primary key,
        company text not null references companies,
        name text not null,
        active_version int,
        unique (company, name)
      )`.execute(db)
    await sql`
      create table feed_versions (
        feed_id bigint not null references feeds on delete cascade,
        version int not null,
        source text not null,
        archive bytea not null,
        imported_at timestamptz not null,
        primary key (feed_id, version)
      )`.execute(db)
    await sql`
      create table duties (
        id bigint generated always as identity primary key,
        feed_id bigint not null references feeds on delete cascade,
        employee_id uuid not null references employees on delete cascade,
        service_date date not null,
        service_id text not null,
        run text not null,
        content_hash text not null,
        description text not null,
        starts_at timestamp not null,
        ends_at timestamp not null,
        ends_instant timestamptz not null,
        start_place text not null,
        end_place text not null,
        vehicle text not null,
        confirmed_at timestamptz,
        withdrawn boolean not null default false,
        unique (feed_id, employee_id, service_date, service_id, run, content_hash)
      )`.execute(db)
    await sql`create index duties_to_come on duties (employee_id, ends_instant) where not withdrawn`.execute(db)
    await sql`create index duties_of_month on duties (employee_id, service_date) where not withdrawn`.execute(db)
    await sql`
      create table duty_events (
        id bigint generated always as identity primary key,
        duty_id bigint not null references duties on delete cascade,
        employee_id uuid not null,
        service_date date not null,
        sequence int not null,
        run text not null,
        starts_at timestamp not null,
        ends_at timestamp not null,
        trip_starts_at timestamp,
        description text not null,
        vehicle text not null,
        start_place text not null,
        end_place text not null,
        positioning boolean not null,
        reported_starts_at timestamp,
        reported_ends_at timestamp,
        reported_note text,
        reported_at timestamptz,
        withdrawn boolean not null default false
      )`.execute(db)
    await sql`
      create index duty_events_of_day on duty_events (employee_id, service_date, starts_at, sequence)
      where not withdrawn`.execute(db)
    await sql`create unique index duty_events_of_duty on duty_events (duty_id, sequence)`.execute(db)
  },
}
