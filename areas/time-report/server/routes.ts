import type { FastifyInstance } from 'fastify'
import { addDays, monthNames, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { acceptTimeReport, getLatestTimeReport } from '../calls.ts'
import { AcceptTimeReport, LatestTimeReport, Submitted } from '../contract.ts'
import { maySubmit, periodToReport } from '../rules.ts'
import { findReport, findReportById, openReport, reportsOf, setSubmitted } from './store.ts'

/** Payroll asks for older reports that are not submitted. */
const MONTHS_BACK = 12

export function timeReportRoutes(app: FastifyInstance, { db, clock, variants }: Platform, { duties }: Ports): void {
  answer(app, getLatestTimeReport, { answer: LatestTimeReport }, async ({ employee }) => {
    const now = clock()
    const wallClock = wallClockIn(variants.timeZoneOf(employee.company), now)
    const from = `${addDays(wallClock.slice(0, 10), -MONTHS_BACK * 30).slice(0, 7)}-01`
    const [begun, reports] = await Promise.all([
      duties.begunByMonth(employee.id, from, { instant: now, wallClock }),
      reportsOf(db, employee.id),
    ])
    const period = periodToReport(
      begun.map(({ month }) => month),
      reports,
      now,
    )
    if (!period) return null
    let report = await findReport(db, employee.id, period)
    if (!report) {
      // A period's report is created when it is first requested, after its first duty.
      await openReport(db, employee.id, period)
      report = await findReport(db, employee.id, period)
    }
    if (!report) throw notFound()
    return {
      id: report.id,
      period: periodName(period),
      passCount: begun.find(({ month }) => month === period)?.count ?? 0,
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
      if (!(await setSubmitted(tx, employee.id, body, now))) throw refused(closed)
      return { status: 'OK' as const, isSubmitted: !body.Undo }
    })
  })
}

const periodName = (period: string) => `${monthNames[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`
