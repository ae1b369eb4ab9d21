import { sql, type Selectable } from 'kysely'
import type { Database, Platform } from '#platform/server/area.ts'
import { inBatches } from '#platform/server/db/batches.ts'
import { dropMonth, dutyMonths, type DutyMonth } from './duty-months.ts'
import { dutyTables, type DutyTables } from './tables.ts'

/** How long superseded versions and duties are kept, in case a mistake in a feed is noticed late. */
const DAYS_SUPERSEDED = 14

/** How many calendar years back a day may be asked for (inReach in platform/contract/dates.ts). */
const YEARS_IN_REACH = 5

const DAY_MS = 86_400_000

/** Removes superseded versions and duties, and days that are older than anybody may ask for: docs/retention.md. */
export async function forgetOldDuties({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = firstDayKept(now)
  for (const month of await dutyMonths(db)) {
    await inBatches((limit) => removeSuperseded(db, month, limit))
    if (month.from === null || month.from < before) await removeDays(db, month, before)
  }
  for (const { id } of await dutyTables(db).selectFrom('feeds').select('id').orderBy('id').execute()) {
    await removeVersions(db, id, new Date(now.getTime() - DAYS_SUPERSEDED * DAY_MS))
    await inBatches((limit) => removePatterns(db, id, before, limit))
  }
}

/** A month before the first day in reach: days begin by the company's clock, and a month also shows a few days of its neighbours. */
const firstDayKept = (now: Date): string => `${now.getUTCFullYear() - YEARS_IN_REACH - 1}-12-01`

/** Reported times are stored nowhere else, and the company decides how long they are needed. So duties that have one are kept. */
const unreported = ({ events }: DutyMonth) => sql<boolean>`not exists (
  select from ${sql.table(events)} e where e.duty_id = d.id and e.reported_at is not null)`

/**
 * Removes duties that have been out of force for long. An import that is under way loses none: staging sets `withdrawn_at` anew, and writes
 * again what was removed before that. The rows are locked while they are read, so that duties that are being staged at this moment are skipped.
 */
async function removeSuperseded(db: Database, month: DutyMonth, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(month.duties)} where id in (
      select d.id from ${sql.table(month.duties)} d
      where d.withdrawn and d.withdrawn_at < now() - make_interval(days => ${DAYS_SUPERSEDED}) and ${unreported(month)}
      order by d.withdrawn_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes the days before `before`: a month as a whole, or duty by duty if something was reported back in it. One that others use, such as a
 * backup, waits for the next night.
 */
async function removeDays(db: Database, month: DutyMonth, before: string): Promise<void> {
  if (month.before <= before && (await dropMonth(db, month)) !== 'reported') return
  for (const day of await daysBefore(db, month, before)) await inBatches((limit) => removeDay(db, month, day, limit))
}

/** The days before `before` that have duties without reported times. */
async function daysBefore(db: Database, month: DutyMonth, before: string): Promise<string[]> {
  const { rows } = await sql<Pick<Selectable<DutyTables['duties']>, 'service_date'>>`
    select distinct d.service_date from feeds f join ${sql.table(month.duties)} d on d.feed_id = f.id
    where not d.withdrawn and d.service_date < ${before} and ${unreported(month)}
    order by 1`.execute(db)
  return rows.map((row) => row.service_date)
}

// One day at a time, so that a statement does not read again what the one before has kept.
async function removeDay(db: Database, month: DutyMonth, day: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(month.duties)} where id in (
      select d.id from feeds f join ${sql.table(month.duties)} d on d.feed_id = f.id
      where not d.withdrawn and d.service_date = ${day} and ${unreported(month)}
      limit ${limit} for update of d skip locked)`.execute(db)
  return Number(numAffectedRows)
}

async function removePatterns(db: Database, feedId: number, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from trip_patterns where id in (
      select id from trip_patterns where feed_id = ${feedId} and last_day < ${before}
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes versions that were followed by another before `before`. The version in force and the newest of the others stay, so that there is
 * a way back even for a feed that is renewed twice a year.
 */
async function removeVersions(db: Database, feedId: number, before: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // An import that puts another version in force waits for this lock.
    await sql`select id from feeds where id = ${feedId} for update`.execute(tx)
    await sql`
      delete from feed_versions v using feeds f
      where f.id = ${feedId} and v.feed_id = f.id and v.version is distinct from f.active_version
        and v.version < (select max(o.version) from feed_versions o
          where o.feed_id = f.id and o.version is distinct from f.active_version)
        and exists (select from feed_versions n
          where n.feed_id = f.id and n.version > v.version and n.imported_at < ${before})`.execute(tx)
  })
}
