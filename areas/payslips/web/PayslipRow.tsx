import { DocumentRow } from '#core/documents/web/DocumentRow.tsx'
import type { Payslip } from '../contract.ts'
import { fileOf } from './payslip-file.ts'

export const loading = 'Laddar ner'

/** A payslip in a list: a tap reads it, the icon saves it. */
export function PayslipRow({ payslip, title }: { payslip: Payslip; title?: string }) {
  const { salaryPeriodName, salaryPeriodPaymentDate } = payslip
  return (
    <DocumentRow
      as="li"
      {...fileOf(payslip)}
      label={title ? '' : 'Period'}
      title={title ?? salaryPeriodName}
      facts={
        <>
          <span>Utbetalningsdag</span> <time dateTime={salaryPeriodPaymentDate}>{salaryPeriodPaymentDate}</time>
        </>
      }
      busyText={loading}
      saves={` ${salaryPeriodName}`}
    />
  )
}
