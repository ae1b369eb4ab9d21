// What the end of an employment takes away, also what is given to the employee at the same moment. Only PostgreSQL runs two transactions at
// the same time, and only there can these tests fail: on the embedded database one follows the other.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nearestManager } from '#core/people/server/nearest-manager.ts'
import { addAssignment } from '#core/people/server/roles/assignments.ts'
import type { Database } from '#platform/server/area.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { untilAwaited } from '../../../app/server/test-lock-waits.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { employmentEnded } from './employment-ended.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await giveRole(portal.db, 'emil', 'verkstad')
})
afterAll(() => portal.close())
/** Rights are read again after 30 seconds. */
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
})

const { post, one } = officeCalls(() => portal, 'fel')
const today = '2026-11-21'

async function who(userName: string) {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from employees where user_name = ${userName}`.execute(portal.db)
  return rows[0]!
}
const setActive = (db: Database, id: string, active: boolean) =>
  sql`update employees set active = ${active} where id = ${id}`.execute(db)
const roles = async (userName: string) => {
  const { rows } = await sql<{ role: string }>`
    select r.role from role_assignments r join employees e on e.id = r.employee_id
    where e.user_name = ${userName} and r.ended_at is null`.execute(portal.db)
  return rows.map(({ role }) => role)
}
const ended = async (id: number) =>
  (await sql`select 1 from audit where what = 'role.ended' and object_id = ${String(id)}`.execute(portal.db)).rows
    .length
const give = async (userName: string, roll: string) =>
  portal.send('jenny', 'POST', '/api/kontor/roller', {
    body: { anstid: (await who(userName)).number, roll, fran: today },
  })
const deactivate = async (userName: string, aktiv = false) =>
  portal.send('jenny', 'POST', '/api/kontor/anstallda/aktiv', { body: { anstid: (await who(userName)).number, aktiv } })

/** Sends while the end of somebody's employment is written but not committed. */
async function whileLeaving<T>(userName: string, send: () => Promise<T>): Promise<T> {
  const { id } = await who(userName)
  const { sent } = await portal.db.transaction().execute(async (tx) => {
    await setActive(tx, id, false)
    await employmentEnded(tx, { company: 'norr', at: portal.clock.now, today, by: null, employeeId: id })
    const sending = send()
    await untilAwaited(portal.db, sending)
    return { sent: sending }
  })
  return sent
}

describe('at the moment when somebody leaves', () => {
  test('no role is given', async () => {
    const { status, body } = await whileLeaving('amina', () => give('amina', 'verkstad'))
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['anstid']])
    expect(await roles('amina')).toEqual([])
    await setActive(portal.db, (await who('amina')).id, true)
  })

  test('one that is being given ends', async () => {
    const { id } = await who('zahra')
    const { sent } = await portal.db.transaction().execute(async (tx) => {
      const added = await addAssignment(
        tx,
        {
          company: 'norr',
          employee_id: id,
          role: 'verkstad',
          area: null,
          category: null,
          valid_from: today,
          valid_to: null,
          source: 'claim',
          given_because: null,
          given_by: null,
          given_at: portal.clock.now,
          deputy_of: null,
        },
        today,
      )
      expect(added).not.toBeNull()
      const sending = deactivate('zahra')
      await untilAwaited(portal.db, sending)
      return { sent: sending }
    })
    expect((await sent).status).toBe(200)
    expect(await roles('zahra')).toEqual([])
    await deactivate('zahra', true)
    expect(await roles('zahra')).toEqual([])
  })

  test('no case is given', async () => {
    const text = 'Dörren går inte att stänga'
    const reported = { faultCategoryNumber: 1, vehicleNumber: '2117', text }
    expect((await portal.send('anna', 'POST', '/api/fordonskontroll/addfault', { body: reported })).status).toBe(200)
    const { rows } = await sql<{ number: string }>`
      select number from cases where kind = 'fel' and company = 'norr' order by id desc limit 1`.execute(portal.db)
    const { number } = rows[0]!
    const { id: owner } = await who('emil')
    const { status } = await whileLeaving('emil', () => post('roger', 'tilldela', { number, version: 0, owner }))
    expect(status).toBe(400)
    expect(await one('roger', number)).toMatchObject({ owner: null, version: 0 })
    await setActive(portal.db, owner, true)
  })

  test('no report names the manager who leaves: the one above has it', async () => {
    const cecilia = (await who('cecilia')).id
    await sql`
      update employees set manager_id = (select id from employees where user_name = 'samir') where id = ${cecilia}`.execute(
      portal.db,
    )
    const [anna, samir] = [(await who('anna')).id, (await who('samir')).id]
    const named = await whileLeaving('cecilia', () => portal.db.transaction().execute((tx) => nearestManager(tx, anna)))
    expect(named).toBe(samir)
    await setActive(portal.db, cecilia, true)
  })
})

test('a sensitive role that was asked for before somebody left is not given when he or she is back', async () => {
  const asked = (await give('nermin', 'granskare')).body.result
  expect(asked.vantar).toBe(true)
  await deactivate('nermin')
  await deactivate('nermin', true)
  const waiting = (await portal.send('eva', 'GET', '/api/kontor/roller/vantar')).body.result
  expect(waiting.map(({ id }: { id: number }) => id)).not.toContain(asked.id)
  const decided = await portal.send('eva', 'POST', '/api/kontor/roller/beslut', {
    body: { id: asked.id, godkann: true },
  })
  expect([decided.status, decided.body.errorMessage]).toEqual([
    409,
    'Något har ändrats sedan det begärdes. Begär det på nytt.',
  ])
  expect(await roles('nermin')).toEqual([])
  const again = (await give('nermin', 'granskare')).body.result
  expect(again.vantar).toBe(true)
})

test('the log says that a role ended which counted or was to come, and nothing of one that had run out', async () => {
  const over = await giveRole(portal.db, 'birgitta', 'hr', { to: '2026-10-31' })
  const lastDay = await giveRole(portal.db, 'birgitta', 'verkstad', { to: today })
  const later = await giveRole(portal.db, 'birgitta', 'lon', { from: '2027-01-01' })
  expect((await deactivate('birgitta')).status).toBe(200)
  expect(await roles('birgitta')).toEqual([])
  expect([await ended(over), await ended(lastDay), await ended(later)]).toEqual([0, 1, 1])
})
