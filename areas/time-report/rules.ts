import { monthNames } from '#platform/contract/wall-clock.ts'

/** An approved report cannot change unless payroll has left it open for changes. */
export function maySubmit(report: { readonly isApproved: boolean; readonly isRevertable: boolean }): boolean {
  return !report.isApproved || report.isRevertable
}

/** The part of a month's report that decides which one is shown. */
export interface ReportOfMonth {
  /** `YYYY-MM`. */
  readonly period: string
  readonly submittedAt: Date | null
  readonly approved: boolean
}

const UNDO_MS = 3_600_000

/**
 * The month whose report is shown, of the months (in order) in which a duty has begun: the first that is not submitted, otherwise
 * the last. A report that has just been submitted is shown for another hour, so that it can be withdrawn. Months before the first
 * known report were reported elsewhere; if no report is known, that applies to all but the last two.
 */
export function periodToReport(
  begun: readonly string[],
  reports: readonly ReportOfMonth[],
  now: Date,
): string | undefined {
  const known = new Map(reports.map((report) => [report.period, report]))
  const first = [...known.keys()].sort()[0]
  const months = first === undefined ? begun.slice(-2) : begun.filter((month) => month >= first)
  const waits = (month: string) => {
    const report = known.get(month)
    if (!report) return true
    if (report.approved) return false
    return !report.submittedAt || now.getTime() - report.submittedAt.getTime() < UNDO_MS
  }
  return months.find(waits) ?? begun.at(-1)
}

/** 'November 2026' */
export const periodName = (period: string): string => `${monthNames[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`

export const spokenNumber = (number: number): string => `T-${number}`

/** What a report's case is about: its month, and which one it is. */
export const aboutReport = (period: string, id: number): string => `${period}/${id}`

export const periodOf = (about: string | null): string => about?.split('/')[0] ?? ''
