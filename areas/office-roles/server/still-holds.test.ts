// The portal remembers rights for half a minute. What lasts asks the database again, and only one such act happens at a time.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { roleCalls, today } from './roles-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
const { give, later, numberOf } = roleCalls(() => portal)
beforeEach(() => later())

const post = (by: string, path: string, body: object) => portal.send(by, 'POST', `/api/kontor/${path}`, { body })
/** An employee whose rights the portal now remembers, because every call has the same token. */
async function remembered(userName: string) {
  const headers = { authorization: `Bearer ${await portal.token(userName)}` }
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    portal.send(null, method, `/api/kontor/${path}`, { headers, ...(body && { body }) })
  expect((await call('GET', 'roller')).status).toBe(200)
  return {
    post: (path: string, body: object) => call('POST', path, body),
    give: async (to: string, body: object) =>
      call('POST', 'roller', { anstid: await numberOf(to), fran: today, ...body }),
  }
}
const endInDatabase = (id: number) =>
  sql`update role_assignments set ended_at = now() where id = ${id}`.execute(portal.db)
const stored = async () =>
  (
    await sql<{ count: number }>`
      select ((select count(*) from role_assignments where ended_at is null) +
        (select count(*) from role_rules where ended_at is null) +
        (select count(*) from approvals where decision is null))::int as count`.execute(portal.db)
  ).rows[0]!.count

describe('who has just lost the role that gives roles', () => {
  test('gives, ends, approves and makes nothing more', async () => {
    await giveRole(portal.db, 'zahra', 'it')
    const verkstad = await giveRole(portal.db, 'yusuf', 'verkstad')
    const asked = (await give('jenny', 'omar', { roll: 'lon' })).body.result.id
    const rule = { claim: 'groups', varde: 'a', roll: 'verkstad' }
    const made = (await post('jenny', 'rollregler', rule)).body.result.id
    const askedRule = (await post('jenny', 'rollregler', { ...rule, roll: 'lon' })).body.result.id
    const taken = await post('jenny', 'nodatkomst', { roll: 'trafikledare', timmar: 1, skal: 'Ingen är på plats nu.' })
    const held = await giveRole(portal.db, 'klara', 'it')
    const klara = await remembered('klara')
    await endInDatabase(held)
    const before = await stored()
    expect((await klara.give('emil', { roll: 'verkstad' })).status).toBe(403)
    expect((await klara.give('emil', { roll: 'hr' })).status).toBe(403)
    for (const [path, body] of [
      ['roller/avsluta', { id: verkstad }],
      ['roller/beslut', { id: asked, godkann: true }],
      ['roller/beslut', { id: asked, godkann: false }],
      ['rollregler', { ...rule, varde: 'b' }],
      ['rollregler/ta-bort', { id: made }],
      ['rollregler/beslut', { id: askedRule, godkann: true }],
      ['nodatkomst', { roll: 'trafikledare', timmar: 1, skal: 'Ingen är på plats nu.' }],
      ['nodatkomst/avsluta', { id: taken.body.result.id }],
    ] as const)
      expect([path, (await klara.post(path, body)).status]).toEqual([path, 403])
    expect(await stored()).toBe(before)
    expect(taken.status).toBe(200)
  })

  test('acts on by another role, only where that one does', async () => {
    const whole = await giveRole(portal.db, 'klara', 'it')
    await giveRole(portal.db, 'klara', 'it', { area: 'Skellefteå' })
    const klara = await remembered('klara')
    await endInDatabase(whole)
    expect((await klara.give('emil', { roll: 'verkstad' })).body.modelState).toHaveProperty('omrade')
    expect((await klara.give('emil', { roll: 'verkstad', omrade: 'Skellefteå' })).status).toBe(200)
  })

  test('does not act for who was deputised and has lost the role', async () => {
    const held = await giveRole(portal.db, 'henrik', 'it')
    const deputy = await post('henrik', 'ersattare', {
      rollId: held,
      anstid: await numberOf('nermin'),
      fran: today,
      till: '2026-12-31',
    })
    expect(deputy.body.result.vantar).toBe(true)
    expect((await post('eva', 'roller/beslut', { id: deputy.body.result.id, godkann: true })).status).toBe(200)
    later()
    const nermin = await remembered('nermin')
    await endInDatabase(held)
    expect((await nermin.give('samir', { roll: 'verkstad' })).status).toBe(403)
  })
})

test('two who give roles do not end each other’s at the same time: one of them is left', async () => {
  const ids = [await giveRole(portal.db, 'henrik', 'it'), await giveRole(portal.db, 'birgitta', 'it')]
  const [henrik, birgitta] = [await remembered('henrik'), await remembered('birgitta')]
  const end = 'roller/avsluta'
  const [first, second] = await Promise.all([henrik.post(end, { id: ids[1] }), birgitta.post(end, { id: ids[0] })])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 403])
  const { rows } = await sql`
    select from role_assignments where id = any(${ids}) and ended_at is null`.execute(portal.db)
  expect(rows).toHaveLength(1)
})
