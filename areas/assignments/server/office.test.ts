// The duties that the traffic office sees: those that begin soon and are not confirmed, and events that were reported back.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole, onlyRoles } from '../../../app/server/test-roles.ts'
import type { ReportedEvent, UnconfirmedDuty } from '../office-contract.ts'

let portal: TestPortal
/** A duty of Anna's, and the instant at which it begins. */
let duty: { id: number; run: string; start: Date }
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['emil', 'trafikledare'],
    ['ulrika', 'trafikledare', { area: 'Skellefteå' }],
    ['jasmina', 'trafikledare'],
  ])
  const { rows } = await sql<{ id: number; run: string; start: Date }>`
    select d.id, d.run, coalesce(d.starts_instant, d.starts_at at time zone 'Europe/Stockholm') as start
    from duties d join employees e on e.id = d.employee_id
    where e.user_name = 'anna' and not d.withdrawn and d.starts_at > '2026-11-22' order by d.starts_at limit 1`.execute(
    portal.db,
  )
  duty = rows[0]!
  await sql`update duties set confirmed_at = null where id = ${duty.id}`.execute(portal.db)
  await sql`
    insert into contact_numbers (employee_id, mobile) select id, '070-174 06 05' from employees where user_name = 'anna'
    on conflict (employee_id) do update set mobile = excluded.mobile, telephone = null`.execute(portal.db)
})
afterAll(() => portal.close())

const before = (minutes: number) => {
  portal.clock.now = new Date(duty.start.getTime() - minutes * 60_000)
}
const unconfirmed = async (userName: string): Promise<UnconfirmedDuty[]> =>
  (await portal.send(userName, 'GET', '/api/kontor/tjanster/obekraftade')).body.result
const hasIt = async (userName: string) => (await unconfirmed(userName)).some(({ id }) => id === duty.id)

test('a duty is listed from four hours before it begins until an hour after, with whom to call', async () => {
  const seen = []
  for (const minutes of [241, 240, 30, -59, -61]) {
    before(minutes)
    seen.push(await hasIt('emil'))
  }
  expect(seen).toEqual([false, true, true, true, false])
  before(90)
  expect((await unconfirmed('emil')).find(({ id }) => id === duty.id)).toMatchObject({
    namn: 'Anna Lindgren',
    telefon: '070-174 06 05',
    tjanst: duty.run,
    minuter: 90,
    omrade: 'Umeå',
  })
})

test('it goes when the driver confirms, and the count with it', async () => {
  before(90)
  const count = async () => (await portal.send('emil', 'GET', '/api/kontor/tjanster/antal')).body.result[0].count
  const waiting = await count()
  await portal.send('anna', 'POST', '/api/bpl/schema/accept', { body: { schemaPostId: duty.id, undo: false } })
  expect([await hasIt('emil'), await count()]).toEqual([false, waiting - 1])
  await portal.send('anna', 'POST', '/api/bpl/schema/accept', { body: { schemaPostId: duty.id, undo: true } })
  expect(await hasIt('emil')).toBe(true)
})

test('the duty of a driver who has left is listed and counted, confirmed or not, with nobody to call', async () => {
  before(90)
  const count = async () => (await portal.send('emil', 'GET', '/api/kontor/tjanster/antal')).body.result[0].count
  const counted = await count()
  const anna = async (active: boolean) =>
    await sql`update employees set active = ${active} where user_name = 'anna'`.execute(portal.db)
  const listed = async () => (await unconfirmed('emil')).find(({ id }) => id === duty.id)
  expect(await listed()).toMatchObject({ harSlutat: false, telefon: '070-174 06 05' })
  await anna(false)
  const left = { namn: 'Anna Lindgren', harSlutat: true, telefon: null, omrade: 'Umeå' }
  expect([await listed(), await count()]).toEqual([expect.objectContaining(left), counted])
  await sql`update duties set confirmed_at = now() where id = ${duty.id}`.execute(portal.db)
  expect([await listed(), await count()]).toEqual([expect.objectContaining(left), counted])
  expect(await hasIt('ulrika')).toBe(false)
  await anna(true)
  expect([await listed(), await count()]).toEqual([undefined, counted - 1])
  await sql`update duties set confirmed_at = null where id = ${duty.id}`.execute(portal.db)
})

