import { get } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { EcoOverview, EcoTrip } from './contract.ts'

export const ecoDrivingGate = { feature: 'ecoDriving' } satisfies Gate

export const getEcoOverview = get<EcoOverview>('/api/bpl/ecodriving/overview', ecoDrivingGate)

export const getEcoTrips = get<EcoTrip[], { date: string }>('/api/bpl/ecodriving/detail', ecoDrivingGate)
