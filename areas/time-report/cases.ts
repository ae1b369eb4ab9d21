import { caseCalls } from '#core/cases/calls.ts'
import { may } from '#core/people/roles.ts'
import { get } from '#platform/contract/call.ts'
import type { MonthForPayroll, PayrollPiece, PayrollQuery } from './payroll-contract.ts'
import { periodName, periodOf } from './rules.ts'

/** The office's queue of time reports. */
export const timeReportCases = caseCalls('tidrapporter', {
  see: 'timeReports.see',
  handle: 'timeReports.approve',
  words: {
    one: 'Tidrapport',
    person: 'den anställde',
    sent: 'Inlämnad av',
    sought: 'Nummer',
    asks: false,
    notice: {
      thing: (_, about) => `Din tidrapport för ${periodName(periodOf(about)).toLowerCase()}`,
      page: () => 'start',
    },
  },
})

export const payrollGate = may('timeReports.export')

/** How many reports of a month are approved, and how many are not ready. */
export const getMonthForPayroll = get<MonthForPayroll, { manad: string }>('/api/kontor/loneunderlag/manad', payrollGate)
/** The approved reports of a month as lines of CSV, a piece at a time. */
export const getPayroll = get<PayrollPiece, PayrollQuery>('/api/kontor/loneunderlag/hamta', payrollGate)