test('what was reported back otherwise than planned is shown for a day', async () => {
  const { rows } = await sql<{ id: number; starts: string; ends: string }>`
    select id, to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI:SS') as starts, to_char(ends_at + interval '20 minutes', 'YYYY-MM-DD"T"HH24:MI:SS') as ends
    from duty_events where duty_id = ${duty.id} order by sequence limit 1`.execute(portal.db)
  const { id, starts, ends } = rows[0]!
  before(-60)
  const report = { uppdragId: id, starttid: starts, sluttid: ends, notering: 'Kö vid bron' }
  expect((await portal.send('anna', 'POST', '/api/bpl/aterrapportera', { body: report })).status).toBe(200)
  const reported = async (userName: string): Promise<ReportedEvent[]> =>
    (await portal.send(userName, 'GET', '/api/kontor/tjanster/aterrapporterade')).body.result
  expect((await reported('emil'))[0]).toMatchObject({
    id,
    namn: 'Anna Lindgren',
    rapporteradSlut: ends,
    notering: 'Kö vid bron',
  })
  for (const userName of ['ulrika', 'jasmina'])
    expect((await reported(userName)).map((each) => each.id)).not.toContain(id)
  before(-60 - 25 * 60)
  expect((await reported('emil')).map((each) => each.id)).not.toContain(id)
})

test('another area and another company do not see it, and who has no role sees nothing', async () => {
  before(90)
  for (const userName of ['ulrika', 'jasmina']) expect([userName, await hasIt(userName)]).toEqual([userName, false])
  for (const path of ['obekraftade', 'aterrapporterade', 'antal'])
    expect((await portal.send('anna', 'GET', `/api/kontor/tjanster/${path}`)).status).toBe(403)
})

test('what is counted is not what is shown: more than a page of duties are all counted, to 999', async () => {
  before(90)
  const waiting = async () => (await portal.send('emil', 'GET', '/api/kontor/tjanster/antal')).body.result[0]
  const { count } = await waiting()
  const add = (from: number, to: number) =>
    sql`
      insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at, ends_at,
        ends_instant, starts_instant, start_place, end_place, vehicle)
      select feed_id, employee_id, service_date, service_id, run || '-' || n, content_hash, description, starts_at, ends_at,
        ends_instant, starts_instant, start_place, end_place, vehicle
      from duties, generate_series(${from}::int, ${to}::int) n where id = ${duty.id}`.execute(portal.db)
  await add(1, 300)
  expect(await waiting()).toMatchObject({ count: count + 300, more: false })
  expect(await unconfirmed('emil')).toHaveLength(200)
  await add(301, 1000)
  expect(await waiting()).toMatchObject({ count: 999, more: true })
})

test('the rate of confirmation is told of five drivers or more', async () => {
  const rates = async (userName: string) =>
    (await portal.send(userName, 'GET', '/api/kontor/statistik/tjanster')).body.result
  expect((await rates('emil')).length).toBeGreaterThan(0)
  await giveRole(portal.db, 'bertil', 'trafikledare', { area: 'Ensam' })
  await sql`
    update employee_claims set value = 'Ensam'
    where type = 'IntraCompanyArea' and employee_id = (select id from employees where user_name = 'anna')`.execute(
    portal.db,
  )
  const { rows } = await sql`
    select 1 from duties d join employees e on e.id = d.employee_id
    where e.user_name = 'anna' and not d.withdrawn and d.service_date < '2026-11-21'`.execute(portal.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(await rates('bertil')).toEqual([])
})

// A server counts what a connection has read some time later, with what others have.
const embedded = test.runIf(process.env.TEST_DATABASE_URL === undefined)
embedded('what was reported back is found without reading what is planned', async () => {
  await sql`
    insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, description, vehicle,
      start_place, end_place, positioning)
    select duty_id, employee_id, service_date, 1000 + n, run, starts_at, ends_at, description, vehicle, start_place, end_place,
      positioning
    from (select * from duty_events where duty_id = ${duty.id} order by sequence limit 1) v, generate_series(1, 20000) n`.execute(
    portal.db,
  )
  await sql`analyze duty_events`.execute(portal.db)
  before(-60)
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(portal.db)
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname like 'duty\\_events\\_%'`.execute(
      portal.db,
    )
    return rows[0]!.read
  }
  const first = await read()
  expect((await portal.send('emil', 'GET', '/api/kontor/tjanster/aterrapporterade')).status).toBe(200)
  expect((await read()) - first).toBeLessThan(100)
})
