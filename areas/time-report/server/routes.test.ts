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

test('the latest report is of the running month, open, with the duties so far', async () => {
  expect(await latest('anna')).toMatchObject({
    period: 'November 2026',
    passCount: 21,
    status: 'Öppen',
    isSubmitted: false,
    isApproved: false,
    isRevertable: false,
  })
})

test('it is submitted once under parallel sends, and taken back', async () => {
  const { id } = await latest('anna')
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept('anna', id, false)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await latest('anna')).toMatchObject({ id, status: 'Inlämnad', isSubmitted: true })
  await accept('anna', id, true)
  expect(await latest('anna')).toMatchObject({ id, status: 'Öppen', isSubmitted: false })
})

test('a submission sent again under the same key is not done again, also after it has been taken back', async () => {
  const { id } = await latest('anna')
  const headers = { 'idempotency-key': 'submitted-in-a-tunnel' }
  const send = () =>
    portal.send('anna', 'POST', '/api/bpl/tidrapport/accept', { body: { TidrapportId: id, Undo: false }, headers })
  expect((await send()).status).toBe(200)
  await accept('anna', id, true)
  expect((await send()).status).toBe(200)
  expect(await latest('anna')).toMatchObject({ isSubmitted: false })
})

test('an approved report changes only where it is revertable', async () => {
  const { id } = await latest('ida')
  await sql`update time_reports set submitted_at = now(), approved_at = now() where id = ${id}`.execute(portal.db)
  expect(await accept('ida', id, true)).toMatchObject({
    status: 400,
    body: { modelState: { TidrapportId: [expect.any(String)] } },
  })
  await sql`update time_reports set revertable = true where id = ${id}`.execute(portal.db)
  expect((await accept('ida', id, true)).status).toBe(200)
})

test('another’s report and none are the same 404', async () => {
  const { id } = await latest('gunilla')
  const foreign = await accept('anna', id, false)
  const absent = await accept('anna', 99_999_999, false)
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect(foreign.body.errorMessage).toBe(absent.body.errorMessage)
  expect(await latest('gunilla')).toMatchObject({ isSubmitted: false })
})

test('staff without duties have none', async () => {
  expect(await latest('david')).toBeNull()
})

test('is closed to an employee with BlacklistEnabled without its flag', async () => {
  expect((await portal.send('bertil', 'GET', '/api/bpl/tidrapport/getsenaste')).status).toBe(403)
  expect((await accept('bertil', 1, false)).status).toBe(403)
})

test('a report of a month not asked for before is opened once', async () => {
  portal.clock.now = new Date('2026-12-03T11:00:00Z')
  const answers = await Promise.all(Array.from({ length: 10 }, () => latest('anna')))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ period: 'December 2026', isSubmitted: false })
})
