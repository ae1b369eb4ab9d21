/** An approved report stays as it is, unless payroll has left it open for changes. */
export function maySubmit(report: { readonly isApproved: boolean; readonly isRevertable: boolean }): boolean {
  return !report.isApproved || report.isRevertable
}
