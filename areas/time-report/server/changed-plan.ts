import { sql } from 'kysely'
import type { Acting } from '#core/cases/server/change.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import { lockAsReporter, reopenElsewhere } from '#core/cases/server/reporter.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { DutyCalendar, MonthToCount } from '#platform/contract/duties.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { reached } from './payroll.ts'
import { differenceInPlan, sameHours, theDutyPlan, type ReportState } from './queue.ts'
import { findReportById, reopenReport } from './store.ts'
import type { ApprovedHours, TimeReportTables } from './tables.ts'

const r = columnsOf<TimeReportTables['time_reports']>('r')
const e = columnsOf<PeopleTables['employees']>('e')
const approvedReport = selected({
  id: r('id'),
  employeeId: e('id'),
  approvedAt: r('approved_at'),
  approved: r('approved_hours'),
})

/**
 * Reopens the approved reports of a month if a new plan has changed duties that were ahead at the approval. A driver who then works as
 * planned reports nothing, so nothing else would bring the new hours to the office.
 */
export async function reopenWherePlanChanged(
  { db, duties, queue }: { readonly db: Database; readonly duties: DutyCalendar; readonly queue: Queue<ReportState> },
  asking: Acting,
  month: string,
): Promise<void> {
  const { company } = asking.employee
  const when = { at: asking.now, timeZone: asking.timeZone }
  // Old duties are removed (docs/retention.md), which is no change of the plan.
  const { rows } = await sql<RowOf<typeof approvedReport>>`
    select ${approvedReport} from time_reports r join employees e on e.id = r.employee_id
    where ${reached(asking, month)} and r.approved_at > ${asking.now}::timestamptz - interval '1 year'
      and r.approved_hours ? 'ahead'
    order by r.id`.execute(db)
  const reports = rows.map(({ employeeId, approvedAt, ...report }) => ({
    ...report,
    employeeId,
    approvedAt,
    ahead: { employeeId, month, ...(approvedAt && { endingAfter: approvedAt }) },
  }))
  const ahead = await hoursByEmployee(
    duties,
    reports.map((report) => report.ahead),
  )
  const changed = reports.filter(({ employeeId, approved }) => {
    const now = ahead.get(employeeId)
    return approved?.ahead && now && !sameHours(approved.ahead, now)
  })
  const whole = await hoursByEmployee(
    duties,
    changed.map(({ employeeId }) => ({ employeeId, month })),
  )
  for (const { id, employeeId, approvedAt, approved } of changed) {
    const now = whole.get(employeeId)
    if (!approved || !now) continue
    await db.transaction().execute(async (tx) => {
      await lockAsReporter(tx, queue, { id: employeeId, company }, id)
      const report = await findReportById(tx, employeeId, id)
      // It may have been reopened, and approved anew, in the meantime.
      if (report?.approved_at?.getTime() !== approvedAt?.getTime()) return
      const change = { by: theDutyPlan, what: differenceInPlan(approved, now) }
      const reopened = { company, id, state: 'Inlämnad' satisfies ReportState }
      if (await reopenElsewhere(tx, queue, reopened, change, when)) await reopenReport(tx, id, asking.now)
    })
  }
}

async function hoursByEmployee(
  duties: DutyCalendar,
  months: readonly MonthToCount[],
): Promise<ReadonlyMap<string, ApprovedHours>> {
  if (months.length === 0) return new Map()
  return new Map((await duties.workedMonths(months)).map((month) => [month.employeeId, month]))
}
