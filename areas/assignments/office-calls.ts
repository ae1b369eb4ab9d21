import { may } from '#core/people/roles.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { get } from '#platform/contract/call.ts'
import type { ReportedEvent, UnconfirmedDuty, WaitingDuties } from './office-contract.ts'

export const dutiesGate = may('duties.see')

export const getUnconfirmed = get<UnconfirmedDuty[]>('/api/kontor/tjanster/obekraftade', dutiesGate)
export const getReportedBack = get<ReportedEvent[]>('/api/kontor/tjanster/aterrapporterade', dutiesGate)
export const getWaitingDuties = get<WaitingDuties>('/api/kontor/tjanster/antal', dutiesGate)

export const unconfirmedTitle = 'Obekräftade, har börjat eller börjar inom 4 timmar'

/** More duties than anybody can call about. A longer list is cut off here. */
export const MOST_SHOWN = 200
export const getDutyStatistics = get<Statistic[]>('/api/kontor/statistik/tjanster', may('statistics.duties'))
