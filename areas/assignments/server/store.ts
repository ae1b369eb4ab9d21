import type { DutyCalendar } from '#platform/contract/duties.ts'
import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Variants } from '#platform/server/variants.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import type { Accept, ReportBack } from '../contract.ts'
import { DAYS_TO_END, type DutyMonth } from './duty-months.ts'
import { changedTimes, linesAt, workedMonths } from './hours.ts'
import { publishedPeriod } from './published.ts'
import { dutyTables, type DutyTables } from './tables.ts'

// Written as in the partial indexes: with `withdrawn = $3` PostgreSQL could use them only by planning at each execution.
const inForce = sql<boolean>`not withdrawn`
/** An event is in force if its duty `d` is. */
const isInForce = sql<boolean>`not d.withdrawn`

/** The employee's run under way at `now`, the one that ends first if there are several, otherwise the next one to begin. */
export async function currentDuty(db: Database, employeeId: string, now: Date, timeZone: string) {
  const since = addDays(dateIn(timeZone, now), -DAYS_TO_END)
  return (await currentDuties(db, employeeId, now, since, timeZone))[0]
}
const shown = [
  ...(['id', 'service_date', 'run', 'description', 'starts_at', 'ends_at', 'starts_instant', 'ends_instant'] as const),
  ...(['start_place', 'end_place', 'vehicle', 'lines', 'breaks', 'confirmed_at'] as const),
] as const
const currentDuties = prepared((db, employeeId: string, now: Date, since: string, timeZone: string) => {
  const begins = sql`coalesce(d.starts_instant, d.starts_at at time zone ${timeZone}::text)`
  const begun = sql<boolean>`${begins} <= ${now}`
  return dutyTables(db)
    .selectFrom((from) =>
      from
        .selectFrom('duties')
        .select(shown)
        .where('employee_id', '=', employeeId)
        .where('ends_instant', '>', now)
        .where('service_date', '>=', since)
        .where(inForce)
        // Shorter runs can end before the one around them, such as a standby. The index gives the first few by their end.
        .orderBy('ends_instant')
        .limit(6)
        .as('d'),
    )
    .select(shown)
    .orderBy(begun, 'desc')
    .orderBy(sql`case when ${begun} then d.ends_instant else ${begins} end`)
    .limit(1)
})

/** A table, or its partition of a month, as a query's `d` or `e`. */
const rowsOf = <Table extends keyof DutyTables, Alias extends string>(table: Table, alias: Alias, partition?: string) =>
  sql<Selectable<DutyTables[Table]>>`${sql.table(partition ?? table)}`.as(alias)

type Partition = Pick<DutyMonth, 'duties' | 'events'>

const readDay = (month: Partition | null) =>
  prepared((db, employeeId: string, serviceDate: string) =>
    db
      .selectFrom(rowsOf('duties', 'd', month?.duties))
      .innerJoin(rowsOf('duty_events', 'e', month?.events), (on) =>
        on.onRef('e.duty_id', '=', 'd.id').onRef('e.service_date', '=', 'd.service_date'),
      )
      .select([
        'e.id',
        'e.sequence',
        'e.run',
        'e.starts_at',
        'e.ends_at',
        'e.trip_starts_at',
        'e.description',
        'e.vehicle',
      ])
      .select(['e.starts_instant', 'e.ends_instant', 'e.start_place', 'e.end_place', 'e.positioning', 'e.line'])
      .select(['e.pattern_id', 'e.reported_starts_at', 'e.reported_ends_at', 'e.reported_note'])
      .where('d.employee_id', '=', employeeId)
      .where('d.service_date', '=', serviceDate)
      .where(isInForce)
      .orderBy('e.starts_at')
      .orderBy('e.sequence'),
  )

const readsOfDays = new Map<string | undefined, ReturnType<typeof readDay>>()

/**
 * All run events of the employee's runs with this service date, sorted by wall clock. If the clocks go back that day, the caller must sort
 * them by instant. Of a month that is known, its partition is read by name: a read of all months is planned anew at each run, which takes twice
 * as long as running it (docs/decisions/0114).
 */
export function eventsOfDay(db: Database, employeeId: string, serviceDate: string, month: Partition | null) {
  const read = readsOfDays.get(month?.duties) ?? readDay(month)
  readsOfDays.set(month?.duties, read)
  return read(db, employeeId, serviceDate)
}

export type EventOfDay = Awaited<ReturnType<typeof eventsOfDay>>[number]

/**
 * Confirms a duty or withdraws the confirmation; a duty that is already in that state keeps its first time. Returns it; undefined if it is
 * not the employee's or no longer in force.
 */
export async function setConfirmed(db: Database, employeeId: string, accept: Accept, now: Date) {
  const day = await dayOf(db, 'duties', accept.schemaPostId, now)
  return day === null ? undefined : setConfirmedOn(db, employeeId, day, accept, now)
}

/** Does so with a duty whose service date is known. */
export function setConfirmedOn(
  db: Database,
  employeeId: string,
  day: string,
  { schemaPostId, undo, ...unwritten }: Accept,
  now: Date,
) {
  unwritten satisfies AllWritten
  return dutyTables(db)
    .updateTable('duties')
    .set((eb) => ({ confirmed_at: undo ? null : eb.fn.coalesce('confirmed_at', eb.val(now)) }))
    .where('id', '=', schemaPostId)
    .where('service_date', '=', day)
    .where('employee_id', '=', employeeId)
    .where(inForce)
    .returning('ends_instant')
    .executeTakeFirst()
}

/** Almost all that is confirmed or reported back is of these days around today. */
const NEAR = { before: 35, after: 70 }

