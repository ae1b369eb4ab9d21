import { get } from '#platform/contract/call.ts'
import type { OwnAnswer } from './messages.ts'

// Apart from calls.ts, which names the rights of the office.

/** What the office has lately answered the employee, of all queues that leave it to this list to say so. */
export const getOwnAnswers = get<OwnAnswer[]>('/api/arenden/svar')
