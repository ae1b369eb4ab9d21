// Duties and their events are cut by month: docs/decisions/0114.
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Driver } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Platform } from '#platform/server/area.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openInMemory, type OpenDatabase } from '#platform/server/db/open.ts'
import { schemas } from '../../../app/server/areas.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { dropMonth, dutyMonths, makeMonths, monthFinder } from './duty-months.ts'
import { ensureFeed } from './feed-store.ts'
import { todsImporter } from './import-tods.ts'
import { daysOfDuties } from './migrations/2027-02-21-days-of-duties.ts'
import { daysOfDutiesRead } from './migrations/2027-02-22-days-of-duties-read.ts'
import { dutiesByMonth } from './migrations/2027-02-23-duties-by-month.ts'
import { monthsOfAYear } from './migrations/2027-02-24-months-of-a-year.ts'
import { reportedBack, unconfirmed } from './office.ts'
import { currentDuty, dutyCalendar, eventsOfDay, findEvent, findTrip, saveReport, setConfirmed } from './store.ts'
import { feedWith, folderOf } from './tods/feed-fixture.ts'

const count = async (db: Database, what: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(what)}`.execute(db)).rows[0]?.count

const addDuty = async (db: Database, day: string, run: string) =>
  (
    await sql<{ id: number }>`
      with d as (
        insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at,
          ends_at, ends_instant, start_place, end_place, vehicle)
        select f.id, e.id, ${day}::date, 'v', ${run}::text, '', '', ${day}::date + time '05:00', ${day}::date + time '09:00',
          ${day}::date + time '09:00', '', '', ''
        from (select min(id) as id from feeds) f, (select id from employees order by number limit 1) e returning *
      )
      insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, description, vehicle,
        start_place, end_place, positioning)
      select id, employee_id, service_date, 1, run, starts_at, ends_at, '', '', '', '', false from d
      returning duty_id as id`.execute(db)
  ).rows[0]?.id as number

const cutting: readonly Migration[] = [daysOfDuties, daysOfDutiesRead, dutiesByMonth, monthsOfAYear]

/** Runs all migrations but those that make months; in a portal that is used there are a company, an employee and a feed. */
async function beforeMonths(db: Database, used = true): Promise<void> {
  const all = Object.assign({}, ...schemas.map(({ migrations }) => migrations)) as Readonly<Record<string, Migration>>
  for (const [, migration] of Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (!cutting.includes(migration)) await db.transaction().execute((tx) => migration.up(tx))
  if (!used) return
  await sql`insert into companies (id, name) values ('norr', 'Norr')`.execute(db)
  await sql`
    insert into employees (company, number, user_name, first_name, last_name) values ('norr', '1', '1', 'A', 'A')`.execute(
    db,
  )
  await ensureFeed(db, 'norr', 'plan')
}

describe('a database from before there were months', () => {
  let opened: OpenDatabase
  let db: Database
  beforeAll(async () => {
    opened = await openInMemory()
    db = opened.db
    await beforeMonths(db)
    for (const day of ['2025-01-31', '2026-11-30', '2026-12-01']) await addDuty(db, day, '1')
    await db.transaction().execute((tx) => daysOfDuties.up(tx))
    // An import of the version before, which still runs.
    await addDuty(db, '2026-12-31', 'sist')
    await expect(addDuty(db, '2027-01-01', 'efter')).rejects.toThrow('duties_days')
    for (const migration of cutting.slice(1)) await db.transaction().execute((tx) => migration.up(tx))
  })
  afterAll(() => opened.close())

  test('keeps its duties, with their ids and events, in one partition that ends with their last month', async () => {
    const [earlier, next] = await dutyMonths(db)
    expect(earlier).toEqual({
      duties: 'duties_earlier',
      events: 'duty_events_earlier',
      from: null,
      before: '2027-01-01',
    })
    const { rows: checks } = await sql`select from pg_constraint where conname like '%_days'`.execute(db)
    expect(checks).toEqual([])
    expect(next).toMatchObject({ duties: 'duties_2027_01', from: '2027-01-01', before: '2027-02-01' })
    expect(await count(db, 'duties d join duty_events e on e.duty_id = d.id')).toBe(4)
    const { rows } = await sql<{ last: number }>`select max(id) as last from duties`.execute(db)
    expect(await addDuty(db, '2026-10-10', 'ny')).toBeGreaterThan(rows[0]!.last)
    expect(await addDuty(db, '2027-01-01', 'efter')).toBeGreaterThan(rows[0]!.last)
  })

  test('has months for a year, which the version before cannot make, and makes none where days are kept already', async () => {
    await makeMonths(db, ['2024-01-01', '2024-02-01'])
    const months = await dutyMonths(db)
    expect(months[0]?.duties).toBe('duties_earlier')
    const ahead = new Date()
    ahead.setUTCFullYear(ahead.getUTCFullYear() + 1)
    expect(months.at(-1)!.before > ahead.toISOString().slice(0, 10)).toBe(true)
  })

  test('finds the month of each day, also of one that is made later', async () => {
    const find = monthFinder(db)
    expect(await find('2019-05-05')).toMatchObject({ duties: 'duties_earlier' })
    expect(find('2027-01-31')).toMatchObject({ duties: 'duties_2027_01' })
    expect(find('2040-01-01')).toBe(null)
    await makeMonths(db, ['2040-01-01'])
    expect(await monthFinder(db)('2040-01-31')).toMatchObject({ events: 'duty_events_2040_01' })
  })

  test('does not have the same duty twice, and its events go with it, in either partition', async () => {
    await makeMonths(db, ['2027-01-01'])
    for (const day of ['2026-11-29', '2027-01-15']) {
      const id = await addDuty(db, day, 'en gång')
      await expect(addDuty(db, day, 'en gång')).rejects.toThrow('duplicate key')
      await sql`delete from duties where id = ${id}`.execute(db)
      expect(await count(db, `duty_events where duty_id = ${id}`)).toBe(0)
    }
  })

  test('drops a month in which nothing was reported back, and no other table', async () => {
    await makeMonths(db, ['2038-01-01', '2038-02-01'])
    const months = (await dutyMonths(db)).filter(({ duties }) => duties.startsWith('duties_2038'))
    await addDuty(db, '2038-01-05', '1')
    const reported = await addDuty(db, '2038-02-05', '1')
    await sql`update duty_events set reported_at = now() where duty_id = ${reported}`.execute(db)
    expect(await Promise.all(months.map((month) => dropMonth(db, month)))).toEqual(['dropped', 'reported'])
    expect(await count(db, `duties where service_date >= '2038-01-01' and service_date < '2039-01-01'`)).toBe(1)
    const feeds = { duties: 'duties_x; drop table feeds', events: '', from: null, before: '' }
    await expect(dropMonth(db, feeds)).rejects.toThrow('no such month')
  })
})

test('a day far in the future, or one that an import writes at that moment, does not end in the partition of what was before', async () => {
  const opened = await openInMemory()
  const { db } = opened
  const up = (migration: Migration) => db.transaction().execute((tx) => migration.up(tx))
  const days = async (table: string) =>
    (await sql<{ day: string }>`select service_date as day from ${sql.table(table)} order by 1`.execute(db)).rows.map(
      ({ day }) => day,
    )
  await beforeMonths(db)
  const future = await addDuty(db, '2199-12-31', 'fel')
  await addDuty(db, '2025-01-31', '1')
  await up(daysOfDuties)
  await up(daysOfDutiesRead)
  await up(dutiesByMonth)
  await up(monthsOfAYear)
  expect(await days('duties')).toEqual(['2025-01-31', '2199-12-31'])
  expect(await days('duties_earlier')).toEqual(['2025-01-31'])
  expect(await days('duty_events_2199_12')).toEqual(['2199-12-31'])
  expect(await count(db, `duties where id = ${future}`)).toBe(1)
  await makeMonths(db, ['2035-05-05'])
  expect((await dutyMonths(db)).map(({ duties }) => duties)).toContain('duties_2035_05')
  await opened.close()
})

test('a portal without duties has months to import into, and a new one only those that it asks for', async () => {
  for (const used of [true, false]) {
    const opened = await openInMemory()
    const { db } = opened
    await beforeMonths(db, used)
    for (const migration of cutting) await db.transaction().execute((tx) => migration.up(tx))
    const months = await dutyMonths(db)
    expect(months.length > 0).toBe(used)
    if (used) expect(await addDuty(db, new Date().toISOString().slice(0, 10), '1')).toBe(1)
    await opened.close()
  }
})

describe('a role that is not the tables’ owner', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openInMemory()
    await migrate(opened.db, schemas)
    for (const statement of [
      'create role writes',
      'create role reads',
      'grant select, insert, update, delete on all tables in schema public to writes',
      'grant select on all tables in schema public to reads',
    ])
      await sql.raw(statement).execute(opened.db)
  })
  afterAll(() => opened.close())

  const as = async <T>(role: string, work: () => Promise<T>) => {
    await sql`set session authorization ${sql.id(role)}`.execute(opened.db)
    try {
      return await work()
    } finally {
      await sql`reset session authorization`.execute(opened.db)
    }
  }
  const months = async () => (await dutyMonths(opened.db)).map(({ duties }) => duties)

  test('makes and drops months if it may write duties, and has the same rights to them', async () => {
    await as('writes', () => makeMonths(opened.db, ['2029-01-31', '2029-03-01']))
    expect(await months()).toEqual(['duties_2029_01', 'duties_2029_03'])
    await as('writes', () => sql`select from duties_2029_01, duty_events_2029_03`.execute(opened.db))
    await as('reads', () => sql`select from duties_2029_01, duty_events_2029_03`.execute(opened.db))
    const [january] = await dutyMonths(opened.db)
    expect(await as('writes', () => dropMonth(opened.db, january!))).toBe('dropped')
    expect(await months()).toEqual(['duties_2029_03'])
  })

  test('makes and drops none if it only reads', async () => {
    await expect(as('reads', () => makeMonths(opened.db, ['2030-01-01']))).rejects.toThrow('only who may add duties')
    const [march] = await dutyMonths(opened.db)
    await expect(as('reads', () => dropMonth(opened.db, march!))).rejects.toThrow('only who may remove duties')
    expect(await months()).toEqual(['duties_2029_03'])
  })
})

const fourYears = [2024, 2025, 2026, 2027].flatMap((year) =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-01`),
)

