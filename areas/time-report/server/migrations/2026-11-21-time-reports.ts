import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const timeReports: Migration = {
  async up(db) {
    await sql`
      create table time_reports (
        id bigint generated always as identity primary key,
        employee_id uuid not null references employees on delete cascade,
        period text not null,
        submitted_at timestamptz,
        approved_at timestamptz,
        revertable boolean not null default false,
        unique (employee_id, period)
      )`.execute(db)
  },
}
