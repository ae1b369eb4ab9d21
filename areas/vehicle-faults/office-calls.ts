import { may } from '#core/people/roles.ts'
import { get, post } from '#platform/contract/call.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { faultsGate } from './gate.ts'
import type { WorkshopState } from './office-workshop-contract.ts'

const { feature } = faultsGate

export const getFaultStatistics = get<Statistic[]>('/api/kontor/statistik/fel', {
  ...may('statistics.faults'),
  feature,
})

/** Null if all messages have reached the workshop's system, or if there is no such system. */
export const getWorkshopState = get<WorkshopState | null>('/api/kontor/verkstad', {
  ...may('faults.see'),
  feature,
})
export const sendWorkshopAgain = post<number, undefined>('/api/kontor/verkstad/igen', {
  ...may('faults.handle'),
  feature,
})
