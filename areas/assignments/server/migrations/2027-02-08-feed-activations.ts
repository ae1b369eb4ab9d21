import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// What is being put in force employee by employee, until it is for all: docs/decisions/0109. Always empty on a server.
export const feedActivations: Migration = {
  async up(db) {
    await sql`
      create table feed_activations (
        company text not null references companies,
        feed_id bigint not null references feeds on delete cascade,
        version int not null,
        replaced_version int,
        duty_ids jsonb not null,
        first_day date,
        primary key (company, feed_id)
      )`.execute(db)
  },
}
