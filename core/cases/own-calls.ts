import { get } from '#platform/contract/call.ts'
import type { OwnAnswer } from './messages.ts'

// Separate from calls.ts, which names the rights of the office.

/** The office's recent answers to the employee, from the queues whose answers only this list shows as new. */
export const getOwnAnswers = get<OwnAnswer[]>('/api/arenden/svar')
