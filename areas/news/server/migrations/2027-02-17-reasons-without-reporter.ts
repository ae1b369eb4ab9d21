import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The reason that an employee gave for reporting a comment stays, without a name, when the employee is erased. */
export const reasonsWithoutReporter: Migration = {
  async up(db) {
    await sql`
      alter table comment_reports
        drop constraint comment_reports_pkey,
        add column id uuid not null default gen_random_uuid(),
        add primary key (company, id),
        add unique (company, reported_id, reporter_id),
        alter column reporter_id drop not null,
        drop constraint comment_reports_reporter_id_fkey,
        add foreign key (reporter_id) references employees on delete set null`.execute(db)
  },
}
