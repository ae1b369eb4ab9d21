import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { letOthersIn } from '#platform/server/slices.ts'

/** A feed writes the hours of a service day with two digits, so that no duty reaches further beyond its day. */
export const DAYS_TO_END = 5

/** A partition of duties and of their events, with the service dates that it may hold: docs/decisions/0114. */
export interface DutyMonth {
  readonly duties: string
  readonly events: string
  /** Its first day; null for the one that holds all days before the second. */
  readonly from: string | null
  /** The first day after its last. */
  readonly before: string
}

/** The names of a month's partitions, which the migration that makes them says too. */
export function namesOf(date: string): Pick<DutyMonth, 'duties' | 'events'> {
  const name = date.slice(0, 7).replace('-', '_')
  return { duties: `duties_${name}`, events: `duty_events_${name}` }
}

/** Makes the months of these service dates that do not exist. */
export async function makeMonths(db: Database, days: Iterable<string>): Promise<void> {
  for (const month of new Set(Iterator.from(days).map((day) => day.slice(0, 7)))) {
    await sql`select make_duty_month(${`${month}-01`}::date)`.execute(db)
    await letOthersIn()
  }
}

const bound = (word: 'FROM' | 'TO') =>
  sql`substring(pg_get_expr(relpartbound, oid) from ${sql.lit(`${word} \\('([0-9-]+)'\\)`)})`
const month = selected({
  name: sql<string>`substr(relname, length('duties_') + 1)`,
  from: sql<string | null>`${bound('FROM')}`,
  before: sql<string>`${bound('TO')}`,
})

/** The months that exist, in order. */
export async function dutyMonths(db: Database): Promise<readonly DutyMonth[]> {
  const { rows } = await sql<RowOf<typeof month>>`
    select ${month} from pg_inherits join pg_class on oid = inhrelid where inhparent = 'duties'::regclass
    order by "before"`.execute(db)
  return rows.map(({ name, ...days }) => ({ duties: `duties_${name}`, events: `duty_events_${name}`, ...days }))
}

/**
 * Removes a month with all its duties, and returns 'dropped'; 'reported' if something was reported back in it, and 'busy' if others use the
 * tables.
 */
export async function dropMonth(db: Database, { duties }: DutyMonth): Promise<'dropped' | 'reported' | 'busy'> {
  const { rows } = await sql<{ outcome: 'dropped' | 'reported' | 'busy' }>`
    select drop_duty_month(${duties.slice('duties_'.length)}) as outcome`.execute(db)
  return rows[0]!.outcome
}

/** How long a month that was not there is not looked for again. */
const LOOK_AGAIN_MS = 60_000

type Found = DutyMonth | null

/**
 * Finds the month of a service date, by what has been read of the months once. Null if there is none, or if it was made within the last minute:
 * its days are then read from the table of all months, with the same answer.
 */
export function monthFinder(db: Database): (date: string) => Found | Promise<Found> {
  let months: readonly DutyMonth[] = []
  let lookAgainAt = -Infinity
  const known = (date: string): Found =>
    months.find(({ from, before }) => date < before && (from === null || from <= date)) ?? null
  const read = async (date: string) => {
    lookAgainAt = performance.now() + LOOK_AGAIN_MS
    // The newest first: most ask for a day of these weeks.
    months = (await dutyMonths(db)).toReversed()
    return known(date)
  }
  return (date) => {
    const found = known(date)
    return found === null && performance.now() >= lookAgainAt ? read(date) : found
  }
}
