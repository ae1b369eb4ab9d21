import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { downloadPayslip, getPayslips } from '../calls.ts'
import { Payslip, PayslipFile, PayslipQuery } from '../contract.ts'
import { payslipKeys } from './keys.ts'
import { openPayslip, payslipsOf } from './store.ts'

export function payslipRoutes(app: FastifyInstance, { db, clock, config }: Platform): void {
  answer(app, getPayslips, { answer: z.array(Payslip) }, ({ employee }) => payslipsOf(db, employee.id))

  answer(app, downloadPayslip, { query: PayslipQuery, answer: PayslipFile }, async ({ employee, query }) => {
    const which = { employeeId: employee.id, id: query.salaryPeriodId, at: clock() }
    const found = await openPayslip(db, await payslipKeys(config), which)
    if (!found) throw notFound()
    return { pdfStr: found.pdf.toString('base64'), salaryPeriodName: found.period }
  })
}
