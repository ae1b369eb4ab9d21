// The embedded database puts a version in force a few employees at a time (docs/decisions/0109). The result is that of one transaction.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Platform } from '#platform/server/area.ts'
import { eraseEmployee } from '../../../app/server/erasures/erase-employee.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { someOf, tried } from '../../../checks/effort.ts'
import { activateInSlices, finishActivations, untouchedSoon } from './activation.ts'
import { ensureFeed, findVersion } from './feed-store.ts'
import { todsImporter } from './import-tods.ts'
import { nightFeed, type FeedText } from './tods/feed-fixture.ts'

let portal: TestPortal
let platform: Platform
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  platform = await testPlatform(portal)
  // Half past midnight: the runs of 22 November are under way.
  portal.clock.now = new Date('2026-11-22T23:30:00Z')
})
afterAll(() => portal.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-feed-'))
  return () => rm(folder, { recursive: true })
})

/** More drivers than are put in force at once. */
const drivers = Array.from({ length: 20 }, (_, n) => String(79_100 + n))
const dates = ['20261122', '20261123', '20261124']
const head =
  'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n'
const runAt = (run: number, signOn: string) =>
  `alla,${run},10,,Påstigning,,a,${signOn},a,${signOn}\nalla,${run},20,B1,Linjekörning,t1,a,24:10:00,b,25:10:00\n`

/**
 * In the second version a third of the drivers keep their runs, a third get other runs, and a third get none. Some drivers are new in it.
 */
const version = (second: boolean): FeedText => ({
  ...nightFeed,
  'run_events.txt': head + runAt(0, '23:50:00') + runAt(1, second ? '23:40:00' : '23:50:00') + runAt(2, '23:50:00'),
  'employee_run_dates.txt':
    'date,service_id,run_id,employee_id\n' +
    drivers
      .flatMap((number, n) => {
        if (n >= 17 ? !second : second && n % 3 === 2) return []
        return dates.map((date) => `${date},alla,${n % 3},${number}\n`)
      })
      .join(''),
})

/** Runs `between` after each transaction, and after each statement outside a transaction. */
function watched(db: Database, between: () => Promise<void>): Database {
  const after = async <T>(work: Promise<T>) => {
    const result = await work
    await between()
    return result
  }
  const outside = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => after(Promise.resolve(result)),
  })
  return new Proxy(outside, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({ execute: (work: (tx: Database) => Promise<unknown>) => after(db.transaction().execute(work)) })
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function bring(feed: string, files: FeedText, { between, atOnce = false }: How = {}): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const db = between ? watched(portal.db, between) : portal.db
  const config = { ...platform.config, databaseUrl: atOnce ? 'postgres://' : null }
  const request = { source: folder, company: 'norr', dryRun: false, options: { feed } }
  await todsImporter.run(request, { ...platform, db, config }, () => {})
}

interface How {
  readonly between?: () => Promise<void>
  readonly atOnce?: boolean
}

/** Imports the first version, with every duty confirmed and one event of each reported back. */
async function begun(feed: string): Promise<void> {
  await bring(feed, version(false))
  await sql`update duties set confirmed_at = now() where feed_id = (select id from feeds where name = ${feed})`.execute(
    portal.db,
  )
  await sql`
    update duty_events e set reported_at = now(), reported_starts_at = e.starts_at, reported_ends_at = e.ends_at, reported_note = 'Kö'
    from duties d join feeds f on f.id = d.feed_id where f.name = ${feed} and e.duty_id = d.id and e.sequence = 20`.execute(
    portal.db,
  )
}

