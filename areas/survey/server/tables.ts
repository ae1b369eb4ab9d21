import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { GivenAnswer } from './given-answer.ts'

export type SurveyTables = {
  /** Dates are `YYYY-MM-DD`. */
  surveys: { company: string; year: number; opens: string; closes: string }
  survey_participation: { year: number; employee_id: string }
  survey_answers: { id: Generated<string> } & Pick<GivenAnswer, 'year' | 'form' | 'company' | 'area' | 'answers'>
  survey_epochs: { public_key: string }
  survey_sealed: { id: Generated<string>; epoch: string; waiting: Generated<boolean>; box: Uint8Array }
  /** Answers from before sealing, until they are mixed. Created from a query, which loses `not null`. */
  survey_answers_unmixed: {
    year: number | null
    form: GivenAnswer['form'] | null
    company: string | null
    area: string | null
    answers: GivenAnswer['answers'] | null
  }
}

export const surveyTables = (db: Database) => db.withTables<SurveyTables>()
