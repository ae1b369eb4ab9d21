import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const latest = async (userName: string) =>
  (await portal.send(userName, 'GET', '/api/bpl/tidrapport/getsenaste')).body.result
const accept = (userName: string, TidrapportId: unknown, Undo: unknown) =>
  portal.send(userName, 'POST', '/api/bpl/tidrapport/accept', { body: { TidrapportId, Undo } })

test('the latest report is of the current month, open, with the duties so far', async () => {
  expect(await latest('anna')).toMatchObject({
    period: 'November 2026',
    passCount: 13,
    status: 'Öppen',
    isSubmitted: false,
    isApproved: false,
    isRevertable: false,
  })
})

test('it is submitted once when sent in parallel, and withdrawn', async () => {
  const { id } = await latest('anna')
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept('anna', id, false)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await latest('anna')).toMatchObject({ id, status: 'Inlämnad', isSubmitted: true })
  await accept('anna', id, true)
  expect(await latest('anna')).toMatchObject({ id, status: 'Öppen', isSubmitted: false })
})

test('a submission sent again with the same key has no effect, even after it was withdrawn', async () => {
  const { id } = await latest('anna')
  const headers = { 'idempotency-key': 'submitted-in-a-tunnel' }
  const send = () =>
    portal.send('anna', 'POST', '/api/bpl/tidrapport/accept', { body: { TidrapportId: id, Undo: false }, headers })
  expect((await send()).status).toBe(200)
  await accept('anna', id, true)
  expect((await send()).status).toBe(200)
  expect(await latest('anna')).toMatchObject({ isSubmitted: false })
})

test('an approved report changes only if it is revertable', async () => {
  const { id } = await latest('ida')
  await sql`update time_reports set submitted_at = now(), approved_at = now() where id = ${id}`.execute(portal.db)
  expect(await accept('ida', id, true)).toMatchObject({
    status: 400,
    body: { modelState: { TidrapportId: [expect.any(String)] } },
  })
  await sql`update time_reports set revertable = true where id = ${id}`.execute(portal.db)
  expect((await accept('ida', id, true)).status).toBe(200)
})

test('another employee’s report and an absent one are the same 404', async () => {
  const { id } = await latest('gunilla')
  const foreign = await accept('anna', id, false)
  const absent = await accept('anna', 99_999_999, false)
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect(foreign.body.errorMessage).toBe(absent.body.errorMessage)
  expect(await latest('gunilla')).toMatchObject({ isSubmitted: false })
})

test('staff without duties have no report', async () => {
  expect(await latest('david')).toBeNull()
})

test('is closed to an employee with BlacklistEnabled and without its flag', async () => {
  expect((await portal.send('bertil', 'GET', '/api/bpl/tidrapport/getsenaste')).status).toBe(403)
  expect((await accept('bertil', 1, false)).status).toBe(403)
})

/** How many of an employee's duties have a service date in a month up to a day. */
async function dutiesUntil(userName: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from duties d join employees e on e.id = d.employee_id
    where e.user_name = ${userName} and not d.withdrawn
      and d.service_date between date_trunc('month', ${day}::date) and ${day}::date`.execute(portal.db)
  return rows[0]?.count ?? -1
}

test('a month begins when its first duty has begun, and an earlier one that is not submitted is shown first', async () => {
  const shown = async (now: string) => {
    portal.clock.now = new Date(now)
    const { period, passCount, isSubmitted } = await latest('jonas')
    return [period, passCount, isSubmitted]
  }
  const november = await dutiesUntil('jonas', '2026-11-30')
  expect(await shown('2026-11-30T22:58:00Z')).toEqual(['November 2026', november, false])
  expect(await shown('2026-11-30T23:02:00Z')).toEqual(['November 2026', november, false])
  expect(await shown('2026-12-06T22:00:00Z')).toEqual(['November 2026', november, false])
  const { id } = await latest('jonas')
  await accept('jonas', id, false)
  // It can be withdrawn for an hour.
  expect(await shown('2026-12-06T22:59:00Z')).toEqual(['November 2026', november, true])
  const december = await dutiesUntil('jonas', '2026-12-06')
  expect(await shown('2026-12-06T23:00:00Z')).toEqual(['December 2026', december, false])
})

test('a duty counts once it has begun, not earlier that day', async () => {
  const { rows } = await sql<{ day: string; start: string }>`
    select service_date as day, starts_at as start from duties d join employees e on e.id = d.employee_id
    where e.user_name = 'gunilla' and not d.withdrawn and service_date > '2026-11-09' order by 1 limit 1`.execute(
    portal.db,
  )
  const { day, start } = rows[0] as { day: string; start: string }
  const counted = async (seconds: number) => {
    portal.clock.now = new Date(Date.parse(`${start}+01:00`) + seconds * 1000)
    return (await latest('gunilla')).passCount
  }
  const until = await dutiesUntil('gunilla', day)
  expect(await counted(-1)).toBe(until - 1)
  expect(await counted(0)).toBe(until)
})

test('a month’s report is created once, when first requested', async () => {
  await sql`
    update time_reports r set submitted_at = '2026-12-01T10:00:00Z' from employees e
    where e.id = r.employee_id and e.user_name = 'anna' and r.period = '2026-11'`.execute(portal.db)
  portal.clock.now = new Date('2026-12-06T22:00:00Z')
  const answers = await Promise.all(Array.from({ length: 10 }, () => latest('anna')))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ period: 'December 2026', isSubmitted: false })
})
