import { may } from '#core/people/roles.ts'
import { get } from '#platform/contract/call.ts'
import type { Statistic } from '#platform/contract/statistics.ts'

export const getDeviationStatistics = get<Statistic[]>('/api/kontor/statistik/avvikelser', may('statistics.deviations'))
