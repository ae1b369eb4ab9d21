import { get, keptForStart, post } from '#platform/contract/call.ts'
import { fits } from '#platform/contract/fits.ts'
import type { SurveyAnswers, SurveyStatus } from './contract/status.ts'

/** Whether it is open, and which form: nothing of what somebody answers, or whether. */
export const getSurvey = keptForStart(get<SurveyStatus[]>('/api/undersokning/get'), (answer) =>
  fits(answer, [{ datum: true, contenttype: /^(forare|tjansteman)$/ }]),
)

/** Whether one has answered. Asked for by the form's own page only, and never kept on the phone. */
export const getAnswered = get<boolean>('/api/undersokning/besvarad')

/** Leaves no line in the log: nothing may tell when somebody answered. */
export const sendSurvey = { ...post<string, SurveyAnswers>('/api/undersokning/send'), unlogged: true } as const
