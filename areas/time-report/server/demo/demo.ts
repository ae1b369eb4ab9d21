import { sql } from 'kysely'
import { addDemoCases, type DemoEvent } from '#core/cases/server/demo/add-cases.ts'
import { areaOf } from '#core/people/server/persons.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { aboutReport, spokenNumber } from '../../rules.ts'
import { type ReportState, timeReportStates } from '../queue.ts'

/** The states of the last drivers' reports in each area; all others are approved. `days`: how many days ago a report was submitted. */
const waiting: readonly { readonly state: ReportState; readonly days: number; readonly text?: string }[] = [
  { state: 'Inlämnad', days: 12 },
  { state: 'Inlämnad', days: 1 },
  {
    state: 'Återlämnad',
    days: 3,
    text: 'Återrapporteringen den 14:e saknas: du stannade kvar en timme på kvällen. Fyll i den och lämna in igen.',
  },
  { state: 'Inlämnad', days: 8 },
]

/** Who approves, by company and, where a company has several, by area. */
const approvers: Readonly<Record<string, string>> = {
  'norr Skellefteå': 'karl-erik',
  norr: 'monica',
  vast: 'hans',
  syd: 'magnus',
  ost: 'mikael',
}

const DAY_MS = 86_400_000

interface Row {
  readonly id: number
  readonly number: number
  readonly period: string
  readonly employeeId: string
  readonly area: string | null
  /** Counted from the last driver of the area; null for employees who drive no bus. */
  readonly place: number | null
}

/** Opens cases for each company's reports of the last submitted month, once: most are approved, some wait. */
export async function fillDemo({ db, clock, variants }: Platform): Promise<void> {
  const { rows: companies } = await sql<{ company: string }>`
    select c.id as company
    from companies c
    where not exists (select 1 from cases x where x.company = c.id and x.kind = ${timeReportStates.calls.kind})`.execute(
    db,
  )
  for (const { company } of companies)
    await db.transaction().execute(async (tx) => {
      const rows = await lastMonth(tx, company)
      const now = clock().getTime()
      const cases = rows.map(({ id, number, period, employeeId, area, place }) => {
        const { state, days, text } = (place !== null && waiting[place]) || {
          state: 'Godkänd',
          days: 6,
          text: undefined,
        }
        const by = approvers[`${company} ${area}`] ?? approvers[company] ?? null
        const received = new Date(now - days * DAY_MS - (id % 17) * 1_800_000)
        const decided = new Date(Math.min(now, received.getTime() + DAY_MS))
        const events: DemoEvent[] =
          state === 'Inlämnad' ? [] : [{ type: 'state', at: decided, by, to: state, ...(text && { text }) }]
        return {
          id,
          state,
          text,
          number: spokenNumber(number),
          about: aboutReport(period, id),
          reporterId: employeeId,
          received,
          events,
        }
      })
      await addDemoCases(tx, timeReportStates, { company, timeZone: variants.timeZoneOf(company) }, cases)
      const changed = cases
        .filter(({ state }) => state !== 'Godkänd')
        .map(({ id, state, text = null, received }) => ({
          id,
          text,
          submitted: state === 'Inlämnad' ? received : null,
        }))
      await sql`
        update time_reports r set approved_at = null, submitted_at = c.submitted, returned_why = c.text
        from json_to_recordset(${JSON.stringify(changed)}::json) as c(id bigint, text text, submitted timestamptz)
        where r.id = c.id`.execute(tx)
    })
}

async function lastMonth(tx: Database, company: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.number, r.period, e.id as "employeeId", ${areaOf(sql`e.id`)} as area,
      case when p.value is not null
        then (row_number() over (partition by p.value is not null, ${areaOf(sql`e.id`)} order by e.number desc) - 1)::int end as place
    from time_reports r join employees e on e.id = r.employee_id
      left join lateral (select max(a.value) as value from employee_claims a
        where a.employee_id = e.id and a.type = 'IntraPosition' and a.value ilike '%förare%') p on true
    where e.company = ${company} and r.approved_at is not null
      and r.period = (select max(x.period) from time_reports x join employees y on y.id = x.employee_id
        where y.company = ${company} and x.approved_at is not null)`.execute(tx)
  return rows
}
