import { sql, type RawBuilder, type Selectable } from 'kysely'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { BrokenOff, ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { inSlices, letOthersIn } from '#platform/server/slices.ts'
import { dutyMonths } from './duty-months.ts'
import { DAYS_OF_A_DUTY, firstTouched, isUntouched, type Untouched } from './feed-store.ts'
import { dutyTables, type DutyTables } from './tables.ts'

const KEPT_VERSIONS = 10
/** The longest time that putting a version in force takes. */
const LONGEST_ACTIVATION_MS = 60_000
const IDS_AT_ONCE = 1000
// The embedded database puts this many in force in about 5 ms.
const EMPLOYEES_AT_ONCE = 4
const DUTIES_AT_ONCE = 100
const PART_BYTES = 256 * 1024
const MANY_DUTIES = 1000

interface NewVersion {
  readonly source: string
  readonly archive: Buffer
  readonly at: Date
}

export interface Activation {
  readonly feedId: number
  /** The feed's name. */
  readonly name: string
  /** The ids of all duties that are in force afterwards. */
  readonly dutyIds: readonly number[]
  readonly untouched: () => Untouched
  readonly version: NewVersion | { readonly restored: number }
  /** The version with which this one was compared, in the difference that somebody has read; null: none was in force. */
  readonly since: number | null
}

/** What a version with this first day may not touch. Until it is in force, a duty may begin and be reported on. */
export function untouchedSoon(before: string | null, timeZone: string, now: Date): Untouched {
  const instant = new Date(now.getTime() + LONGEST_ACTIVATION_MS)
  return { now: { instant, wallClock: wallClockIn(timeZone, instant) }, before }
}

/**
 * Puts these duties of the feed in force, in one transaction. The others are withdrawn and lose their confirmation, except those
 * that a version may not touch. Reports on a changed duty are copied to the one that replaces it.
 * Returns the number of the version now active: a new one, or the stored one that is restored.
 */
export async function activateAtOnce(db: Database, activation: Activation): Promise<number> {
  const { feedId, dutyIds, untouched, version } = activation
  const from = firstTouched(untouched())
  if (dutyIds.length >= MANY_DUTIES) await analyze(db, from)
  return db.transaction().execute(async (tx) => {
    await refuseIfOvertaken(tx, activation)
    await refuseIfGone(tx, activation, dutyIds)
    await replaceDuties(tx, { feedId, dutyIds, untouched: untouched(), employees: null })
    const active = 'restored' in version ? version.restored : await keepVersion(tx, feedId, version)
    await dutyTables(tx).updateTable('feeds').set({ active_version: active }).where('id', '=', feedId).execute()
    return active
  })
}

/**
 * Does the same for a database with one connection, for which everybody waits: a few employees at a time, each with all of his or her
 * duties. First the version is stored as the active one. If the rest breaks off, `finishActivations` continues it. Only one activation may
 * run at a time.
 */
export async function activateInSlices(db: Database, activation: Activation): Promise<number> {
  const { feedId, name, dutyIds, untouched, version } = activation
  if (dutyIds.length >= MANY_DUTIES) await analyzeAFew(db, firstTouched(untouched()))
  for await (const ids of inSlices(dutyIds, IDS_AT_ONCE)) await refuseIfGone(db, activation, ids)
  if ('archive' in version) await writeParts(db, feedId, version.archive)
  const active = await db.transaction().execute(async (tx) => {
    await refuseIfOvertaken(tx, activation)
    const active =
      'restored' in version ? version.restored : await keepVersion(tx, feedId, version, joinedParts(feedId))
    await dutyTables(tx).deleteFrom('feed_archive_parts').where('feed_id', '=', feedId).execute()
    await sql`
      insert into feed_activations (company, feed_id, version, duty_ids, first_day)
      select company, id, ${active}, ${JSON.stringify(dutyIds)}::jsonb, ${untouched().before}::date
      from feeds where id = ${feedId}`.execute(tx)
    // Set now, so that `finishActivations` can see whether another version has been put in force meanwhile.
    await dutyTables(tx).updateTable('feeds').set({ active_version: active }).where('id', '=', feedId).execute()
    return active
  })
  await rollForward(db, { feedId, name, active, dutyIds, untouched })
  return active
}

async function writeParts(db: Database, feedId: number, archive: Buffer): Promise<void> {
  for (let part = 0; part * PART_BYTES < archive.length; part++) {
    const bytes = archive.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
    await sql`
      insert into feed_archive_parts (company, feed_id, part, bytes)
      select company, id, ${part}, ${bytes} from feeds where id = ${feedId}`.execute(db)
  }
}

/**
 * Joined within the database: passing ten megabytes at once to the embedded one takes a third of a second and a hundred megabytes of
 * memory.
 */
const joinedParts = (feedId: number) => sql<Buffer>`(
  select coalesce(string_agg(bytes, ''::bytea order by part), '') from feed_archive_parts where feed_id = ${feedId})`

/** A version whose interrupted activation has been finished. */
export interface Finished {
  readonly company: string
  readonly name: string
  readonly version: number
}

/**
 * Finishes activations that broke off, and removes what an import left behind that broke off before its activation. Call it only while no
 * import is under way.
 */
export async function finishActivations({
  db,
  variants,
  clock,
}: Pick<Platform, 'db' | 'variants' | 'clock'>): Promise<Finished[]> {
  await dutyTables(db).deleteFrom('feed_archive_parts').execute()
  const begun = await dutyTables(db)
    .selectFrom('feed_activations as a')
    .innerJoin('feeds as f', 'f.id', 'a.feed_id')
    .select(['a.company', 'a.feed_id', 'a.version', 'a.duty_ids', 'a.first_day', 'f.name', 'f.active_version'])
    .execute()
  const finished: Finished[] = []
  for (const { company, feed_id: feedId, name, version, active_version, duty_ids: dutyIds, first_day } of begun) {
    // Somebody has gone back to the portal's previous version, which has put another version of the feed in force.
    if (active_version !== version) {
      await dutyTables(db).deleteFrom('feed_activations').where('feed_id', '=', feedId).execute()
      continue
    }
    const untouched = () => untouchedSoon(first_day, variants.timeZoneOf(company), clock())
    await rollForward(db, { feedId, name, active: version, dutyIds, untouched })
    finished.push({ company, name, version })
  }
  return finished
}

interface Pending extends Pick<Activation, 'feedId' | 'name' | 'dutyIds' | 'untouched'> {
  /** The number of the version that becomes active. */
  readonly active: number
}

/** Puts a stored activation in force. Throws BrokenOff if that fails: `finishActivations` continues it later. */
async function rollForward(db: Database, pending: Pending): Promise<void> {
  const { feedId, name, active } = pending
  try {
    await replaceInSlices(db, pending)
    await dutyTables(db).deleteFrom('feed_activations').where('feed_id', '=', feedId).execute()
  } catch (error) {
    throw new BrokenOff(
      `${name} version ${active} är inläst. Den gäller än så länge bara för några anställda, och för alla så snart det går.`,
      error,
    )
  }
}

/** Replaces the duties of a few employees at a time. */
async function replaceInSlices(db: Database, { feedId, dutyIds, untouched }: Pending): Promise<void> {
  const from = firstTouched(untouched())
  const given = await byEmployee(db, dutyIds, from)
  let slice = { employees: [] as string[], dutyIds: [] as number[] }
  const putSlice = async () => {
    const { employees } = slice
    if (employees.length === 0) return
    await letOthersIn()
    const part = { feedId, ...slice, untouched: untouched() }
    await db.transaction().execute((tx) => replaceDuties(tx, part))
    slice = { employees: [], dutyIds: [] }
  }
  for await (const employee of employeesOf(db, feedId, from)) {
    const ids = given.get(employee) ?? []
    if (slice.employees.length === EMPLOYEES_AT_ONCE || slice.dutyIds.length + ids.length > DUTIES_AT_ONCE)
      await putSlice()
    slice.employees.push(employee)
    slice.dutyIds.push(...ids)
  }
  await putSlice()
}

/** The duties that still exist, by employee. */
async function byEmployee(db: Database, dutyIds: readonly number[], from: string): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  for await (const ids of inSlices(dutyIds, IDS_AT_ONCE)) {
    const { rows } = await sql<Pick<Selectable<DutyTables['duties']>, 'id' | 'employee_id'>>`
      select id, employee_id from duties
      where id = any(${listOf(ids)}::bigint[]) and service_date >= ${from}::date`.execute(db)
    for (const { id, employee_id: employee } of rows) {
      const own = found.get(employee)
      if (own) own.push(id)
      else found.set(employee, [id])
    }
  }
  return found
}