/** All that is stored of a feed: its duties by their content, its version, and a pending activation. */
async function stateOf(feed: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', p.number, d.service_date, d.run, d.content_hash, d.withdrawn, d.confirmed_at is not null,
      (select string_agg(concat_ws(' ', e.sequence, e.reported_note), ',' order by e.sequence) from duty_events e where e.duty_id = d.id)) as line
    from duties d join employees p on p.id = d.employee_id join feeds f on f.id = d.feed_id where f.name = ${feed}
    union all
    select concat_ws(' ', 'version', f.active_version, (select count(*) from feed_versions v where v.feed_id = f.id)) from feeds f
    where f.name = ${feed}
    union all
    select 'pending' from feed_activations a join feeds f on f.id = a.feed_id where f.name = ${feed}
    order by 1`.execute(portal.db)
  return rows.map(({ line }) => line)
}

/** The duties that are in force for each driver. */
async function shown(feed: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ number: string; all: string }>`
    select p.number as number, string_agg(d.content_hash, ',' order by d.service_date) as all
    from duties d join employees p on p.id = d.employee_id join feeds f on f.id = d.feed_id
    where f.name = ${feed} and not d.withdrawn group by 1`.execute(portal.db)
  return new Map(rows.map(({ number, all }) => [number, all]))
}

const remove = (feed: string) => sql`delete from feeds where name = ${feed}`.execute(portal.db)

test('the result is that of one transaction, and each employee has one version or the other', async () => {
  await begun('på en gång')
  await bring('på en gång', version(true), { atOnce: true })
  await begun('efter hand')
  const before = await shown('efter hand')
  const seen: ReadonlyMap<string, string>[] = []
  const between = async () => void seen.push(await shown('efter hand'))
  await bring('efter hand', version(true), { between })
  expect(await stateOf('efter hand')).toEqual(await stateOf('på en gång'))
  const after = await shown('efter hand')
  expect(after).not.toEqual(before)
  for (const number of drivers) {
    const states = new Set(seen.map((each) => each.get(number)))
    expect([...states].every((each) => each === before.get(number) || each === after.get(number))).toBe(true)
  }
  // The version is put in force in slices, so at some moment only a part of the employees has it.
  const mixed = seen.filter(
    (each) => ![before, after].some((whole) => JSON.stringify([...whole]) === JSON.stringify([...each])),
  )
  expect(mixed.length).toBeGreaterThan(1)
  await remove('på en gång')
  await remove('efter hand')
})

test('wherever it breaks off, it is finished or had not begun', async (context) => {
  await begun('mall')
  const unchanged = await stateOf('mall')
  let count = 0
  await bring('mall', version(true), { between: async () => void count++ })
  const whole = await stateOf('mall')
  await remove('mall')
  const moments = someOf(
    Array.from({ length: count }, (_, n) => n + 1),
    { sample: 6 },
  )
  tried(context, moments.length)
  const finished: boolean[] = []
  for (const at of moments) {
    const feed = `avbruten ${at}`
    await begun(feed)
    let now = 0
    const killed = bring(feed, version(true), {
      between: async () => {
        if (++now === at) throw new Error('killed')
      },
    })
    const error = await killed.then(
      () => null,
      (thrown: Error) => thrown,
    )
    expect([at, error?.message, (error?.cause as Error | undefined)?.message]).toContain('killed')
    await finishActivations(platform)
    const state = await stateOf(feed)
    finished.push(state.some((line) => line === 'version 2 2'))
    const isStaged = (line: string) => / t(rue)? f(alse)? /.test(line)
    if (finished.at(-1)) expect([at, state]).toEqual([at, whole])
    // What the import has staged stays out of force, and the next import uses it.
    else expect([at, state.filter((line) => !isStaged(line))]).toEqual([at, unchanged])
    await bring(feed, version(true))
    expect((await stateOf(feed)).filter((line) => !line.startsWith('version'))).toEqual(
      whole.filter((line) => !line.startsWith('version')),
    )
    await remove(feed)
  }
})

test('somebody who is erased in between is passed over, and a version that is no longer the next is left', async () => {
  await begun('raderad')
  let pending = false
  const breakOff = async () => {
    const { rows } = await sql`select from feed_activations`.execute(portal.db)
    // After the first slice.
    if (pending) throw new Error('killed')
    pending = rows.length > 0
  }
  await expect(bring('raderad', version(true), { between: breakOff })).rejects.toThrow('inläst')
  const { rows } = await sql<{ id: string }>`
    select p.id::text as id from employees p where p.company = 'norr' and p.number = any(${[drivers[0], drivers.at(-1)]})`.execute(
    portal.db,
  )
  for (const { id } of rows) await portal.db.transaction().execute((tx) => eraseEmployee(tx, id, portal.clock.now))
  await finishActivations(platform)
  const after = await stateOf('raderad')
  expect(after).toContain('version 2 2')
  expect(after).not.toContain('pending')
  expect((await shown('raderad')).size).toBe(drivers.length - 2)
  pending = false
  await expect(bring('raderad', version(false), { between: breakOff })).rejects.toThrow('inläst')
  // The portal's previous version does not know of pending activations, and puts an earlier version in force in this way.
  await sql`update feeds set active_version = 2 where name = 'raderad'`.execute(portal.db)
  const shownNow = await shown('raderad')
  await finishActivations(platform)
  expect(await shown('raderad')).toEqual(shownNow)
  expect(await stateOf('raderad')).not.toContain('pending')
  await remove('raderad')
})

test('a large archive is kept as it is, and what broke off before leaves none of it', async () => {
  const feedId = await ensureFeed(portal.db, 'norr', 'stor')
  const [left, archive] = [randomBytes(500_000), randomBytes(700_000)]
  const bring = (bytes: Buffer, db = portal.db) =>
    activateInSlices(db, {
      feedId,
      name: 'stor',
      dutyIds: [],
      untouched: () => untouchedSoon(null, 'Europe/Stockholm', platform.clock()),
      version: { source: 'stor.zip', archive: bytes, at: platform.clock() },
      since: null,
    })
  let statements = 0
  const broken = watched(portal.db, async () => {
    if (++statements === 2) throw new Error('killed')
  })
  await expect(bring(left, broken)).rejects.toThrow('killed')
  const parts = async () => (await sql`select part from feed_archive_parts`.execute(portal.db)).rows.length
  expect(await parts()).toBeGreaterThan(0)
  await finishActivations(platform)
  expect(await parts()).toBe(0)
  const number = await bring(archive)
  expect((await findVersion(portal.db, feedId, number))?.archive.equals(archive)).toBe(true)
  expect(await parts()).toBe(0)
  await remove('stor')
})
