import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// What is being put in force employee by employee, until it is for all, and the archive of a version until that: docs/decisions/0109. Always
// empty on a server.
export const feedActivations: Migration = {
  async up(db) {
    await sql`
      create table feed_activations (
        company text not null references companies,
        feed_id bigint not null references feeds on delete cascade,
        version int not null,
        duty_ids jsonb not null,
        first_day date,
        primary key (company, feed_id)
      )`.execute(db)
    await sql`
      create table feed_archive_parts (
        company text not null references companies,
        feed_id bigint not null references feeds on delete cascade,
        part int not null,
        bytes bytea not null,
        primary key (company, feed_id, part)
      )`.execute(db)
    // An archive is compressed already: to try it again takes three quarters of the time.
    await sql`alter table feed_archive_parts alter column bytes set storage external`.execute(db)
    await sql`alter table feed_versions alter column archive set storage external`.execute(db)
  },
}