const EMPLOYEES_READ_AT_ONCE = 100

/**
 * All employees who have duties of the feed from a date on, in force or not. Each is found by one step in an index, however many duties there
 * are.
 */
async function* employeesOf(db: Database, feedId: number, from: string): AsyncGenerator<string> {
  const next = (after: ReturnType<typeof sql>) => sql`
    (select employee_id from duties
      where feed_id = ${feedId} and employee_id > ${after} and service_date >= ${from}::date order by employee_id limit 1)`
  for (let last = '00000000-0000-0000-0000-000000000000', more = true; more;) {
    const { rows } = await sql<Pick<Selectable<DutyTables['duties']>, 'employee_id'>>`
      with recursive found (employee_id, n) as (
        select ${next(sql`${last}::uuid`)}, 1
        union all
        select ${next(sql`found.employee_id`)}, n + 1 from found where employee_id is not null and n < ${EMPLOYEES_READ_AT_ONCE}
      )
      select employee_id from found where employee_id is not null`.execute(db)
    for (const { employee_id } of rows) yield (last = employee_id)
    more = rows.length === EMPLOYEES_READ_AT_ONCE
  }
}

interface Replaced {
  readonly feedId: number
  readonly dutyIds: readonly number[]
  readonly untouched: Untouched
  /** The employees whose duties are replaced; `dutyIds` are all of theirs. Null: all employees. */
  readonly employees: readonly string[] | null
}

