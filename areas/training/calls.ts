import { get, post } from '#platform/contract/call.ts'
import type { Certificate, NewEvaluation } from './contract.ts'

export const getCertificates = get<Certificate[]>('/api/intyg/get')
/** Whether there is a course to evaluate. */
export const getEvaluation = get<boolean>('/api/utvardering/get')
export const sendEvaluation = post<boolean, NewEvaluation>('/api/utvardering/send')
