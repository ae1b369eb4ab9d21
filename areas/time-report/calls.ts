import { get, kept, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { AcceptTimeReport, Submitted, TimeReport } from './contract.ts'

/** Open to everybody, except that an employee with BlacklistEnabled needs the feature's own flag. */
export const timeReportGate: Gate = { unlessBlacklisted: 'LinkTimereportEnabled' }

export const getLatestTimeReport = kept(get<TimeReport | null>('/api/bpl/tidrapport/getsenaste', timeReportGate))
export const acceptTimeReport = post<Submitted, AcceptTimeReport>('/api/bpl/tidrapport/accept', timeReportGate)
