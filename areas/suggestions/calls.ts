import type { Reply } from '#core/cases/messages.ts'
import { get, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { NewSuggestion, Suggestion } from './contract.ts'

export const suggestionsGate = { anyOf: ['ForslagEnabled'] } satisfies Gate

export const getSuggestions = get<Suggestion[], { page?: number | undefined }>('/api/forslag/', suggestionsGate)
export const addSuggestion = post<Suggestion, NewSuggestion>('/api/forslag/', suggestionsGate)

/** The author's answer to a question of the office. */
export const replyToOffice = post<true, Reply>('/api/forslag/svara', suggestionsGate)
