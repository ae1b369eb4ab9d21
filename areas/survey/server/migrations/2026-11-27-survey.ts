import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who answered and what was answered are in two tables with nothing in common: no key, no growing number, no time.
 * server/mix.ts removes what PostgreSQL itself records about a row's age and position.
 */
export const surveyTables: Migration = {
  async up(db) {
    await sql`
      create table surveys (
        company text not null references companies,
        year integer not null,
        opens date not null,
        closes date not null check (closes >= opens),
        primary key (company, year)
      )`.execute(db)
    await sql`
      create table survey_participation (
        year integer not null,
        employee_id uuid not null references employees on delete cascade,
        primary key (year, employee_id)
      )`.execute(db)
    await sql`create index survey_participation_of on survey_participation (employee_id)`.execute(db)
    // company and area are null if their group is too small for anonymity.
    await sql`
      create table survey_answers (
        id uuid primary key default gen_random_uuid(),
        year integer not null,
        form text not null,
        company text references companies,
        area text,
        answers jsonb not null
      )`.execute(db)
    await sql`
      create index employee_claims_position on employee_claims (value, employee_id) where type = 'IntraPosition'`.execute(
      db,
    )
  },
}
