import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { detailFrom, monthsFrom } from '../rules.ts'
import type { DrivenTrip } from './store.ts'

export interface IncomingTrip extends DrivenTrip {
  readonly employeeId: string
  /** Its position in the file. */
  readonly sequence: number
}

/** What importing trips changes. */
export interface Change {
  readonly added: number
  readonly corrected: number
  readonly same: number
  /** Trips older than the limit: only added to their month's sums. */
  readonly intoMonths: number
  /** Trips older than the limit, of a month that already has figures. */
  readonly tooLate: number
  /** Trips older than the kept months. */
  readonly tooOld: number
}

const AT_A_TIME = 10_000

/** Puts trips into a temporary table of the transaction, so that a few statements compare and import any number of them. */
export async function layOut(tx: Database, trips: readonly IncomingTrip[]): Promise<void> {
  await sql`
    create temporary table eco_incoming (employee_id uuid, driven_on date, trip text, vehicle text, km numeric,
      litres numeric, temperature numeric, reference numeric, sequence integer) on commit drop`.execute(tx)
  for (let at = 0; at < trips.length; at += AT_A_TIME) {
    await sql`
      insert into eco_incoming
      select "employeeId", date, trip, vehicle, km, litres, temperature, reference, sequence
      from json_to_recordset(${JSON.stringify(trips.slice(at, at + AT_A_TIME))}::json) as i("employeeId" uuid, date date,
        trip text, vehicle text, km numeric, litres numeric, temperature numeric, reference numeric,
        sequence integer)`.execute(tx)
  }
  // Without statistics, PostgreSQL's planner assumes a small table.
  await sql`analyze eco_incoming`.execute(tx)
}

const trips = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})`
const monthOf = sql`to_char(i.driven_on, 'YYYY-MM')`

/** Compares the trips in the temporary table with those stored. */
export async function compare(tx: Database, today: string): Promise<Change> {
  const recent = sql`i.driven_on >= ${detailFrom(today)}`
  const kept = sql`${monthOf} >= ${monthsFrom(today)}`
  const change = selected({
    added: trips(sql`${recent} and t.trip is null`),
    corrected: trips(sql`${recent} and t.trip is not null and ${differs}`),
    same: trips(sql`${recent} and t.trip is not null and not (${differs})`),
    intoMonths: trips(sql`not ${recent} and ${kept} and m.month is null`),
    tooLate: trips(sql`not ${recent} and ${kept} and m.month is not null`),
    tooOld: trips(sql`not ${recent} and not ${kept}`),
  })
  const { rows } = await sql<RowOf<typeof change>>`
    select ${change}
    from eco_incoming i
    left join eco_trips t on t.employee_id = i.employee_id and t.driven_on = i.driven_on and t.trip = i.trip
    left join eco_months m on m.employee_id = i.employee_id and m.month = ${monthOf}`.execute(tx)
  return rows[0] as RowOf<typeof change>
}

const differs = sql`(t.vehicle, t.km, t.litres, t.temperature, t.reference)
  is distinct from (i.vehicle, i.km, i.litres, i.temperature, i.reference)`

/** Imports the trips in the temporary table: recent ones as trips, older ones as sums of months that have none. */
export async function takeIn(tx: Database, today: string): Promise<void> {
  await sql`
    insert into eco_months (employee_id, month, km, litres, expected)
    select i.employee_id, ${monthOf}, sum(km), coalesce(sum(litres) filter (where reference is not null), 0),
      coalesce(sum(km * reference) filter (where litres is not null), 0)
    from eco_incoming i
    where i.driven_on < ${detailFrom(today)} and ${monthOf} >= ${monthsFrom(today)}
    group by 1, 2 on conflict (employee_id, month) do nothing`.execute(tx)
  // A file that has a whole day gives the day's order. Of another one the trips that are new come after those there are.
  await sql`
    with days as (
      select t.employee_id, t.driven_on, max(t.sequence) as last, bool_and(i.trip is not null) as whole
      from eco_trips t left join eco_incoming i using (employee_id, driven_on, trip)
      where (t.employee_id, t.driven_on) in (select employee_id, driven_on from eco_incoming)
      group by 1, 2
    )
    insert into eco_trips (employee_id, driven_on, trip, vehicle, km, litres, temperature, reference, sequence)
    select i.employee_id, i.driven_on, i.trip, i.vehicle, i.km, i.litres, i.temperature, i.reference,
      case when d.whole then i.sequence else coalesce(t.sequence, d.last + i.sequence, i.sequence) end
    from eco_incoming i
    left join eco_trips t using (employee_id, driven_on, trip)
    left join days d on d.employee_id = i.employee_id and d.driven_on = i.driven_on
    where i.driven_on >= ${detailFrom(today)}
    on conflict (employee_id, driven_on, trip) do update set vehicle = excluded.vehicle, km = excluded.km,
      litres = excluded.litres, temperature = excluded.temperature, reference = excluded.reference,
      sequence = excluded.sequence`.execute(tx)
}
