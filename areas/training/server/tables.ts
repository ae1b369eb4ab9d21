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
    /** As the employee wrote it. */
    held_on: string
    /** Names the set of questions. */
    edition: string
    /** 1 to 5 for each question; JSON text going in. */
    answers: ColumnType<Readonly<Record<QuestionId, number>>, string, string>
    comments: string
    other: string
    created_at: Date
    /** The attendance that it is of; null for those from before it was asked for. */
    attended_on: string | null
    course: string | null
  }
}

export const trainingTables = (db: Database) => db.withTables<TrainingTables>()
