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
  // In a separate Fastify scope, so that only these calls get the header.
  void app.register(async (calls) => {
    answer(calls, getPayslips, { answer: z.array(Payslip) }, ({ employee }) => payslipsOf(db, employee.id))

    answer(calls, downloadPayslip, { query: PayslipQuery, answer: PayslipFile }, async ({ employee, query }) => {
      const which = { employeeId: employee.id, id: query.salaryPeriodId, at: clock() }
      const found = await openPayslip(db, await payslipKeys(config), which)
      if (!found) throw notFound()
      return { pdfStr: found.pdf.toString('base64'), salaryPeriodName: found.period }
    })
  })
}
