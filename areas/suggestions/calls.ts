import { get, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { NewSuggestion, Suggestion } from './contract.ts'

export const suggestionsGate: Gate = { anyOf: ['ForslagEnabled'] }

export const getSuggestions = get<Suggestion[], { page?: number | undefined }>('/api/forslag/', suggestionsGate)
export const addSuggestion = post<Suggestion, NewSuggestion>('/api/forslag/', suggestionsGate)
