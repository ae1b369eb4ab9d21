import { may } from '#core/people/roles.ts'
import { get } from '#platform/contract/call.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { faultsGate } from './gate.ts'

export const getFaultStatistics = get<Statistic[]>('/api/kontor/statistik/fel', {
  ...may('statistics.faults'),
  feature: faultsGate.feature,
})