describe('a statement that knows a day', () => {
  let portal: TestPortal
  let platform: Platform
  const asked: CompiledQuery[] = []
  beforeAll(async () => {
    portal = await testPortal()
    platform = { ...(await testPlatform(portal)), db: heard(portal.db) }
    await makeMonths(portal.db, fourYears)
  })
  afterAll(() => portal.close())

  /** The same database, with each statement that is sent to it heard. */
  function heard(db: Database): Database {
    const say = (words: string) => db.executeQuery(CompiledQuery.raw(words))
    const connection = {
      executeQuery: <R>(query: CompiledQuery) => {
        asked.push(query)
        return db.executeQuery<R>(query)
      },
      streamQuery: () => {
        throw new Error('nothing streams')
      },
    }
    const driver: Driver = {
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: async () => void (await say('begin')),
      commitTransaction: async () => void (await say('commit')),
      rollbackTransaction: async () => void (await say('rollback')),
      releaseConnection: async () => {},
      destroy: async () => {},
    }
    return new Kysely<object>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  }

  /** An employee's first event of a day, with its duty. */
  async function eventOf(day: string) {
    const { rows } = await sql<{ id: string; event: number; duty: number; day: string }>`
      select e.id, v.id as event, d.id as duty, d.service_date as day from employees e
      join duties d on d.employee_id = e.id and not d.withdrawn join duty_events v on v.duty_id = d.id
      where e.user_name = 'anna' and d.service_date = ${day} order by v.id limit 1`.execute(portal.db)
    return rows[0]!
  }

  /** The months that each statement on duties opens, one line for each that opens more than `most`. */
  async function wide(most: number, work: (db: Database) => Promise<unknown>): Promise<string[]> {
    asked.length = 0
    await work(platform.db)
    const found: string[] = []
    let looked = 0
    for (const query of asked.splice(0)) {
      if (!/\b(duties|duty_events)\b/.test(query.sql) || !/^\s*(select|update|delete|with|insert)/i.test(query.sql))
        continue
      if (/make_duty_month|pg_inherits/.test(query.sql)) continue
      const { rows } = await portal.db.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain (costs off) ${query.sql}`, [...query.parameters]),
      )
      looked++
      const months = new Set(
        rows.flatMap((row) => row['QUERY PLAN'].match(/(?<=(duties|duty_events)_)\d{4}_\d\d\b/g) ?? []),
      )
      if (months.size > most) found.push(`${months.size} months: ${query.sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
    }
    expect(looked).toBeGreaterThan(0)
    return found
  }

  test('opens only the months around it', async () => {
    const { id, event, day } = await eventOf('2026-11-20')
    const calendar = (db: Database) => dutyCalendar(db, platform.variants.companies)
    const month = { employeeId: id, month: '2026-11' }
    const office = {
      employee: { id, company: 'norr', roles: [{ role: 'trafikledare', area: null, category: null }] } as never,
      now: testNow,
      timeZone: 'Europe/Stockholm',
    }
    const report = { uppdragId: event, starttid: `${day}T05:00:00`, sluttid: `${day}T06:00:00`, notering: '' }
    const each: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
      saveReport: (db) => saveReport(db, day, report, testNow),
      eventsOfDay: (db) => eventsOfDay(db, id, day, null),
      dutiesBetween: (db) => calendar(db).dutiesBetween(id, '2026-11-01', '2026-12-01'),
      workedMonths: (db) => calendar(db).workedMonths([month]),
      changedTimes: (db) => calendar(db).changedTimes(month),
      linesAt: (db) => calendar(db).linesAt([{ employeeId: id, at: '2026-11-20T05:30:00' }]),
      unconfirmed: (db) => unconfirmed(db, office),
      reportedBack: (db) => reportedBack(db, office),
    }
    const found: Record<string, string[]> = {}
    for (const [name, work] of Object.entries(each)) found[name] = await wide(2, work)
    expect(found).toEqual(Object.fromEntries(Object.keys(each).map((name) => [name, []])))
    // From today on, as far as anything is planned.
    expect(await wide(15, (db) => currentDuty(db, id, testNow, 'Europe/Stockholm'))).toEqual([])
  })

  test('is found by an id in the months around it, and only of an old one in all', async () => {
    const { id, event, duty } = await eventOf('2026-11-22')
    const by = (now: Date) => [
      (db: Database) => setConfirmed(db, id, { schemaPostId: duty, undo: false }, now),
      (db: Database) => findTrip(db, id, event, now),
      (db: Database) => findEvent(db, id, event, now),
    ]
    for (const work of by(testNow)) expect(await wide(5, work)).toEqual([])
    for (const work of by(new Date('2027-11-30T12:00:00Z'))) {
      expect(await wide(5, work)).toEqual([expect.stringMatching(/^48 months: select "service_date" from/)])
      expect(await work(portal.db)).toBeDefined()
    }
  })

  test('opens none before an import’s first day', async () => {
    const source = await folderOf(
      feedWith({
        'employee_run_dates.txt':
          'date,service_id,run_id,employee_id\n20261130,vardag,101,1001\n20261201,vardag,101,1002\n',
      }),
    )
    const bring = () =>
      todsImporter.run({ source, company: 'norr', dryRun: false, options: { feed: 'månader' } }, platform, () => {})
    expect(await wide(14, bring)).toEqual([])
    // What is in force is compared with the version, however old it is.
    expect(await wide(14, bring)).toEqual([expect.stringMatching(/^48 months: +select .*json_build_array/)])
  })
})
