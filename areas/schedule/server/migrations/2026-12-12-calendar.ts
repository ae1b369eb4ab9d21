import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The address contains a secret of which only the hash is stored. `calendar_id` is part of the events' identifiers: a new address
// shows the same events, a new subscription after its end shows others.
// calendar_events remembers what was served of each duty, since a duty that a feed changes is another row (decision 0003), while
// its event in a subscriber's calendar stays the same, with a higher sequence. The text is kept as it was served, so that an
// event is cancelled as the subscriber knows it.
export const calendar: Migration = {
  async up(db) {
    await sql`
      create table calendar_subscriptions (
        employee_id uuid primary key references employees on delete cascade,
        company text not null references companies,
        calendar_id uuid not null default gen_random_uuid(),
        secret_hash text not null unique,
        content text not null check (content in ('tider', 'linje')),
        created_at timestamptz not null,
        fetched_at timestamptz
      )`.execute(db)
    await sql`
      create table calendar_events (
        employee_id uuid not null references calendar_subscriptions on delete cascade,
        service_date date not null,
        run text not null,
        sequence int not null,
        cancelled boolean not null,
        starts_at timestamp not null,
        starts_instant timestamptz not null,
        ends_at timestamp not null,
        ends_instant timestamptz not null,
        summary text not null,
        place text not null,
        changed_at timestamptz not null,
        primary key (employee_id, service_date, run)
      )`.execute(db)
  },
}
