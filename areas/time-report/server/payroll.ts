import { sql } from 'kysely'
import { auditTaken } from '#core/audit/server/audit.ts'
import type { Acting } from '#core/cases/server/change.ts'
import { csvBegin, csvLine } from '#platform/server/files/csv.ts'
import { nameOf } from '#core/people/server/names.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { listingRole, reach, within } from '#core/people/server/roles/reach.ts'
import type { DutyCalendar } from '#platform/contract/duties.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { TimeReportTables } from './tables.ts'
import type { MonthForPayroll, PayrollPiece, PayrollQuery } from '../payroll-contract.ts'

const r = columnsOf<TimeReportTables['time_reports']>('r')
const e = columnsOf<PeopleTables['employees']>('e')

const PIECE = 1000
const heads = [
  'Anställningsnummer',
  'Namn',
  'Månad',
  'Tjänster',
  'Planerade timmar',
  'Rapporterade timmar',
  'Avvikelser',
  'Godkänd',
]

/** The reports `r` of the employees `e` that the employee may take to payroll. */
export const reached = ({ employee }: Acting, month: string) => sql`
  e.company = ${employee.company} and r.period = ${month}
  and ${within(reach(employee, 'timeReports.export'), { company: sql`e.company`, area: areaOf(sql`e.id`) })}`

export async function monthForPayroll(db: Database, asking: Acting, month: string): Promise<MonthForPayroll> {
  const { rows } = await sql<{ godkanda: number; ejKlara: number }>`
    select count(*) filter (where r.approved_at is not null)::int as godkanda,
      count(*) filter (where r.approved_at is null and (r.submitted_at is not null or r.returned_why is not null))::int
        as "ejKlara"
    from time_reports r join employees e on e.id = r.employee_id where ${reached(asking, month)}`.execute(db)
  return rows[0] ?? { godkanda: 0, ejKlara: 0 }
}

/** '162,50', as a spreadsheet with Swedish settings reads it. */
const decimal = (minutes: number) => (minutes / 60).toFixed(2).replace('.', ',')

/** A piece of the approved reports of a month, sorted by id. Records in the audit who took them. */
export async function payrollPiece(
  db: Database,
  duties: DutyCalendar,
  asking: Acting,
  { manad, efter }: PayrollQuery,
): Promise<PayrollPiece> {
  const approvedReport = selected({
    id: r('id'),
    employeeId: e('id'),
    number: e('number'),
    name: nameOf('e'),
    approved: sql<string>`to_char(${r('approved_at')} at time zone ${asking.timeZone}::text, 'YYYY-MM-DD')`,
    hours: r('approved_hours'),
  })
  const { rows } = await sql<RowOf<typeof approvedReport>>`
    select ${approvedReport} from time_reports r join employees e on e.id = r.employee_id
    where ${reached(asking, manad)} and r.approved_at is not null and r.id > ${efter ?? 0}
    order by r.id limit ${PIECE + 1}`.execute(db)
  const reports = rows.slice(0, PIECE)
  const months = await duties.workedMonths(
    reports.filter(({ hours }) => hours === null).map(({ employeeId }) => ({ employeeId, month: manad })),
  )
  const byEmployee = new Map(months.map((month) => [month.employeeId, month]))
  const lines = reports.map(({ employeeId, number, name, approved, hours: kept }) => {
    const {
      duties: count = 0,
      plannedMinutes = 0,
      moreMinutes = 0,
      changed = 0,
    } = kept ?? byEmployee.get(employeeId) ?? {}
    const hours = [decimal(plannedMinutes), decimal(plannedMinutes + moreMinutes)]
    return csvLine([number, name, manad, String(count), ...hours, String(changed), approved])
  })
  const next = rows.length > PIECE ? (reports.at(-1)?.id ?? null) : null
  await auditTaken(db, {
    company: asking.employee.company,
    at: asking.now,
    by: {
      employeeId: asking.employee.id,
      role: listingRole(asking.employee, ['timeReports.export']),
      request: asking.request,
    },
    what: 'timeReports.exported',
    object: { kind: 'timeReports', id: manad },
    after: efter,
    rows: async () => (await monthForPayroll(db, asking, manad)).godkanda,
  })
  return { text: (efter === undefined ? csvBegin + csvLine(heads) : '') + lines.join(''), next }
}
