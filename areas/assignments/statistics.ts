import { may } from '#core/people/roles.ts'
import { get } from '#platform/contract/call.ts'
import type { Statistic } from '#platform/contract/statistics.ts'

export const getDutyStatistics = get<Statistic[]>('/api/kontor/statistik/tjanster', may('statistics.duties'))
