import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Each attendance has one evaluation. Older evaluations have no attendance, and stay.
export const oneEvaluation: Migration = {
  async up(db) {
    await sql`alter table course_evaluations add column attended_on date, add column course text`.execute(db)
    await sql`
      create unique index course_evaluations_of_attendance on course_evaluations (employee_id, attended_on, course)
      where attended_on is not null`.execute(db)
  },
}