const d = columnsOf<DutyTables['duties']>('d')

/** Withdraws duties and puts others in force. */
async function replaceDuties(tx: Database, { feedId, dutyIds, untouched, employees }: Replaced): Promise<void> {
  const given = listOf(dutyIds)
  const from = firstTouched(untouched)
  const ofEmployees = employees ? sql`and employee_id = any(${employees}::uuid[])` : sql``
  const isTouched = (duty: string) => sql<boolean>`${sql.ref(`${duty}.service_date`)} >= ${from}::date`
  const conditions = sql`not d.withdrawn and d.id <> all(${given}::bigint[]) and not ${isUntouched(untouched)}`
  // `offset 0` makes PostgreSQL look the duties up by employee. Without statistics of a new feed it expects nothing to be in force, and
  // would read the whole feed for each slice.
  const leaves = employees
    ? sql`d.id in (
        select d.id from (
          select id, withdrawn, service_date, starts_at, starts_instant from duties
          where feed_id = ${feedId} and service_date >= ${from}::date ${ofEmployees} offset 0
        ) d
        where ${conditions}) and ${isTouched('d')}`
    : sql`d.feed_id = ${feedId} and ${isTouched('d')} and ${conditions}`
  await sql`update duties d set withdrawn = true, withdrawn_at = now(), confirmed_at = null where ${leaves}`.execute(tx)
  // A run whose old duty stays in force must not get a second one.
  const chosen = selected({
    id: d('id'),
    begun: isUntouched(untouched),
    replaces: sql<boolean>`d.replaces`,
  })
  const { rows: free } = await sql<RowOf<typeof chosen>>`
    select ${chosen} from (
      select id, service_date, starts_at, starts_instant,
        bool_and(withdrawn) over run_of_day as free, count(*) over run_of_day > 1 as replaces
      from duties where feed_id = ${feedId} and service_date >= ${from}::date ${ofEmployees}
      window run_of_day as (partition by employee_id, service_date, service_id, run) offset 0
    ) d
    where d.id = any(${given}::bigint[]) and d.free`.execute(tx)
  const begun = free.filter((duty) => duty.begun).map(({ id }) => id)
  const beside = begun.length === 0 ? new Set() : await besideWhatStays(tx, begun, { dutyIds, untouched })
  const entered = free.filter(({ id }) => !beside.has(id))
  const ids = listOf(entered.map(({ id }) => id))
  if (entered.some(({ replaces }) => replaces)) await copyReports(tx, ids, from)
  await sql`update duties d set withdrawn = false where id = any(${ids}::bigint[]) and ${isTouched('d')}`.execute(tx)
}

/** Copies what was reported back on a run to the duties that take its place. */
async function copyReports(tx: Database, ids: string, from: string): Promise<void> {
  const isTouched = (duty: string) => sql<boolean>`${sql.ref(`${duty}.service_date`)} >= ${from}::date`
  await sql`
    update duty_events n set reported_starts_at = o.reported_starts_at, reported_ends_at = o.reported_ends_at,
      reported_note = o.reported_note, reported_at = o.reported_at
    from duty_events o, duties od, duties nd
    where nd.id = any(${ids}::bigint[]) and ${isTouched('nd')}
      and n.duty_id = nd.id and n.service_date = nd.service_date and ${isTouched('n')} and n.reported_at is null
      and ${isTouched('od')} and od.feed_id = nd.feed_id and od.employee_id = nd.employee_id and od.service_date = nd.service_date
      and od.service_id = nd.service_id and od.run = nd.run and od.id <> nd.id
      and o.duty_id = od.id and o.service_date = od.service_date and ${isTouched('o')} and o.sequence = n.sequence and o.reported_at is not null`.execute(
    tx,
  )
}

