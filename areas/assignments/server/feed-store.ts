import { sql, type Selectable } from 'kysely'
import type { DutyClock } from '#platform/contract/duties.ts'
import { addDays, dateIn, earlierFirst } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { inSlices } from '#platform/server/slices.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { DAYS_TO_END, makeMonths } from './duty-months.ts'
import type { PlannedDuty, Span } from './duties-of-feed.ts'
import type { Feed, TripPattern } from './tods/read-feed.ts'
import { dutyTables, type DutyTables } from './tables.ts'

/** How many duties one statement writes. On a server each statement is a transaction, and waits for the disk. */
export const DUTIES_A_CHUNK = 20
/** The embedded database writes this many in 3 to 7 ms, in which it answers nobody else. */
export const FEW_DUTIES = 5
/** A lookup of as many takes about as long as to write one. */
const SLICES_LOOKED_UP_AT_ONCE = 25
const PATTERNS_A_CHUNK = 50
const PLACES_A_CHUNK = 500
const DUTIES_READ_AT_ONCE = 1000
/** Two duties that overlap are of service days at most this far apart: a day of a feed may reach into the next. */
export const DAYS_OF_A_DUTY = 2

export async function ensureFeed(db: Database, company: string, name: string): Promise<number> {
  await dutyTables(db)
    .insertInto('feeds')
    .values({ company, name, active_version: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const feed = await findFeed(db, company, name)
  return (feed as { id: number }).id
}

export function findFeed(db: Database, company: string, name: string) {
  return dutyTables(db)
    .selectFrom('feeds')
    .select(['id', 'active_version'])
    .where('company', '=', company)
    .where('name', '=', name)
    .executeTakeFirst()
}

export function listVersions(db: Database, feedId: number) {
  return dutyTables(db)
    .selectFrom('feed_versions')
    .select(['version', 'source', 'imported_at'])
    .where('feed_id', '=', feedId)
    .orderBy('version')
    .execute()
}

/**
 * When each company's feed in force was imported, in seconds since 1970. Of several feeds with days to come, the oldest import counts. If
 * none has days to come, the newest counts: after a feed has got another name, the one with the old name is never replaced.
 */
export async function importTimes({
  db,
  reads = db,
  clock,
  variants,
}: Pick<Platform, 'db' | 'reads' | 'clock' | 'variants'>): Promise<{ company: string; value: number }[]> {
  const feeds = await dutyTables(reads)
    .selectFrom('feeds as f')
    .innerJoin('feed_versions as v', (join) =>
      join.onRef('v.feed_id', '=', 'f.id').onRef('v.version', '=', 'f.active_version'),
    )
    .select(['f.company', 'v.imported_at'])
    // Found by the index, as in published.ts.
    .select((eb) =>
      eb
        .selectFrom('duties as d')
        .select('d.service_date')
        .whereRef('d.feed_id', '=', 'f.id')
        .where(sql<boolean>`not d.withdrawn`)
        .orderBy('d.service_date', 'desc')
        .limit(1)
        .as('until'),
    )
    .orderBy('v.imported_at')
    .execute()
  const now = clock()
  return [...Map.groupBy(feeds, ({ company }) => company)].flatMap(([company, own]) => {
    const today = dateIn(variants.timeZoneOf(company), now)
    const told = own.find(({ until }) => until !== null && until >= today) ?? own.at(-1)
    return told ? [{ company, value: told.imported_at.getTime() / 1000 }] : []
  })
}

export function findVersion(db: Database, feedId: number, version: number) {
  return dutyTables(db)
    .selectFrom('feed_versions')
    .select(['version', 'archive'])
    .where('feed_id', '=', feedId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** What a new version may not remove: duties that have begun by now, and days before its own first day. */
export interface Untouched {
  readonly now: DutyClock
  /** The version's first service date; null if it has none. */
  readonly before: string | null
}

/**
 * The first service date of which a version may change duties. `isUntouched` says the same of each duty; a condition with this date keeps
 * PostgreSQL from looking into the months before.
 */
export const firstTouched = ({ now, before }: Untouched): string =>
  before ?? addDays(now.wallClock.slice(0, 10), -DAYS_TO_END)

export const isUntouched = ({ now, before }: Untouched) => sql<boolean>`(
  coalesce(d.starts_instant <= ${now.instant}, d.starts_at <= ${now.wallClock}::timestamp)
  or coalesce(d.service_date < ${before}::date, false))`

/** A duty that is in force, as an import compares it with its own. */
export interface InForce {
  readonly key: string
  readonly contentHash: string
  readonly confirmed: boolean
  /** Whether a version may not remove the duty. */
  readonly untouched: boolean
  /** Its times; null for duties that no duty of the version can meet. */
  readonly span: Span | null
}

/** The duties now in force from this feed, each with its identifying key and a hash of its content. */
export async function dutiesInForce(db: Database, feedId: number, untouched: Untouched): Promise<InForce[]> {
  const d = columnsOf<DutyTables['duties']>('d')
  const e = columnsOf<PeopleTables['employees']>('e')
  const duty = selected({
    id: d('id'),
    key: sql<string>`json_build_array(${e('number')}, ${d('service_date')}, ${d('service_id')}, ${d('run')})::text`,
    contentHash: d('content_hash'),
    confirmed: sql<boolean>`${d('confirmed_at')} is not null`,
    untouched: isUntouched(untouched),
    startsAt: d('starts_at'),
    endsAt: d('ends_at'),
    startsInstant: d('starts_instant'),
    endsInstant: d('ends_instant'),
    serviceDate: d('service_date'),
    meets: sql<boolean>`coalesce(${isUntouched(untouched)} and d.service_date >= ${untouched.before}::date - ${DAYS_OF_A_DUTY}::int, false)`,
  })
  const found: InForce[] = []
  // By day, so that the months behind are not read again for each part.
  let last = { id: 0, serviceDate: '0001-01-01' }
  for (let more = true; more;) {
    const { rows } = await sql<RowOf<typeof duty>>`
      select ${duty}
      from duties d join employees e on e.id = d.employee_id
      where d.feed_id = ${feedId} and not d.withdrawn and d.service_date >= ${last.serviceDate}::date
        and (d.service_date, d.id) > (${last.serviceDate}::date, ${last.id}::bigint)
      order by d.service_date, d.id limit ${DUTIES_READ_AT_ONCE}`.execute(db)
    for (const { id, serviceDate, key, contentHash, confirmed, untouched, meets, ...span } of rows) {
      last = { id, serviceDate }
      const plain = { key: JSON.stringify(JSON.parse(key)), contentHash, confirmed, untouched }
      found.push({ ...plain, span: meets ? span : null })
    }
    more = rows.length === DUTIES_READ_AT_ONCE
  }
  return found
}

export const dutyKey = (duty: PlannedDuty) =>
  JSON.stringify([duty.employee, duty.serviceDate, duty.serviceId, duty.run])

/**
 * Writes the duties that are not stored yet. They are withdrawn until they are put in force (activation.ts), so that nobody sees them
 * before, and an interrupted import puts nothing in force. They are written in chunks, so that the portal goes on answering requests.
 * On duties that are stored already, what is shown beside their content, such as the colour of a line, is updated at once.
 * Returns the ids of all given duties.
 */
export async function stageDuties(
  db: Database,
  feedId: number,
  duties: readonly PlannedDuty[],
  employeeIds: ReadonlyMap<string, string>,
  tell: (done: number) => void,
  atOnce = DUTIES_A_CHUNK,
): Promise<number[]> {
  // Of a few days at a time, whose months alone a statement then opens.
  const byDay = duties.toSorted((one, other) => earlierFirst(one.serviceDate, other.serviceDate))
  await makeMonths(
    db,
    byDay.map(({ serviceDate }) => serviceDate),
  )
  const patternIds = await keepPatterns(db, feedId, duties)
  const stage: Stage = { db, feedId, employeeIds, patternIds }
  const staged = new Map<PlannedDuty, number>()
  // What another import has added after it was looked up, or retention.ts has removed, is looked up again.
  for (let left: readonly PlannedDuty[] = byDay; left.length > 0; left = left.filter((duty) => !staged.has(duty))) {
    for await (const written of slicesWritten(stage, left, atOnce)) {
      for (const [duty, id] of written) staged.set(duty, id)
      tell(staged.size)
    }
  }
  return [...staged.values()]
}

type Stored = ReadonlyMap<PlannedDuty, number>

/** Yields the duties of each slice once they are stored, with their ids. While the database writes a slice, the next one is made. */
async function* slicesWritten(stage: Stage, duties: readonly PlannedDuty[], atOnce: number): AsyncGenerator<Stored> {
  let underWay: Promise<Stored> | undefined
  for await (const { slice, statement } of writesOf(stage, duties, atOnce)) {
    if (underWay) yield await underWay
    const write = statement.execute(stage.db)
    underWay = write.then(({ rows }) => new Map(rows.map(({ at, id }) => [slice[at] as PlannedDuty, id])))
    // Thrown where it is awaited.
    underWay.catch(() => {})
  }
  if (underWay) yield await underWay
}

/** Makes the statements that write the duties, a slice each. */
async function* writesOf(stage: Stage, duties: readonly PlannedDuty[], atOnce: number) {
  for await (const part of inSlices(duties, atOnce * SLICES_LOOKED_UP_AT_ONCE)) {
    const stored = await storedAmong(stage, part)
    const added = part.filter((duty) => !stored.has(duty))
    // What is stored first: until then retention.ts may remove it.
    for await (const slice of inSlices([...stored.keys()], atOnce))
      yield { slice, statement: besideContent(stage, slice, stored) }
    for await (const slice of inSlices(added, atOnce)) yield { slice, statement: addition(stage, slice) }
  }
}

interface Stage {
  readonly db: Database
  readonly feedId: number
  readonly employeeIds: ReadonlyMap<string, string>
  /** By the patterns' keys. */
  readonly patternIds: ReadonlyMap<string, number>
}

/** A condition for PostgreSQL to open only the months of the duties, which are in order. */
function ofDays(duties: readonly PlannedDuty[], table: string) {
  const [first, last] = [duties[0]?.serviceDate, duties.at(-1)?.serviceDate]
  return sql<boolean>`${sql.ref(`${table}.service_date`)} between ${first}::date and ${last}::date`
}

/** The place of a duty among the given ones, and its id. */
const placeAndId = (given: string, duty: string) =>
  selected({ at: sql<number>`${sql.ref(`${given}.at`)}`, id: columnsOf<DutyTables['duties']>(duty)('id') })
const ofGiven = placeAndId('g', 'd')
const placed = placeAndId('p', 'p')

/** Those of the duties that are stored, with their ids. */
async function storedAmong({ db, feedId, employeeIds }: Stage, duties: readonly PlannedDuty[]): Promise<Stored> {
  const given = duties.map(({ employee, serviceDate, serviceId, run, contentHash }, at) => ({
    at,
    serviceDate,
    serviceId,
    run,
    contentHash,
    employeeId: employeeIds.get(employee),
  }))
  // `offset 0` makes PostgreSQL look each duty up by itself. Without statistics it would read all duties of the feed each time.
  const { rows } = await sql<RowOf<typeof ofGiven>>`
    select ${ofGiven}
    from json_to_recordset(${JSON.stringify(given)}::json) as g(
      at int, "employeeId" uuid, "serviceDate" date, "serviceId" text, run text, "contentHash" text)
    cross join lateral (
      select id from duties k where feed_id = ${feedId} and employee_id = g."employeeId" and service_date = g."serviceDate"
        and ${ofDays(duties, 'k')} and service_id = g."serviceId" and run = g.run and content_hash = g."contentHash" offset 0
    ) d
    order by g.at`.execute(db)
  return new Map(rows.map(({ at, id }) => [duties[at] as PlannedDuty, id]))
}

/** Adds duties with their events, but none that another import has added since they were looked up. Returns those that it has added. */
function addition({ feedId, employeeIds, patternIds }: Stage, duties: readonly PlannedDuty[]) {
  const whole = duties.map((duty) => duty.whole())
  const given = whole.map((duty, at) => ({
    at,
    ...duty,
    employeeId: employeeIds.get(duty.employee),
    events: undefined,
  }))
  // Beside their duties rather than in them: PostgreSQL would read what is in them twice.
  const events = whole.flatMap((duty, ofDuty) =>
    duty.events.map(({ pattern, ...event }) => ({
      ofDuty,
      ...event,
      patternId: pattern && patternIds.get(pattern.key),
    })),
  )
  return sql<RowOf<typeof placed>>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as g(at int,
        "employeeId" uuid, "serviceDate" date, "serviceId" text, run text, "contentHash" text, description text,
        "startsAt" timestamp, "endsAt" timestamp, "endsInstant" timestamptz, "startsInstant" timestamptz, "startPlace" text, "endPlace" text,
        vehicle text, lines jsonb, breaks jsonb)
    ), added as (
      insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description,
        starts_at, ends_at, ends_instant, starts_instant, start_place, end_place, vehicle, lines, breaks, withdrawn)
      select ${feedId}, "employeeId", "serviceDate", "serviceId", run, "contentHash", description,
        "startsAt", "endsAt", "endsInstant", "startsInstant", "startPlace", "endPlace", vehicle, lines, breaks, true from given
      on conflict do nothing
      returning id, employee_id, service_date, service_id, run, content_hash
    ), placed as (
      select g.at, a.* from added a join given g on g."employeeId" = a.employee_id and g."serviceDate" = a.service_date
        and g."serviceId" = a.service_id and g.run = a.run and g."contentHash" = a.content_hash
    ), added_events as (
      insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, trip_starts_at,
        starts_instant, ends_instant, description, vehicle, start_place, end_place, positioning,
        line, pattern_id, trip_first, bus)
      select p.id, p.employee_id, p.service_date, e.sequence, p.run, e."startsAt", e."endsAt", e."tripStartsAt",
        e."startsInstant", e."endsInstant", e.description, e.vehicle, e."startPlace", e."endPlace", e.positioning,
        e.line, e."patternId", e."tripFirst", e.bus
      from placed p
      join json_to_recordset(${JSON.stringify(events)}::json) as e("ofDuty" int, sequence int,
        "startsAt" timestamp, "endsAt" timestamp, "tripStartsAt" timestamp, "startsInstant" timestamptz, "endsInstant" timestamptz,
        description text, vehicle text, "startPlace" text, "endPlace" text, positioning boolean, line jsonb, "patternId" bigint,
        "tripFirst" int, bus jsonb) on e."ofDuty" = p.at
    )
    select ${placed} from placed p`
}

/**
 * Updates what is shown of stored duties and their events beside their content, and when they were last staged. Returns those that are still
 * stored.
 */
function besideContent({ patternIds }: Stage, duties: readonly PlannedDuty[], stored: Stored) {
  const given = duties.map((duty, at) => {
    const { serviceDate, lines, breaks, events } = duty.whole()
    return { at, id: stored.get(duty), serviceDate, lines, breaks, events }
  })
  const events = given.flatMap(({ id, serviceDate, events }) =>
    events.map(({ sequence, line, pattern, tripFirst, bus }) => ({
      id,
      serviceDate,
      sequence,
      line,
      tripFirst,
      bus,
      patternId: pattern && patternIds.get(pattern.key),
    })),
  )
  return sql<RowOf<typeof ofGiven>>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given.map((duty) => ({ ...duty, events: undefined })))}::json) as g(
        at int, id bigint, "serviceDate" date, lines jsonb, breaks jsonb)
    ), beside as (
      update duties d set lines = g.lines, breaks = g.breaks, withdrawn_at = now() from given g
      where d.id = g.id and d.service_date = g."serviceDate" and ${ofDays(duties, 'd')}
        and (d.withdrawn or (d.lines, d.breaks) is distinct from (g.lines, g.breaks))
    ), beside_events as (
      update duty_events n set line = e.line, pattern_id = e."patternId", trip_first = e."tripFirst", bus = e.bus
      from json_to_recordset(${JSON.stringify(events)}::json) as e(
        id bigint, "serviceDate" date, sequence int, line jsonb, "patternId" bigint, "tripFirst" int, bus jsonb)
      where n.duty_id = e.id and n.service_date = e."serviceDate" and ${ofDays(duties, 'n')} and n.sequence = e.sequence
        and (n.line, n.pattern_id, n.trip_first, n.bus) is distinct from (e.line, e."patternId", e."tripFirst", e.bus)
    )
    select ${ofGiven} from given g join duties d on d.id = g.id and d.service_date = g."serviceDate" and ${ofDays(duties, 'd')}`
}

/** Writes the trips' stops that are not stored yet. Returns the ids of all given patterns by their keys. */
async function keepPatterns(
  db: Database,
  feedId: number,
  duties: readonly PlannedDuty[],
): Promise<Map<string, number>> {
  const patterns = new Map<string, TripPattern & { readonly lastDay: string }>()
  for await (const slice of inSlices(duties)) {
    for (const duty of slice) {
      const { serviceDate } = duty
      for (const pattern of duty.patterns()) {
        const before = patterns.get(pattern.key)?.lastDay ?? serviceDate
        patterns.set(pattern.key, { ...pattern, lastDay: before > serviceDate ? before : serviceDate })
      }
    }
  }
  const ids = new Map<string, number>()
  for await (const slice of inSlices([...patterns.values()], PATTERNS_A_CHUNK)) {
    const chunk = JSON.stringify(slice)
    const write = sql<Pick<Selectable<DutyTables['trip_patterns']>, 'id' | 'key'>>`
      with given as (
        select * from json_to_recordset(${chunk}::json) as g(key text, stops jsonb, "lastDay" date)
      ), added as (
        insert into trip_patterns (feed_id, key, stops, last_day) select ${feedId}, key, stops, "lastDay" from given
        on conflict (feed_id, key) do update set last_day = excluded.last_day
          where trip_patterns.last_day < excluded.last_day
        returning id, key
      )
      select id, key from added
      union all
      select p.id, p.key from trip_patterns p join given g on p.feed_id = ${feedId} and p.key = g.key`
    let { rows } = await write.execute(db)
    // The statement neither adds nor returns what another import wrote while it ran; a second run returns it.
    if (new Set(rows.map(({ key }) => key)).size < slice.length) ({ rows } = await write.execute(db))
    for (const { id, key } of rows) ids.set(key, id)
  }
  return ids
}

/** Writes the positions of a feed's places. Places of earlier versions stay, for the duties that are over. */
export async function keepPlaces(db: Database, feedId: number, places: Feed['places']): Promise<void> {
  const rows = [...places].map(([name, [lat, lon]]) => ({ name, lat, lon }))
  for await (const slice of inSlices(rows, PLACES_A_CHUNK)) {
    const chunk = JSON.stringify(slice)
    await sql`
      insert into duty_places (feed_id, name, lat, lon)
      select ${feedId}, name, lat, lon from json_to_recordset(${chunk}::json) as g(name text, lat numeric, lon numeric)
      on conflict (feed_id, name) do update set lat = excluded.lat, lon = excluded.lon
      where (duty_places.lat, duty_places.lon) is distinct from (excluded.lat, excluded.lon)`.execute(db)
  }
}

/** The source of the active version of a company's feed; null if there is none. */
export async function sourceInForce(db: Database, company: string, name: string): Promise<string | null> {
  const row = await dutyTables(db)
    .selectFrom('feeds')
    .innerJoin('feed_versions', (join) =>
      join.onRef('feed_id', '=', 'feeds.id').onRef('version', '=', 'feeds.active_version'),
    )
    .select('source')
    .where('company', '=', company)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.source ?? null
}
