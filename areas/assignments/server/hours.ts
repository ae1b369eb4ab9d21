import { sql, type RawBuilder } from 'kysely'
import type {
  MomentOfEmployee,
  MonthOfEmployee,
  MonthToCount,
  WorkedMonth,
  WorkedTimes,
} from '#platform/contract/duties.ts'
import { addDays, daysOf, defaultTimeZone, yearMonthOf } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Variants } from '#platform/server/variants.ts'
import type { DutyTables } from './tables.ts'

const v = columnsOf<DutyTables['duty_events']>('v')

interface Days {
  readonly from: string
  readonly before: string
}

/**
 * That a service date is within these days. For a query that says so, PostgreSQL opens only their months, so that one which finds its dates in
 * another table says it too.
 */
const isWithin = (table: string, { from, before }: Days) => sql<boolean>`(
  ${sql.ref(`${table}.service_date`)} >= ${from}::date and ${sql.ref(`${table}.service_date`)} < ${before}::date)`

/** The days from the first of these months to the last one's. */
function daysOfAll(months: readonly string[]): Days {
  const sorted = months.toSorted()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  return { from: `${first}-01`, before: daysOf(yearMonthOf(last)).before }
}

/** The events of a duty `d` within these dates that were reported back with other times than planned. */
const changed = (days: Days) => sql`
  from duty_events v where v.duty_id = d.id and v.service_date = d.service_date
    and ${isWithin('v', days)} and v.reported_at is not null
    and (v.reported_starts_at, v.reported_ends_at) is distinct from (v.starts_at, v.ends_at)`

const minutes = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`extract(epoch from ${to} - ${from}) / 60`

interface Reported {
  readonly at: RawBuilder<unknown>
  readonly planned: RawBuilder<unknown>
  /** If the time may mean an instant after this one, it does. */
  readonly after?: RawBuilder<unknown>
}

/** A reported time as an instant. A time in the repeated hour means the instant that is nearer to the planned one. */
const reportedInstant = ({ at, planned, after }: Reported) => {
  const later = sql`(${at} at time zone z.zone)`
  return sql`coalesce((select i from unnest(array[${later}, ${later} - interval '1 hour']) i where i at time zone z.zone = ${at}
    order by ${after ? sql`i < ${after}, ` : sql``}abs(extract(epoch from i - ${planned})), i limit 1), ${later})`
}

const reportedStart = reportedInstant({ at: v('reported_starts_at'), planned: v('starts_instant') })
const reportedEnd = reportedInstant({ at: v('reported_ends_at'), planned: v('ends_instant'), after: reportedStart })

/** How many minutes longer than planned an event took. Instants are stored only if the clocks change on its service day. */
const longer = sql`case when ${v('starts_instant')} is null
  then ${minutes(v('reported_starts_at'), v('reported_ends_at'))} - ${minutes(v('starts_at'), v('ends_at'))}
  else ${minutes(reportedStart, reportedEnd)} - ${minutes(v('starts_instant'), v('ends_instant'))} end`

/**
 * The planned length of a duty, also in a night when the clocks change. Duties from before instants were stored have only wall-clock times.
 */
const planned = sql.raw('coalesce(d.ends_instant - d.starts_instant, d.ends_at - d.starts_at)')

const time = (column: RawBuilder<string | null>) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`

const worked = selected({
  employeeId: sql<string>`k."employeeId"`,
  month: sql<string>`k.month`,
  duties: sql<number>`count(d.id)::int`,
  plannedMinutes: sql<number>`coalesce(sum(extract(epoch from ${planned}) / 60), 0)::int`,
  moreMinutes: sql<number>`coalesce(sum(r.more), 0)::int`,
  changed: sql<number>`coalesce(sum(r.count), 0)::int`,
})

const times = selected({
  run: v('run'),
  startsAt: time(v('starts_at')),
  endsAt: time(v('ends_at')),
  reportedStart: time(v('reported_starts_at')),
  reportedEnd: time(v('reported_ends_at')),
  note: sql<string>`coalesce(${v('reported_note')}, '')`,
})

/** The planned hours of employees in months, and how much the reported times differ from them. */
export async function workedMonths(
  db: Database,
  months: readonly MonthToCount[],
  companies: Variants['companies'],
): Promise<readonly WorkedMonth[]> {
  if (months.length === 0) return []
  const days = daysOfAll(months.map(({ month }) => month))
  const zones = [...companies.values()].map(({ id, timeZone }) => ({ company: id, zone: timeZone }))
  const { rows } = await sql<RowOf<typeof worked>>`
    select ${worked}
    from json_to_recordset(${JSON.stringify(months)}::json) as k("employeeId" uuid, month text, "endingAfter" timestamptz)
    left join duties d on d.employee_id = k."employeeId" and not d.withdrawn and ${isWithin('d', days)}
      and d.service_date >= (k.month || '-01')::date and d.service_date < (k.month || '-01')::date + interval '1 month'
      and (k."endingAfter" is null or d.ends_instant > k."endingAfter")
    left join lateral (
      select coalesce((
        select g.zone from json_to_recordset(${JSON.stringify(zones)}::json) as g(company text, zone text)
        join employees e on e.company = g.company where e.id = k."employeeId"), ${defaultTimeZone}) as zone) z on true
    left join lateral (select count(*)::int as count, sum(${longer}) as more ${changed(days)}) r on true
    group by k."employeeId", k.month`.execute(db)
  return rows
}

/** The events of a month that an employee reported back with other times than planned, in order. */
export async function changedTimes(
  db: Database,
  { employeeId, month }: MonthOfEmployee,
): Promise<readonly WorkedTimes[]> {
  const days = daysOfAll([month])
  const { rows } = await sql<RowOf<typeof times>>`
    select w.* from duties d cross join lateral (select ${times} ${changed(days)}) w
    where d.employee_id = ${employeeId} and not d.withdrawn and ${isWithin('d', days)}
    order by w."startsAt"`.execute(db)
  return rows
}

/** The line that each employee drove at a moment according to plan, or had last driven on the duty under way; null if none. */
export async function linesAt(db: Database, moments: readonly MomentOfEmployee[]): Promise<readonly (string | null)[]> {
  const dates = moments.map(({ at }) => at.slice(0, 10)).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const days = { from: addDays(first, -1), before: addDays(last, 1) }
  const numbered = JSON.stringify(moments.map((moment, n) => ({ n, ...moment })))
  const { rows } = await sql<{ line: string | null }>`
    select (
      select v.line->>'namn' from duties d join duty_events v on v.duty_id = d.id and v.service_date = d.service_date
      where d.employee_id = m."employeeId" and ${isWithin('d', days)} and ${isWithin('v', days)} and d.service_date between m.at::date - 1 and m.at::date and not d.withdrawn
        and d.starts_at <= m.at and d.ends_at >= m.at
        and v.line is not null and v.starts_at <= m.at
      order by v.starts_at desc limit 1) as line
    from json_to_recordset(${numbered}::json) as m(n int, "employeeId" uuid, at timestamp) order by m.n`.execute(db)
  return rows.map(({ line }) => line)
}
