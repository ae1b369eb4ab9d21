import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { peopleTables } from '#core/people/server/tables.ts'
import type { VehicleTables } from '#core/vehicles/server/tables.ts'
import { detailFrom, monthsFrom, type Used } from '../rules.ts'
import type { EcoTables } from './tables.ts'

/** Sums of measured values; null if there are none. */
const used = selected({
  litres: sql<number | null>`sum(litres) filter (where reference is not null)`,
  expected: sql<number | null>`sum(km * reference) filter (where litres is not null)`,
})
/** 'EFF 79P' and 'eff79p' are the same. */
const marked = (written: RawBuilder<unknown>) => sql`upper(replace(${written}, ' ', ''))`
const monthOfTrip = sql`to_char(driven_on, 'YYYY-MM')`

/** The last day with trips, up to and including `today`. */
export async function lastDay(db: Database, employeeId: string, today: string): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`
    select max(driven_on) as date from eco_trips
    where employee_id = ${employeeId} and driven_on between ${detailFrom(today)} and ${today}`.execute(db)
  return rows[0]?.date ?? null
}

export interface UsedIn extends Used {
  /** `YYYY-MM`. */
  readonly month: string
  readonly km: number
}

/** The consumption from one day to another, both included. */
export async function usedBetween(
  db: Database,
  employeeId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Used> {
  const { rows } = await sql<RowOf<typeof used>>`
    select ${used} from eco_trips where employee_id = ${employeeId} and driven_on between ${from} and ${to}`.execute(db)
  return rows[0] ?? { litres: null, expected: null }
}

const usedInMonth = selected({
  month: sql<string>`month`,
  km: sql<number>`sum(km)`,
  litres: sql<number | null>`sum(litres)`,
  expected: sql<number | null>`sum(expected)`,
})

/** The kept months, in order: sums of deleted trips and of stored ones. */
export async function monthsOf(db: Database, employeeId: string, today: string): Promise<UsedIn[]> {
  const { rows } = await sql<RowOf<typeof usedInMonth>>`
    select ${usedInMonth} from (
      select month, km, litres, expected from eco_months where employee_id = ${employeeId}
      union all
      select ${monthOfTrip} as month, sum(km) as km, ${used} from eco_trips
      where employee_id = ${employeeId} and driven_on <= ${today} group by 1
    ) as parts
    where month >= ${monthsFrom(today)} group by month order by month`.execute(db)
  return rows
}

export interface DrivenTrip {
  readonly date: string
  readonly trip: string
  /** As in the file: a registration number, or the company's own number. */
  readonly vehicle: string
  readonly km: number
  readonly litres: number | null
  readonly temperature: number | null
  /** Litres per kilometre that the same kind of bus uses on the same line. */
  readonly reference: number | null
}

export interface ShownTrip extends DrivenTrip {
  /** The company's name for the vehicle; null if it has none with that number. */
  readonly vehicleName: string | null
}

const t = columnsOf<EcoTables['eco_trips']>('t')
const shownTrip = selected({
  date: t('driven_on'),
  trip: t('trip'),
  vehicle: t('vehicle'),
  vehicleName: columnsOrNull<VehicleTables['vehicles']>('f')('name'),
  km: t('km'),
  litres: t('litres'),
  temperature: t('temperature'),
  reference: t('reference'),
})

/** The trips from one day to another, both included, in the order of the file. */
export async function tripsBetween(
  db: Database,
  employeeId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ShownTrip[]> {
  const { rows } = await sql<RowOf<typeof shownTrip>>`
    with fleet as (
      select ${marked(sql`mark`)} as mark, min(name) as name
      from vehicles cross join lateral (values (license_plate), (number)) as marks (mark)
      where company = (select company from employees where id = ${employeeId}) and mark is not null
      group by 1
    )
    select ${shownTrip}
    from eco_trips t left join fleet f on f.mark = ${marked(sql`t.vehicle`)}
    where t.employee_id = ${employeeId} and t.driven_on between ${from} and ${to}
    order by t.driven_on, t.sequence, t.trip`.execute(db)
  return rows
}

/**
 * Deletes what is too old: trips are added to their month's sums, then old months are deleted. One statement moves a trip, so that
 * two processes that clean up at once count it once.
 */
export async function tidy(db: Database, company: string, today: string): Promise<void> {
  await sql`
    with gone as (
      delete from eco_trips t using employees e
      where e.id = t.employee_id and e.company = ${company} and t.driven_on < ${detailFrom(today)}
      returning t.employee_id, t.driven_on, t.km, t.litres, t.reference
    )
    insert into eco_months as m (employee_id, month, km, litres, expected)
    select employee_id, month, km, coalesce(litres, 0), coalesce(expected, 0)
    from (select employee_id, ${monthOfTrip} as month, sum(km) as km, ${used} from gone group by 1, 2) as sums
    order by employee_id, month
    on conflict (employee_id, month) do update set km = m.km + excluded.km, litres = m.litres + excluded.litres,
      expected = m.expected + excluded.expected`.execute(db)
  await sql`
    delete from eco_months m using employees e
    where e.id = m.employee_id and e.company = ${company} and m.month < ${monthsFrom(today)}`.execute(db)
}

/** Cleans up for every company that ever existed, including those whose variant has been removed. */
export async function tidyAll(db: Database, todayOf: (company: string) => string): Promise<void> {
  const companies = await peopleTables(db).selectFrom('companies').select('id').orderBy('id').execute()
  for (const { id } of companies) await tidy(db, id, todayOf(id))
}

/** The last day on which anybody in a company has trips. */
export async function lastDayOfCompany(db: Database, company: string): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`
    select max(t.driven_on) as date from eco_trips t join employees e on e.id = t.employee_id
    where e.company = ${company}`.execute(db)
  return rows[0]?.date ?? null
}

export interface MonthSums {
  readonly employeeNumber: string
  /** `YYYY-MM`. */
  readonly month: string
  readonly km: number
  readonly litres: number
  readonly expected: number
}

/** Adds sums for months that have none. */
export async function addMonths(db: Database, company: string, months: readonly MonthSums[]): Promise<void> {
  await sql`
    insert into eco_months (employee_id, month, km, litres, expected)
    select e.id, m.month, m.km, m.litres, m.expected
    from json_to_recordset(${JSON.stringify(months)}::json)
      as m("employeeNumber" text, month text, km numeric, litres numeric, expected numeric)
    join employees e on e.company = ${company} and e.number = m."employeeNumber"
    on conflict do nothing`.execute(db)
}
