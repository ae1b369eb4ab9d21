import { sql, type RawBuilder } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { nameOf } from '#core/people/server/names.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { reach, within } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { getReportedBack, getUnconfirmed, getWaitingDuties, MOST_SHOWN, unconfirmedTitle } from '../office-calls.ts'
import {
  ReportedEvents,
  type ReportedEvent,
  type UnconfirmedDuty,
  UnconfirmedDuties,
  WaitingDuties,
} from '../office-contract.ts'
import { DAYS_TO_END } from './duty-months.ts'
import type { DutyTables } from './tables.ts'

const MINUTE = 60_000
/** How long before it begins a duty should be confirmed. */
const AHEAD = 4 * 60 * MINUTE
/** How long after its begin an unconfirmed duty is still shown. */
const BEHIND = 60 * MINUTE
const REPORTED_HOURS = 24
/** Of duties older than this, what is reported back is not shown. */
const REPORTED_LATE_DAYS = 7
/** Nobody needs to know a higher number exactly. */
const MOST_COUNTED = 999

/** The traffic office's lists of duties. They are not cases, since they disappear by themselves. */
export function officeDutyRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  const asking = (employee: Employee) => ({ employee, now: clock(), timeZone: variants.timeZoneOf(employee.company) })
  answer(app, getUnconfirmed, { answer: UnconfirmedDuties }, ({ employee }) => unconfirmed(db, asking(employee)))
  answer(app, getReportedBack, { answer: ReportedEvents }, ({ employee }) => reportedBack(db, asking(employee)))
  answer(app, getWaitingDuties, { answer: WaitingDuties }, async ({ employee }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select ${waiting(asking(employee))} limit ${MOST_COUNTED + 1}) w`.execute(db)
    const found = rows[0]?.count ?? 0
    const counted = { count: Math.min(found, MOST_COUNTED), more: found > MOST_COUNTED }
    return [{ view: 'obekraftade', label: unconfirmedTitle, ...counted }]
  })
}

interface Asking {
  readonly employee: Employee
  readonly now: Date
  readonly timeZone: string
}

/** The employees `e` whose duties the employee may see. */
const reached = ({ employee }: Asking) =>
  within(reach(employee, 'duties.see'), { company: sql`e.company`, area: areaOf(sql`e.id`) })

const d = columnsOf<DutyTables['duties']>('d')
const v = columnsOf<DutyTables['duty_events']>('v')
const e = columnsOf<PeopleTables['employees']>('e')

const name = nameOf('e')
const wallClock = (column: RawBuilder<unknown>) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`

const begins = ({ timeZone }: Asking) => sql`coalesce(d.starts_instant, d.starts_at at time zone ${timeZone}::text)`

/**
 * The `from` and `where` for duties `d` of employees `e` that begin soon or have just begun, if they are unconfirmed or if the employee has
 * left: what was confirmed before that is driven by nobody.
 */
function waiting(asking: Asking): RawBuilder<unknown> {
  const { employee, now, timeZone } = asking
  const today = dateIn(timeZone, now)
  const until = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  return sql`
    from employees e join duties d on d.employee_id = e.id
      left join contact_numbers n on n.employee_id = e.id left join personal_details p on p.employee_id = e.id
    where e.company = ${employee.company} and ${reached(asking)} and not d.withdrawn and (d.confirmed_at is null or not e.active)
      and d.ends_instant > ${now} and d.ends_instant < ${until(2 * 24 * 60 * MINUTE)}
      and d.service_date between ${addDays(today, -DAYS_TO_END)}::date and ${addDays(today, 1)}::date
      and ${begins(asking)} between ${until(-BEHIND)} and ${until(AHEAD)}`
}

export async function unconfirmed(db: Database, asking: Asking): Promise<UnconfirmedDuty[]> {
  const { now } = asking
  const duty = selected({
    id: d('id'),
    namn: name,
    harSlutat: sql<boolean>`not ${e('active')}`,
    telefon: sql<
      string | null
    >`case when e.active then coalesce(n.mobile, n.telephone, nullif(p.phone_number, '')) end`,
    omrade: areaOf(e('id')),
    tjanst: d('run'),
    starttid: wallClock(d('starts_at')),
    minuter: sql<number>`ceil(extract(epoch from ${begins(asking)} - ${now}::timestamptz) / 60)::int`,
    startplats: d('start_place'),
    fordonStr: d('vehicle'),
  })
  const { rows } = await sql<RowOf<typeof duty>>`
    select ${duty} ${waiting(asking)}
    order by ${begins(asking)}, d.id limit ${MOST_SHOWN}`.execute(db)
  return rows
}

export async function reportedBack(db: Database, asking: Asking): Promise<ReportedEvent[]> {
  const { employee, now, timeZone } = asking
  const since = new Date(now.getTime() - REPORTED_HOURS * 60 * MINUTE)
  const oldest = addDays(dateIn(timeZone, since), -REPORTED_LATE_DAYS)
  // Nothing is reported back before it has begun.
  const latest = addDays(dateIn(timeZone, now), 1)
  const event = selected({
    id: v('id'),
    namn: name,
    tjanst: v('run'),
    beskrivning: v('description'),
    starttid: wallClock(v('starts_at')),
    sluttid: wallClock(v('ends_at')),
    rapporteradStart: wallClock(v('reported_starts_at')),
    rapporteradSlut: wallClock(v('reported_ends_at')),
    notering: sql<string>`coalesce(${v('reported_note')}, '')`,
  })
  // By itself first: the planner, which knows little of who has reported lately, sometimes begins with every duty there is.
  const { rows } = await sql<RowOf<typeof event>>`
    with v as materialized (
      select * from duty_events v
      where v.reported_at > ${since} and v.service_date > ${oldest}::date and v.service_date <= ${latest}::date
        and ((v.reported_starts_at, v.reported_ends_at) is distinct from (v.starts_at, v.ends_at)
        or coalesce(v.reported_note, '') <> '')
    )
    select ${event}
    from v join duties d on d.id = v.duty_id and d.service_date = v.service_date join employees e on e.id = d.employee_id
    where e.company = ${employee.company} and ${reached(asking)} and not d.withdrawn
      and d.service_date > ${oldest}::date and d.service_date <= ${latest}::date
    order by v.reported_at desc, v.id desc limit ${MOST_SHOWN}`.execute(db)
  return rows
}
