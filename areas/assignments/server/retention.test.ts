import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { dutiesOfFeed } from './duties-of-feed.ts'
import { activateAtOnce, activateInSlices } from './activation.ts'
import { dutyMonths } from './duty-months.ts'
import { ensureFeed, findFeed, listVersions, stageDuties } from './feed-store.ts'
import { todsImporter } from './import-tods.ts'
import { assignments } from './index.ts'
import { edited, feedWith, folderOf, read, smallFeed, type FeedText } from './tods/feed-fixture.ts'

let portal: TestPortal
let platform: Platform
beforeAll(async () => {
  portal = await testPortal()
  platform = await testPlatform(portal)
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})

const night = () => assignments.nightly!(platform)
const count = async (what: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${what}`.execute(portal.db)).rows[0]?.count

const coming = {
  'employee_run_dates.txt': 'date,service_id,run_id,employee_id\n20261130,vardag,101,1001\n20261201,vardag,101,1002\n',
}
const planned: FeedText = feedWith(coming)
const changed: FeedText = {
  ...edited('run_events.txt', 'DEP,21:35:00,DEP,21:35:00', 'DEP,21:30:00,DEP,21:30:00'),
  ...coming,
}

async function bring(files: FeedText | null, options: Readonly<Record<string, string>>): Promise<void> {
  const source = files && (await folderOf(files))
  await todsImporter.run({ source, company: 'norr', dryRun: false, options }, platform, () => {})
}

const dutiesOf = (name: string) =>
  sql`duties d join feeds f on f.id = d.feed_id where f.name = ${name} and f.company = 'norr'`
const withdrawnOf = (name: string) => count(sql`${dutiesOf(name)} and d.withdrawn`)
const startsOf = async (name: string) =>
  (
    await sql<{ at: string }>`select starts_at as at from ${dutiesOf(name)} and not d.withdrawn order by 1`.execute(
      portal.db,
    )
  ).rows.map(({ at }) => at.slice(11, 16))
const age = (name: string, days: number) =>
  sql`
    update duties set withdrawn_at = now() - make_interval(days => ${days})
    where feed_id in (select id from feeds where name = ${name})`.execute(portal.db)

test('a duty that was replaced is kept for 14 days, and its version can be restored afterwards too', async () => {
  const feed = 'ersatt'
  await bring(planned, { feed })
  await bring(changed, { feed })
  await age(feed, 13)
  await night()
  expect(await withdrawnOf(feed)).toBe(2)
  await age(feed, 15)
  const gone = sql`duty_events e where not exists (select from duties d where d.id = e.duty_id)`
  const before = (await count(sql`duty_events`)) ?? 0
  await night()
  expect(await withdrawnOf(feed)).toBe(0)
  expect([before - ((await count(sql`duty_events`)) ?? 0), await count(gone)]).toEqual([10, 0])
  // The duties in force are as old as the removed ones, and stay.
  expect(await startsOf(feed)).toEqual(['21:30', '21:30'])
  await bring(null, { feed, restore: '1' })
  expect(await startsOf(feed)).toEqual(['21:35', '21:35'])
  // For the duties that it withdrew, the 14 days begin now.
  await night()
  expect(await withdrawnOf(feed)).toBe(2)
})

test('a time that was reported back stays, on a replaced duty too', async () => {
  const feed = 'rapporterad'
  await bring(planned, { feed })
  await bring(changed, { feed })
  await sql`
    update duty_events set reported_at = now(), reported_starts_at = starts_at, reported_ends_at = ends_at
    where sequence = 20 and duty_id = (select min(d.id) from ${dutiesOf(feed)} and d.withdrawn)`.execute(portal.db)
  await age(feed, 100)
  await night()
  expect(await withdrawnOf(feed)).toBe(1)
})

test.each([
  ['at once', activateAtOnce],
  ['in slices', activateInSlices],
])('an import that is under way, put in force %s, loses nothing', async (how, activate) => {
  const name = `pågår ${how}`
  await bring(planned, { feed: name })
  await bring(changed, { feed: name })
  await age(name, 100)
  const { feed } = await read(planned)
  const feedId = await ensureFeed(portal.db, 'norr', name)
  const duties = await dutiesOfFeed(feed!, 'Europe/Stockholm')
  const ids = await stageDuties(portal.db, feedId, duties, await idsByNumber(portal.db, 'norr'), () => {})
  await night()
  const untouched = { now: { instant: testNow, wallClock: '2026-11-22T12:00:00' }, before: '2026-11-30' }
  const ofFeed = { feedId, name, dutyIds: ids, untouched: () => untouched, version: { restored: 1 } }
  await activate(portal.db, { ...ofFeed, since: 2 })
  expect(await startsOf(name)).toEqual(['21:35', '21:35'])
  // A version is refused if it was compared with one that is no longer in force.
  await expect(activate(portal.db, { ...ofFeed, since: 2 })).rejects.toThrow('En annan version')
  expect(await startsOf(name)).toEqual(['21:35', '21:35'])
  const activation = { ...ofFeed, since: 1 }
  // If a duty or the version has been removed nevertheless, nothing is put in force.
  const missing = activate(portal.db, { ...activation, dutyIds: [...ids, 999_999_999] })
  await expect(missing).rejects.toThrow(ImportRefused)
  const absent = activate(portal.db, { ...activation, version: { restored: 99 } })
  await expect(absent).rejects.toThrow(ImportRefused)
  expect((await findFeed(portal.db, 'norr', name))?.active_version).toBe(1)
})

test('what is removed at night after an import has looked it up is written again', async () => {
  const name = 'pågår i natt'
  await bring(planned, { feed: name })
  await bring(changed, { feed: name })
  await age(name, 100)
  const { feed } = await read(planned)
  const feedId = await ensureFeed(portal.db, 'norr', name)
  const duties = await dutiesOfFeed(feed!, 'Europe/Stockholm')
  const removed: number[] = []
  const interrupted = portal.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const found = (result.rows as readonly { readonly at?: number; readonly id?: number }[]).filter(
        (row) => 'at' in row,
      )
      if (found.length > 0 && removed.length === 0) {
        removed.push(...found.map(({ id }) => id!))
        await night()
      }
      return result
    },
  })
  const ids = await stageDuties(interrupted, feedId, duties, await idsByNumber(portal.db, 'norr'), () => {})
  expect(removed).toHaveLength(duties.length)
  expect(new Set(ids).size).toBe(duties.length)
  expect(ids.filter((id) => removed.includes(id))).toEqual([])
  expect(await withdrawnOf(name)).toBe(duties.length)
})

test('however many there are, all of them go', async () => {
  const feedId = await ensureFeed(portal.db, 'norr', 'många')
  await sql`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at, ends_at, ends_instant,
      start_place, end_place, vehicle, withdrawn, withdrawn_at)
    select ${feedId}, (select min(id::text)::uuid from employees), '2026-11-01', 'v', n::text, '', '', '2026-11-01', '2026-11-01', '2026-11-01',
      '', '', '', true, now() - interval '15 days'
    from generate_series(1, 1234) n`.execute(portal.db)
  await night()
  expect(await withdrawnOf('många')).toBe(0)
})

/** Stores versions of a feed that were imported some days ago. Returns those that are left after the nightly removal. */
async function versionsLeft(daysAgo: readonly number[], active: number): Promise<number[]> {
  const feedId = await ensureFeed(portal.db, 'syd', `versioner ${daysAgo.join(' ')} ${active}`)
  for (const [index, days] of daysAgo.entries()) {
    const at = new Date(testNow.getTime() - days * 86_400_000)
    await sql`
      insert into feed_versions (feed_id, version, source, archive, imported_at)
      values (${feedId}, ${index + 1}, 'x.zip', '', ${at})`.execute(portal.db)
  }
  await sql`update feeds set active_version = ${active} where id = ${feedId}`.execute(portal.db)
  await night()
  return (await listVersions(portal.db, feedId)).map(({ version }) => version)
}

test.each([
  ['goes when another has followed it for 14 days', [100, 50, 15, 3], 4, [3, 4]],
  ['stays for 14 days', [13, 12, 11], 3, [1, 2, 3]],
  ['stays for 14 days after it was followed, however old', [100, 13, 12], 3, [1, 2, 3]],
  ['stays where it is the only way back', [300, 150], 2, [1, 2]],
  ['stays where it is in force', [100, 50, 40, 30], 1, [1, 4]],
])('a version %s', async (_when, daysAgo, active, left) => {
  expect(await versionsLeft(daysAgo, active)).toEqual(left)
})

test('a day goes when nobody may ask for it any longer, with the stops of its trips; not before', async () => {
  const schedule = (month: string) =>
    portal.send('anna', 'GET', `/api/bpl/schema?year=${month.slice(0, 4)}&month=${month.slice(5)}`)
  const november = sql`duties where service_date < '2026-12-01'`
  const december = sql`duties where service_date >= '2026-12-01'`
  // All the stops that events of the days from December on show.
  const stops = sql`duty_events e join trip_patterns p on p.id = e.pattern_id where e.service_date >= '2026-12-01'`
  // Removes the demo's reported times.
  await sql`update duty_events set reported_at = null, reported_starts_at = null, reported_ends_at = null`.execute(
    portal.db,
  )
  await sql`
    update duty_events set reported_at = now(), reported_starts_at = starts_at, reported_ends_at = ends_at
    where id = (
      select min(e.id) from duty_events e join duties d on d.id = e.duty_id where d.service_date = '2026-11-20' and not d.withdrawn)`.execute(
    portal.db,
  )
  // This feed has only 9 and 10 November.
  await bring(smallFeed, { feed: 'november' })
  const ended = sql`trip_patterns where last_day < '2026-12-01'`
  expect(await count(ended)).toBeGreaterThan(0)
  const before = [await count(december), await count(stops)]
  expect(before.every((rows) => rows! > 0)).toBe(true)
  // The last day of a stored pattern is never before one of its events.
  expect(
    await count(sql`duty_events e join trip_patterns p on p.id = e.pattern_id where p.last_day < e.service_date`),
  ).toBe(0)

  // The last minute of 2031 in Sweden: 2026 is in reach.
  portal.clock.now = new Date('2031-12-31T22:59:00Z')
  const shown = await schedule('2026-11')
  expect(shown.body.result.length).toBeGreaterThan(0)
  await night()
  expect((await schedule('2026-11')).body.result).toEqual(shown.body.result)
  expect(await count(ended)).toBeGreaterThan(0)

  portal.clock.now = new Date('2032-01-01T03:00:00Z')
  expect((await schedule('2026-12')).status).toBe(400)
  await night()
  // Only the duty with a reported time is left.
  expect(await count(sql`${november} and not withdrawn`)).toBe(1)
  const months = async () => (await dutyMonths(portal.db)).map(({ from }) => from)
  expect(await months()).toContain('2026-11-01')
  // Once nothing is reported back in it any more, the month goes as a whole.
  await sql`update duty_events set reported_at = null`.execute(portal.db)
  await night()
  expect(await months()).toEqual(expect.not.arrayContaining(['2026-11-01']))
  expect(await months()).toContain('2026-12-01')
  expect(await count(ended)).toBe(0)
  expect([await count(december), await count(stops)]).toEqual(before)
})