/**
 * Those of the duties, which have begun, beside which the employee has another one at the same time that stays in force. He or she cannot have
 * worked both, and the time report would count both. The same rule as `staying` in feed-difference.ts.
 */
async function besideWhatStays(
  tx: Database,
  begun: readonly number[],
  { dutyIds, untouched }: Pick<Replaced, 'dutyIds' | 'untouched'>,
): Promise<ReadonlySet<unknown>> {
  const first = firstTouched(untouched)
  const { rows } = await sql<Pick<Selectable<DutyTables['duties']>, 'id'>>`
    select d.id from duties d
    where d.id = any(${listOf(begun)}::bigint[]) and d.service_date >= ${first}::date and d.withdrawn and exists (
      select from duties od where od.feed_id = d.feed_id and od.employee_id = d.employee_id
        and od.service_date >= ${first}::date - ${DAYS_OF_A_DUTY}::int
        and od.service_date between d.service_date - ${DAYS_OF_A_DUTY}::int and d.service_date + ${DAYS_OF_A_DUTY}::int
        and not od.withdrawn and od.id <> all(${listOf(dutyIds)}::bigint[])
        and coalesce(od.starts_instant < d.ends_instant, od.starts_at < d.ends_at)
        and coalesce(d.starts_instant < od.ends_instant, d.starts_at < od.ends_at))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const listOf = (ids: readonly number[]) => `{${ids.join(',')}}`

/**
 * Updates the database's statistics, since the following statements would otherwise be planned for the earlier sizes of the tables. The
 * embedded database never updates them by itself, and a server may not have done so yet.
 */
async function analyses(db: Database, from: string) {
  const months = (await dutyMonths(db)).filter(({ before }) => before > from)
  return months.flatMap(({ duties, events }) => [
    sql`analyze ${sql.table(duties)} (feed_id, employee_id, service_date, service_id, run, withdrawn)`,
    sql`analyze ${sql.table(events)} (duty_id, sequence)`,
  ])
}

async function analyze(db: Database, from: string): Promise<void> {
  for (const each of await analyses(db, from)) await each.execute(db)
}

/** Does the same with a tenth of the usual sample, since everybody waits while the rows are read. */
async function analyzeAFew(db: Database, from: string): Promise<void> {
  for (const each of await analyses(db, from))
    await db.transaction().execute(async (tx) => {
      await sql`set local default_statistics_target = 10`.execute(tx)
      await each.execute(tx)
    })
}

/** Locks the feed. Throws if another import has put a version in force meanwhile, since the reported difference is then no longer true. */
async function refuseIfOvertaken(tx: Database, { feedId, since }: Pick<Activation, 'feedId' | 'since'>): Promise<void> {
  const { active_version: active } = await dutyTables(tx)
    .selectFrom('feeds')
    .select('active_version')
    .where('id', '=', feedId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (active !== since) throw new ImportRefused(['En annan version har satts i kraft under tiden. Kör importen igen.'])
}

/**
 * Throws if duties or the version were removed meanwhile: retention.ts may remove what was superseded long ago before it is in force again.
 */
async function refuseIfGone(
  tx: Database,
  { feedId, version, untouched }: Pick<Activation, 'feedId' | 'version' | 'untouched'>,
  dutyIds: readonly number[],
): Promise<void> {
  const restored = 'restored' in version ? version.restored : null
  const { rows } = await sql`
    select 1 from unnest(${listOf(dutyIds)}::bigint[]) as given (id) where not exists (
      select from duties d where d.id = given.id and d.service_date >= ${firstTouched(untouched())}::date)
    union all
    select 1 where ${restored}::int is not null
      and not exists (select from feed_versions where feed_id = ${feedId} and version = ${restored}::int)
    limit 1`.execute(tx)
  if (rows.length > 0) throw new ImportRefused(['Gamla tjänster gallrades samtidigt. Kör importen en gång till.'])
}

async function keepVersion(
  tx: Database,
  feedId: number,
  { source, archive, at }: NewVersion,
  written: RawBuilder<Buffer> = sql`${archive}`,
): Promise<number> {
  const { rows } = await sql<Pick<Selectable<DutyTables['feed_versions']>, 'version'>>`
    insert into feed_versions (feed_id, version, source, archive, imported_at)
    select ${feedId}, coalesce(max(version), 0) + 1, ${source}, ${written}, ${at} from feed_versions
    where feed_id = ${feedId} returning version`.execute(tx)
  const { version } = rows[0] as { version: number }
  await dutyTables(tx)
    .deleteFrom('feed_versions')
    .where('feed_id', '=', feedId)
    .where('version', '<=', version - KEPT_VERSIONS)
    .execute()
  return version
}
