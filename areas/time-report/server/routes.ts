import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { DutyCalendar } from '#platform/contract/duties.ts'
import { addDays, dateIn, monthNames } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { acceptTimeReport, getLatestTimeReport } from '../calls.ts'
import { AcceptTimeReport, Submitted, TimeReport } from '../contract.ts'
import { maySubmit } from '../rules.ts'
import { findReport, findReportById, openReport, setSubmitted } from './store.ts'

export function timeReportRoutes(app: FastifyInstance, { db, clock, variants }: Platform, { duties }: Ports): void {
  answer(app, getLatestTimeReport, { answer: z.nullable(TimeReport) }, async ({ employee }) => {
    const today = dateIn(variants.timeZoneOf(employee.company), clock())
    const period = (await duties.lastDutyDate(employee.id, today))?.slice(0, 7)
    if (!period) return null
    let report = await findReport(db, employee.id, period)
    if (!report) {
      // A period's report is opened when it is first asked for, after its first duty.
      await openReport(db, employee.id, period)
      report = await findReport(db, employee.id, period)
    }
    if (!report) throw notFound()
    return {
      id: report.id,
      period: periodName(period),
      passCount: await countDuties(duties, employee.id, period, today),
      status: report.approved_at ? 'Godkänd' : report.submitted_at ? 'Inlämnad' : 'Öppen',
      isSubmitted: report.submitted_at !== null,
      isApproved: report.approved_at !== null,
      isRevertable: report.revertable,
    }
  })

  answer(app, acceptTimeReport, { body: AcceptTimeReport, answer: Submitted }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      const report = await findReportById(tx, employee.id, body.TidrapportId)
      if (!report) throw notFound()
      const closed = { TidrapportId: ['Tidrapporten är godkänd och kan inte längre ändras.'] }
      if (!maySubmit({ isApproved: report.approved_at !== null, isRevertable: report.revertable }))
        throw refused(closed)
      if (!(await setSubmitted(tx, employee.id, report.id, body.Undo ? null : now))) throw refused(closed)
      return { status: 'OK' as const, isSubmitted: !body.Undo }
    })
  })
}

const periodName = (period: string) => `${monthNames[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`

async function countDuties(duties: DutyCalendar, employeeId: string, period: string, today: string): Promise<number> {
  return (await duties.dutiesBetween(employeeId, `${period}-01`, addDays(today, 1))).length
}
