import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { AllWritten, NewRow } from '#platform/server/db/rows.ts'
import type { AcceptTimeReport } from '../contract.ts'
import type { ReportOfMonth } from '../rules.ts'
import { timeReportTables as tables, type TimeReportTables } from './tables.ts'

export function findReport(db: Database, employeeId: string, period: string) {
  return tables(db)
    .selectFrom('time_reports')
    .select(['id', 'period', 'submitted_at', 'approved_at', 'revertable', 'returned_why'])
    .where('employee_id', '=', employeeId)
    .where('period', '=', period)
    .executeTakeFirst()
}

export async function reportsOf(
  db: Database,
  employeeId: string,
): Promise<(ReportOfMonth & { readonly id: number })[]> {
  const rows = await tables(db)
    .selectFrom('time_reports')
    .select(['id', 'period', 'submitted_at', 'approved_at'])
    .where('employee_id', '=', employeeId)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    period: row.period,
    submittedAt: row.submitted_at,
    approved: row.approved_at !== null,
  }))
}

/** One of the employee's own reports, locked for the rest of the transaction. */
export function findReportById(db: Database, employeeId: string, id: number) {
  return tables(db)
    .selectFrom('time_reports')
    .select(['id', 'number', 'period', 'submitted_at', 'approved_at', 'revertable'])
    .where('employee_id', '=', employeeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Creates the report of a period if there is none. */
export async function openReport(db: Database, employeeId: string, period: string): Promise<void> {
  await tables(db)
    .insertInto('time_reports')
    .values({
      employee_id: employeeId,
      period,
      submitted_at: null,
      approved_at: null,
      returned_why: null,
      approved_hours: null,
      seen_hours: null,
    } satisfies NewRow<TimeReportTables['time_reports']>)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Submits or withdraws a report. A report that is already in that state keeps its first time. Returns false if it may no longer change. */
export async function setSubmitted(
  db: Database,
  employeeId: string,
  { TidrapportId: id, Undo, ...unwritten }: AcceptTimeReport,
  now: Date,
): Promise<boolean> {
  unwritten satisfies AllWritten
  const { numUpdatedRows } = await tables(db)
    .updateTable('time_reports')
    .set((eb) => ({
      submitted_at: Undo ? null : eb.fn.coalesce('submitted_at', eb.val(now)),
      seen_hours: null,
      // A withdrawn report is no longer approved.
      ...(Undo ? { approved_at: null, approved_hours: null } : { returned_why: null }),
    }))
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    // Checked again here, since the office may have approved it meanwhile.
    .where((eb) => eb.or([eb('approved_at', 'is', null), eb('revertable', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets an approved report back to submitted. */
export async function reopenReport(db: Database, id: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('time_reports')
    .set({ submitted_at: at, approved_at: null, approved_hours: null, seen_hours: null })
    .where('id', '=', id)
    .execute()
}

/** Marks a report as not seen by the office, because the employee has changed its hours. */
export async function unsee(db: Database, id: number): Promise<void> {
  await tables(db).updateTable('time_reports').set({ seen_hours: null }).where('id', '=', id).execute()
}

export interface StoredTimeReport {
  readonly company: string
  readonly employeeNumber: string
  readonly period: string
  readonly submitted: boolean
  readonly approved: boolean
  readonly revertable: boolean
}

/** Adds reports from another system or the demo; reports that exist already are unchanged. */
export async function addReports(db: Database, reports: readonly StoredTimeReport[], at: Date): Promise<void> {
  await sql`
    insert into time_reports (employee_id, period, submitted_at, approved_at, revertable)
    select e.id, r.period, case when r.submitted then ${at}::timestamptz end,
      case when r.approved then ${at}::timestamptz end, r.revertable
    from json_to_recordset(${JSON.stringify(reports)}::json)
      as r(company text, "employeeNumber" text, period text, submitted boolean, approved boolean, revertable boolean)
    join employees e on e.company = r.company and e.number = r."employeeNumber"
    on conflict do nothing`.execute(db)
}