/**
 * The service date of a duty or an event, whoever has it; null if there is none. An id does not say its month, so that the months around `now`
 * are looked in first: to look in those of six years takes a connection 50 ms at first, and 1 ms later.
 */
async function dayOf(db: Database, table: 'duties' | 'duty_events', id: number, now: Date): Promise<string | null> {
  const today = now.toISOString().slice(0, 10)
  const all = dutyTables(db).selectFrom(table).select('service_date').where('id', '=', id)
  const near = all
    .where('service_date', '>=', addDays(today, -NEAR.before))
    .where('service_date', '<=', addDays(today, NEAR.after))
  const found = (await near.executeTakeFirst()) ?? (await all.executeTakeFirst())
  return found?.service_date ?? null
}

/** One of the employee's events of a day in force, with its duty. */
const eventInForce = (db: Database, employeeId: string, eventId: number, day: string) =>
  dutyTables(db)
    .selectFrom('duty_events as e')
    .innerJoin('duties as d', (on) => on.onRef('d.id', '=', 'e.duty_id').onRef('d.service_date', '=', 'e.service_date'))
    .where('e.id', '=', eventId)
    .where('e.service_date', '=', day)
    .where('d.employee_id', '=', employeeId)
    .where(isInForce)

/** One of the employee's events, with the stops of its trip. */
export async function findTrip(db: Database, employeeId: string, eventId: number, now: Date) {
  const day = await dayOf(db, 'duty_events', eventId, now)
  if (day === null) return undefined
  return eventInForce(db, employeeId, eventId, day)
    .leftJoin('trip_patterns as p', 'p.id', 'e.pattern_id')
    .select(['e.id', 'd.feed_id', 'e.service_date', 'e.start_place', 'e.end_place', 'e.trip_first', 'e.bus', 'p.stops'])
    .executeTakeFirst()
}

export function placesNamed(db: Database, feedId: number, names: readonly string[]) {
  return dutyTables(db)
    .selectFrom('duty_places')
    .select(['name', 'lat', 'lon'])
    .where('feed_id', '=', feedId)
    .where('name', 'in', names)
    .execute()
}

/**
 * One of the employee's own run events, locked with its duty for the rest of the transaction. An import that withdraws the duty waits, and
 * copies the reported times.
 */
export async function findEvent(db: Database, employeeId: string, eventId: number, now: Date) {
  const day = await dayOf(db, 'duty_events', eventId, now)
  if (day === null) return undefined
  return eventInForce(db, employeeId, eventId, day)
    .select(['e.id', 'e.service_date', 'e.starts_at', 'e.starts_instant', 'e.ends_at', 'e.ends_instant'])
    .select(['e.reported_starts_at', 'e.reported_ends_at', 'e.reported_note'])
    .forUpdate('e')
    .forShare('d')
    .executeTakeFirst()
}

/** Whether exactly these times and this note are stored already, or are the planned ones if nothing is stored. */
export const isReported = (
  event: NonNullable<Awaited<ReturnType<typeof findEvent>>>,
  { starttid, sluttid, notering }: ReportBack,
): boolean =>
  starttid === (event.reported_starts_at ?? event.starts_at) &&
  sluttid === (event.reported_ends_at ?? event.ends_at) &&
  notering.trim() === (event.reported_note ?? '')

/** Stores what was reported back on an event of this day. */
export async function saveReport(db: Database, day: string, report: ReportBack, at: Date): Promise<void> {
  const { uppdragId, starttid, sluttid, notering, ...unwritten } = report
  unwritten satisfies AllWritten
  await dutyTables(db)
    .updateTable('duty_events')
    .set({ reported_starts_at: starttid, reported_ends_at: sluttid, reported_note: notering, reported_at: at })
    .where('id', '=', uppdragId)
    .where('service_date', '=', day)
    .execute()
}

const d = columnsOf<DutyTables['duties']>('d')

/** Implements the port through which other areas read duties. */
export function dutyCalendar(db: Database, companies: Variants['companies']): DutyCalendar {
  return {
    async dutiesBetween(employeeId, from, before) {
      const rows = await dutyTables(db)
        .selectFrom('duties')
        .select(['id', 'service_date', 'run', 'starts_at', 'ends_at', 'starts_instant', 'ends_instant'])
        .select(['description', 'start_place', 'end_place', 'lines'])
        .where('employee_id', '=', employeeId)
        .where('service_date', '>=', from)
        .where('service_date', '<', before)
        .where(inForce)
        .orderBy('service_date')
        .orderBy('starts_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        serviceDate: row.service_date,
        run: row.run,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        startsInstant: row.starts_instant,
        endsInstant: row.ends_instant,
        description: row.description,
        startPlace: row.start_place,
        endPlace: row.end_place,
        lines: row.lines ?? [],
      }))
    },
    async begunByMonth(employeeId, from, { instant, wallClock }) {
      const begun = selected({
        month: sql<string>`to_char(${d('service_date')}, 'YYYY-MM')`,
        count: sql<number>`count(*)::int`,
      })
      const { rows } = await sql<RowOf<typeof begun>>`
        select ${begun} from duties d
        where employee_id = ${employeeId} and service_date >= ${from} and not withdrawn
          and coalesce(starts_instant <= ${instant}, starts_at <= ${wallClock}::timestamp)
        group by 1 order by 1`.execute(db)
      return rows
    },
    publishedPeriod: (employeeId) => publishedPeriod(db, employeeId),
    workedMonths: (months) => workedMonths(db, months, companies),
    changedTimes: (month) => changedTimes(db, month),
    linesAt: (moments) => linesAt(db, moments),
  }
}
