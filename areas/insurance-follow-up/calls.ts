import { get } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { YearMonth } from '#platform/contract/wall-clock.ts'
import type { FollowUp } from './contract.ts'

export const followUpGate: Gate = { anyOf: ['IncidentsEnabled'], feature: 'insuranceFollowUp' }

export const getFollowUp = get<FollowUp, YearMonth>('/api/incident/forsakringuppfoljning', followUpGate)
