import type { DocumentFile } from '#core/documents/web/ReadButton.tsx'
import { send } from '#platform/web/wire/client.ts'
import { downloadPayslip } from '../calls.ts'
import type { Payslip } from '../contract.ts'

/** The payslip's PDF. It is never cached, and kept in memory no longer than it is shown. */
export const fileOf = ({ salaryPeriodId, salaryPeriodName }: Payslip): DocumentFile => ({
  fileName: `Lönebesked ${salaryPeriodName}.pdf`,
  fetchFile: async () => (await send(downloadPayslip, { query: { salaryPeriodId } })).pdfStr,
  failedText: 'Hämta Lönespec misslyckades',
})
