import { get, kept, post } from '#platform/contract/call.ts'
import type { SurveyAnswers, SurveyStatus } from './contract/status.ts'

/** Whether it is open, and which form: nothing of what somebody answers, or whether. */
export const getSurvey = kept(get<SurveyStatus[]>('/api/undersokning/get'), 'start')

/** Leaves no line in the log: nothing may tell when somebody answered. */
export const sendSurvey = { ...post<string, SurveyAnswers>('/api/undersokning/send'), unlogged: true } as const
