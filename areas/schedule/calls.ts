import { get, kept } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { ScheduleRow } from './contract.ts'

export const scheduleGate: Gate = { anyOf: ['SchemaEnabled'] }

export const getSchedule = kept(get<ScheduleRow[], { year: number; month: number }>('/api/bpl/schema', scheduleGate))
