import type { DocumentFile } from '#core/documents/web/ReadButton.tsx'
import { send } from '#platform/web/wire/client.ts'
import { downloadPayslip, getPayslips } from '../calls.ts'
import type { Payslip } from '../contract.ts'

/** 'Lönebesked november 2026': a month has a small letter within a name. */
export const payslipTitle = ({ salaryPeriodName }: Payslip): string =>
  `Lönebesked ${salaryPeriodName.charAt(0).toLowerCase()}${salaryPeriodName.slice(1)}`

/** The payslip's PDF. It is never cached, and kept in memory only while it is shown. */
export const fileOf = (payslip: Payslip): DocumentFile => ({
  fileName: `${payslipTitle(payslip)}.pdf`,
  fetchFile: async () => {
    const { pdfStr } = await send(downloadPayslip, { query: { salaryPeriodId: payslip.salaryPeriodId } })
    return { base64: pdfStr }
  },
  failedText: 'Hämta Lönespec misslyckades',
  reloads: [getPayslips],
})
