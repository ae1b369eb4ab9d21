import { get } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { Payslip, PayslipFile } from './contract.ts'

export const payslipsGate: Gate = { anyOf: ['LonSystem'], value: 'Kontek' }

export const getPayslips = get<Payslip[]>('/api/lonespec/kontek/getspeclist', payslipsGate)
/** Each answer is recorded as an opening of the payslip. */
export const downloadPayslip = get<PayslipFile, { salaryPeriodId: number }>(
  '/api/lonespec/kontek/downloadspec/',
  payslipsGate,
)
