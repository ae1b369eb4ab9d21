import type { ColumnType, Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { QuestionId } from '../rules.ts'

/** Dates are `YYYY-MM-DD`. */
export type TrainingTables = {
  course_attendances: { employee_id: string; held_on: string; course: string; place: string }
  course_evaluations: {
    id: Generated<number>
    company: string
    employee_id: string | null
    place: string
    /** As the employee entered it. */
    held_on: string
    /** The name of the set of questions. */
    edition: string
    /** 1 to 5 for each question; inserted as JSON text. */
    answers: ColumnType<Readonly<Record<QuestionId, number>>, string, string>
    comments: string
    other: string
    created_at: Date
    /** The date of the attendance that the evaluation belongs to; null for older evaluations. */
    attended_on: string | null
    course: string | null
  }
}

export const trainingTables = (db: Database) => db.withTables<TrainingTables>()
