import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * That somebody answered and what was answered are two tables with nothing in common: no key, no number that grows, no time.
 * What PostgreSQL itself keeps of a row's age and place, server/shuffle.ts takes away.
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
    // company and area are null where the group that they name is too small to hide in.
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
