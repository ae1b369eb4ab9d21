import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureEmployees, idsByNumber } from '#core/people/server/store.ts'
import { openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { databaseUrl } from '../../../app/server/test-template.ts'
import { dutiesOfFeed, type PlannedDuty } from './duties-of-feed.ts'
import { dropMonth, dutyMonths, makeMonths } from './duty-months.ts'
import { ensureFeed, stageDuties } from './feed-store.ts'
import { nightFeed, read } from './tods/feed-fixture.ts'

// Only a server has several processes that import at once.
const server = process.env.TEST_DATABASE_URL
let portal: TestPortal
let one: OpenDatabase
let other: OpenDatabase

beforeAll(async () => {
  if (!server) return
  portal = await testPortal()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(portal.db)
  const open = () => openPostgres(databaseUrl(server, rows[0]?.name ?? ''))
  ;[one, other] = [open(), open()]
})
afterAll(async () => {
  await one?.close()
  await other?.close()
  await portal?.close()
})

test.runIf(server).each([
  ['duties', (duty: PlannedDuty) => ({ ...duty, patterns: () => [] })],
  ['duties with their stops', (duty: PlannedDuty) => duty],
])('%s that another import is writing at the same moment are found', async (what, given) => {
  const numbers = ['79001', '79002', '79003', '79004']
  const { feed } = await read({
    ...nightFeed,
    'employee_run_dates.txt':
      'date,service_id,run_id,employee_id\n' + numbers.map((number) => `20270110,alla,900,${number}\n`).join(''),
  })
  await ensureEmployees(
    one.db,
    'norr',
    numbers.map((number) => ({
      company: 'norr',
      number,
      userName: number,
      firstName: 'Anställd',
      lastName: number,
      claims: [],
    })),
  )
  const people = await idsByNumber(one.db, 'norr')
  const feedId = await ensureFeed(one.db, 'norr', what)
  const duties = (await dutiesOfFeed(feed!, 'Europe/Stockholm')).map(given)
  // Otherwise the second import would wait for the first one's month, not for its duties.
  await makeMonths(one.db, ['2027-01-10'])
  // The other import has another colour of a line, and one duty more.
  const line = { namn: '7', farg: '#004e8a', textfarg: '#ffffff' }
  const recoloured = duties.map((duty) => ({ ...duty, whole: () => ({ ...duty.whole(), lines: [line] }) }))
  const told: number[] = []
  let later: Promise<number[]> | undefined
  const first = await one.db.transaction().execute(async (tx) => {
    const ids = await stageDuties(tx, feedId, duties.slice(1), people, () => {})
    later = stageDuties(other.db, feedId, recoloured, people, (done) => told.push(done))
    // Waits until the other import waits for what this one has not committed yet.
    await expect.poll(() => waiting(), { timeout: 20_000 }).toBe(1)
    return ids
  })
  const ids = new Set(await later)
  expect(ids.size).toBe(numbers.length)
  expect(first.filter((id) => !ids.has(id))).toEqual([])
  expect(told.at(-1)).toBe(numbers.length)
  const { rows } = await sql<{ id: number; lines: unknown }>`
    select d.id, d.lines from duty_events e join duties d on d.id = e.duty_id
    where d.feed_id = ${feedId} and (e.pattern_id is null) = (${what} = 'duties') and e.trip_starts_at is not null`.execute(
    one.db,
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(ids)
  expect(rows.map(({ lines }) => lines)).toEqual(numbers.map(() => [line]))
})

test.runIf(server)('a month is not dropped while somebody reads duties, such as a backup, but afterwards', async () => {
  await makeMonths(one.db, ['2027-03-01'])
  const march = (await dutyMonths(one.db)).find(({ from }) => from === '2027-03-01')!
  await other.db.transaction().execute(async (tx) => {
    await sql`select from duties`.execute(tx)
    expect(await dropMonth(one.db, march)).toBe('busy')
    expect(await dutyMonths(one.db)).toContainEqual(march)
  })
  expect(await dropMonth(one.db, march)).toBe('dropped')
  expect(await dutyMonths(one.db)).not.toContainEqual(march)
})

async function waiting(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    portal.db,
  )
  return rows[0]?.n
}
