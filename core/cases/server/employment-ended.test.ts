// What an employment's end takes with it.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
/** Rights are read again after 30 seconds. */
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
})

const today = '2026-11-21'

async function who(userName: string) {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from employees where user_name = ${userName}`.execute(portal.db)
  return rows[0]!
}
const roles = async (userName: string) => {
  const { rows } = await sql<{ role: string }>`
    select r.role from role_assignments r join employees e on e.id = r.employee_id
    where e.user_name = ${userName} and r.ended_at is null`.execute(portal.db)
  return rows.map(({ role }) => role)
}
const ended = async (id: number) =>
  (await sql`select 1 from audit where what = 'role.ended' and object_id = ${String(id)}`.execute(portal.db)).rows
    .length
const deactivate = async (userName: string, aktiv = false) =>
  portal.send('jenny', 'POST', '/api/kontor/anstallda/aktiv', { body: { anstid: (await who(userName)).number, aktiv } })

test('the log says that a role ended which counted or was to come, and nothing of one that had run out', async () => {
  const over = await giveRole(portal.db, 'birgitta', 'hr', { to: '2026-10-31' })
  const lastDay = await giveRole(portal.db, 'birgitta', 'verkstad', { to: today })
  const later = await giveRole(portal.db, 'birgitta', 'lon', { from: '2027-01-01' })
  expect((await deactivate('birgitta')).status).toBe(200)
  expect(await roles('birgitta')).toEqual([])
  expect([await ended(over), await ended(lastDay), await ended(later)]).toEqual([0, 1, 1])
})
