import { get, kept, post, remove } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { ScheduleDays, ScheduleRow, Subscribe, Subscribed, Subscription, Unsubscribed } from './contract.ts'

export const scheduleGate: Gate = { anyOf: ['SchemaEnabled'] }

export const getSchedule = kept(get<ScheduleRow[], { year: number; month: number }>('/api/bpl/schema', scheduleGate))
export const getScheduleDays = kept(
  get<ScheduleDays, { year: number; month: number }>('/api/bpl/kalenderdagar', scheduleGate),
)
export const getSubscription = get<Subscription>('/api/bpl/kalender', scheduleGate)
export const subscribe = post<Subscribed, Subscribe>('/api/bpl/kalender', scheduleGate)
export const unsubscribe = remove<Unsubscribed, undefined>('/api/bpl/kalender', scheduleGate)
