/** An approved report stays as it is, unless payroll has left it open for changes. */
export function maySubmit(report: { readonly isApproved: boolean; readonly isRevertable: boolean }): boolean {
  return !report.isApproved || report.isRevertable
}

/** A month's report as far as the choice of the one to show depends on it. */
export interface ReportOfMonth {
  /** `YYYY-MM`. */
  readonly period: string
  readonly submittedAt: Date | null
  readonly approved: boolean
}

const UNDO_MS = 3_600_000

/**
 * The month whose report is shown, of those in which a duty has begun, in order: the first that is not submitted, else the last. One that has just been submitted
 * stays for an hour, so that it can be taken back. Months before the first known report were reported elsewhere; where none is
 * known, all but the last two.
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
