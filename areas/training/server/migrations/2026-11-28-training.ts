import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const training: Migration = {
  async up(db) {
    await sql`
      create table course_attendances (
        employee_id uuid not null references employees on delete cascade,
        held_on date not null,
        course text not null,
        place text not null,
        primary key (employee_id, held_on, course)
      )`.execute(db)
    // `answers`: step 1 to 5 by question, for the edition of the questions.
    await sql`
      create table course_evaluations (
        id bigint generated always as identity primary key,
        company text not null references companies,
        employee_id uuid references employees on delete set null,
        place text not null,
        held_on date not null,
        edition text not null,
        answers jsonb not null,
        comments text not null,
        other text not null,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index course_evaluations_of_company on course_evaluations (company, held_on)`.execute(db)
    await sql`create index course_evaluations_of_employee on course_evaluations (employee_id)`.execute(db)
  },
}
