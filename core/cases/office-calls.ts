import { may } from '#core/people/roles.ts'
import { inOffice } from '#platform/contract/claims.ts'
import { get, post } from '#platform/contract/call.ts'
import type { CaseSearch, FoundCases } from './search.ts'
import type { QueueTemplates, SaveTemplate } from './templates.ts'

// The calls of the office about all queues together.

const edits = may('templates.edit')

/** The templates of answers, in every queue of the company. */
export const getTemplates = get<QueueTemplates[]>('/api/kontor/svarsmallar', edits)
export const saveTemplate = post<true, SaveTemplate>('/api/kontor/svarsmallar', edits)

/** Cases of every queue that the employee may see. */
export const searchCases = get<FoundCases, CaseSearch>('/api/kontor/sok', inOffice)
