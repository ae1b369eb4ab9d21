import { get, keptForStart, post } from '#platform/contract/call.ts'
import { fits } from '#platform/contract/fits.ts'
import type { SurveyAnswers, SurveyStatus } from './contract/status.ts'

/** Whether the survey is open, and with which form. It reveals neither answers nor who has answered. */
export const getSurvey = keptForStart(get<SurveyStatus[]>('/api/undersokning/get'), (answer) =>
  fits(answer, [{ datum: true, contenttype: /^(forare|tjansteman)$/ }]),
)

/** Whether the employee has answered. Only the form's own page asks, and the answer is never kept on the phone. */
export const getAnswered = get<boolean>('/api/undersokning/besvarad')

/** Not logged: nothing may reveal when somebody answered. */
export const sendSurvey = { ...post<string, SurveyAnswers>('/api/undersokning/send'), unlogged: true } as const
