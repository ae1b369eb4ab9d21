import type { FastifyInstance } from 'fastify'
import { changeAsReporter, lockAsReporter, openCase } from '#core/cases/server/reporter.ts'
import { writtenTo } from '#core/cases/server/own-answers.ts'
import { caseRoutes } from '#core/cases/server/routes.ts'
import { actingIn } from '#core/cases/server/change.ts'
import { claimValues } from '#platform/contract/claims.ts'
import { addDays, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { acceptTimeReport, getLatestTimeReport } from '../calls.ts'
import { getMonthForPayroll, getPayroll, timeReportCases } from '../cases.ts'
import { AcceptTimeReport, LatestTimeReport, Submitted, type TimeReport } from '../contract.ts'
import { MonthForPayroll, MonthQuery, PayrollPiece, PayrollQuery } from '../payroll-contract.ts'
import { aboutReport, maySubmit, periodName, periodToReport, spokenNumber } from '../rules.ts'
import { reopenWherePlanChanged } from './changed-plan.ts'
import { monthForPayroll, payrollPiece } from './payroll.ts'
import { type ReportState, timeReportQueue } from './queue.ts'
import { findReport, findReportById, openReport, reportsOf, setSubmitted } from './store.ts'

/** How far back the portal asks for a report that is not submitted. Payroll itself asks for older ones. */
const MONTHS_BACK = 12

export function timeReportRoutes(app: FastifyInstance, platform: Platform, { duties, dutiesIn }: Ports): void {
  const { db, clock, variants } = platform
  const queue = timeReportQueue({ duties, dutiesIn })
  const acting = actingIn(platform)

  /** Records in the report's case what the employee has done with it. The first submission opens the case. */
  async function tellOffice(tx: Database, employee: Employee, report: Submitting, state: ReportState, now: Date) {
    const when = { at: now, timeZone: variants.timeZoneOf(employee.company) }
    const known = await changeAsReporter(tx, queue, employee, { id: report.id, state }, when)
    if (known || state !== 'Inlämnad') return
    const opened = {
      company: employee.company,
      id: report.id,
      number: spokenNumber(report.number),
      area: claimValues(employee.claims, 'IntraCompanyArea')[0] ?? null,
      category: null,
      about: aboutReport(report.period, report.id),
      reporterId: employee.id,
    }
    await openCase(tx, queue, opened, when)
  }

  /** What the office has written about the employee's reports from a month on, newest first. */
  async function writtenAbout(
    { id, company }: Employee,
    from: string,
    reports: readonly { readonly id: number; readonly period: string }[],
  ): Promise<NonNullable<TimeReport['meddelanden']>> {
    const latest = reports.filter(({ period }) => period >= from.slice(0, 7))
    const abouts = latest
      .toSorted((a, b) => a.period.localeCompare(b.period))
      .map(({ id: reportId, period }) => ({ period, about: aboutReport(period, reportId) }))
    const reporter = { id, timeZone: variants.timeZoneOf(company) }
    const written = await writtenTo(
      db,
      timeReportCases,
      reporter,
      abouts.map(({ about }) => about),
    )
    return abouts
      .flatMap(({ period, about }) =>
        (written.get(about) ?? []).map((each) => ({ ...each, period: periodName(period) })),
      )
      .toReversed()
  }

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
    const meddelanden = await writtenAbout(employee, from, reports)
    return {
      id: report.id,
      period: periodName(period),
      passCount: begun.find(({ month }) => month === period)?.count ?? 0,
      status: report.approved_at ? 'Godkänd' : report.submitted_at ? 'Inlämnad' : 'Öppen',
      isSubmitted: report.submitted_at !== null,
      isApproved: report.approved_at !== null,
      isRevertable: report.revertable,
      ...(report.returned_why !== null && { aterlamnad: report.returned_why }),
      ...(meddelanden.length > 0 && { meddelanden }),
    }
  })

  answer(app, acceptTimeReport, { body: AcceptTimeReport, answer: Submitted }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      await lockAsReporter(tx, queue, employee, body.TidrapportId)
      const report = await findReportById(tx, employee.id, body.TidrapportId)
      if (!report) throw notFound()
      const closed = { TidrapportId: ['Tidrapporten är godkänd och kan inte längre ändras.'] }
      if (!maySubmit({ isApproved: report.approved_at !== null, isRevertable: report.revertable }))
        throw refused(closed)
      if (!(await setSubmitted(tx, employee.id, body, now))) throw refused(closed)
      // Nothing has changed if the report was already submitted or withdrawn.
      if ((report.submitted_at !== null) === body.Undo)
        await tellOffice(tx, employee, report, body.Undo ? 'Återtagen' : 'Inlämnad', now)
      return { status: 'OK' as const, isSubmitted: !body.Undo }
    })
  })

  caseRoutes(app, platform, queue)

  answer(app, getMonthForPayroll, { query: MonthQuery, answer: MonthForPayroll }, async (ask) => {
    await reopenWherePlanChanged({ db, duties, queue }, acting(ask), ask.query.manad)
    return monthForPayroll(db, acting(ask), ask.query.manad)
  })
  answer(app, getPayroll, { query: PayrollQuery, answer: PayrollPiece }, async (ask) => {
    // Once for the whole file.
    if (ask.query.efter === undefined) await reopenWherePlanChanged({ db, duties, queue }, acting(ask), ask.query.manad)
    return payrollPiece(db, duties, acting(ask), ask.query)
  })
}

interface Submitting {
  readonly id: number
  readonly number: number
  readonly period: string
}
