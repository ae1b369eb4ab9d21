import * as z from 'zod/mini'
import { isoDate } from '#platform/contract/dates.ts'

export const Payslip = z.object({
  /** Identifies one payslip of one employee. */
  salaryPeriodId: z.int(),
  /** As the payroll system calls it. */
  salaryPeriodName: z.string(),
  salaryPeriodPaymentDate: isoDate,
})
export type Payslip = z.infer<typeof Payslip>

export const PayslipQuery = z.object({
  salaryPeriodId: z.pipe(
    z.string('Ange en löneperiod').check(z.regex(/^\d{1,16}$/, 'Felaktig löneperiod')),
    z.transform(Number),
  ),
})

export const PayslipFile = z.object({
  /** The PDF in base64. */
  pdfStr: z.string(),
  salaryPeriodName: z.string(),
})
export type PayslipFile = z.infer<typeof PayslipFile>
