// Which roles may make which call of the office, tested on the list of calls, so that a new call is included.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { officeClaim } from '#platform/contract/claims.ts'
import { permissions, permissionsOf, roles, type Role } from '#core/people/roles.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { someOf } from '../../checks/effort.ts'
import { giveDeputy, giveEveryRole, giveRole } from './test-roles.ts'
import { nameOfCall, officePath, rolesPageOf, rolesPageRead } from './test-roles-page.ts'

type AnyCall = Call<unknown, unknown, unknown>
const keys = Object.keys(roles) as Role[]

let portal: TestPortal
let calls: readonly AnyCall[]
beforeAll(async () => {
  portal = await testPortal({ WRITES_PER_MINUTE: '100000000' })
  calls = portal.app.calls.filter(({ path }) => path.startsWith(officePath))
})
afterAll(() => portal.close())

test('every call of the office needs a known permission, or any role, and no other call does', () => {
  expect(calls.length).toBeGreaterThan(0)
  const wrong = portal.app.calls.filter(({ path, gate }) => {
    const ofOffice = gate?.anyOf?.includes(officeClaim) ?? false
    if (!path.startsWith(officePath)) return ofOffice
    const known = gate?.value === undefined || Object.hasOwn(permissions, gate.value)
    return !ofOffice || gate?.anyOf?.length !== 1 || !known
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every permission belongs to a role', () => {
  const given = new Set(keys.flatMap(permissionsOf))
  expect([...given].toSorted()).toEqual(Object.keys(permissions).toSorted())
})

test('a stored claim opens nothing: only a role does', async () => {
  const claim = { type: officeClaim, value: 'faults.see' }
  await sql`
    insert into employee_claims (employee_id, type, value)
    select id, ${claim.type}, ${claim.value} from employees where user_name = 'amina'`.execute(portal.db)
  const { body } = await portal.send('amina', 'GET', '/api/user/profile')
  expect(body.result).not.toContainEqual(claim)
  expect((await portal.send('amina', 'GET', '/api/kontor/minaroller')).status).toBe(403)
})

test('a role is a claim for each of its permissions, and an employee without one has none', async () => {
  await giveRole(portal.db, 'anders', 'kommunikator', { area: 'Umeå' })
  const office = async (userName: string) => {
    const { body } = await portal.send(userName, 'GET', '/api/user/profile')
    return body.result.filter(({ type }: { type: string }) => type === officeClaim)
  }
  expect(await office('anders')).toEqual(permissionsOf('kommunikator').map((value) => ({ type: officeClaim, value })))
  expect(await office('emil')).toEqual([])
  expect((await portal.send('anders', 'GET', '/api/kontor/minaroller')).body.result).toEqual([
    expect.objectContaining({ roll: 'kommunikator', namn: 'Kommunikatör', omrade: 'Umeå', kalla: 'hand' }),
  ])
})

test('docs/roles.md is as the code has it', async () => {
  await expect(rolesPageOf(portal.app.calls)).toMatchFileSnapshot('../../docs/roles.md')
})

/** Drivers of Norr without a role of their own. */
const drivers = ['bertil', 'amina', 'tesfaye', 'zahra', 'emil', 'nermin', 'birgitta', 'omar', 'yusuf', 'linnea']
const today = '2026-11-21'

/**
 * Asks for something that does not exist. An employee who may make the call gets 404 or a validation error instead of
 * 403.
 */
async function isOpen(userName: string, call: AnyCall): Promise<boolean> {
  const { status } = await portal.send(userName, call.method, call.path.replaceAll(/:\w+/g, '999999'), {
    body: call.method === 'POST' ? {} : undefined,
  })
  if (![200, 400, 403, 404, 406, 415].includes(status)) throw new Error(`${nameOfCall(call)} answers ${status}`)
  return status !== 403
}

/** Tries these calls, or all, with each employee. Returns those that are open, in the form of docs/roles.md. */
async function found(people: readonly (readonly [userName: string, role: string])[], some = calls): Promise<string[]> {
  const open: string[] = []
  for (const call of some) {
    for (const [userName, role] of people) if (await isOpen(userName, call)) open.push(`${nameOfCall(call)} ${role}`)
  }
  return open.toSorted()
}
const onPage = (some: readonly AnyCall[]) =>
  [...rolesPageRead(rolesPageOf(portal.app.calls)).opens]
    .filter(([name]) => some.some((call) => nameOfCall(call) === name))
    .flatMap(([call, open]) => [...open].map((role) => `${call} ${role}`))
    .toSorted()

/**
 * One call for each gate. Other calls with that gate are open to the same claims: authorisation.proof.test.ts tries
 * each call with each credential.
 */
const callOfEachGate = () => [...new Map(calls.map((call) => [call.gate?.value, call])).values()]

const later = (days: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + days * 86_400_000 + 31_000)
}
const people = keys.map((role, at) => [drivers[at]!, role] as const)

test('every call is open to the roles that the page names, and to no other', async () => {
  for (const [userName, role] of people) await giveRole(portal.db, userName, role)
  const tried = [...callOfEachGate(), ...someOf(calls, { sample: 40 })]
  const some = calls.filter((call) => tried.includes(call))
  expect(await found(people, some)).toEqual(onPage(some))
  expect(await found([['lennart', 'none']])).toEqual([])
})

test('without a role those are open that a case needs whose responsible the employee is, and those of any role', async () => {
  await sql`
    update cases set responsible_id = (select id from employees where user_name = 'per-olov')
    where company = 'norr' and kind = 'avvikelser' and id = (
      select max(id) from cases where company = 'norr' and kind = 'avvikelser')`.execute(portal.db)
  later(0)
  const gates = [undefined, 'deviations.see', 'deviations.handle']
  const some = callOfEachGate()
  const open = some.filter(({ gate }) => gates.includes(gate?.value)).map((call) => `${nameOfCall(call)} none`)
  expect(open).toHaveLength(gates.length)
  expect(await found([['per-olov', 'none']], some)).toEqual(open.toSorted())
})

test('and to their deputies, on their days', async () => {
  await sql`delete from role_assignments where company = 'norr'`.execute(portal.db)
  for (const [userName, role] of people) {
    const held = await giveRole(portal.db, 'david', role)
    await giveDeputy(portal.db, userName, held, { from: '2026-11-22', to: '2026-11-23' })
  }
  expect(portal.clock.now.toISOString()).toContain(today)
  const some = callOfEachGate()
  const open = onPage(some)
  later(0)
  expect(await found(people, some)).toEqual([])
  later(1)
  expect(await found(people, some)).toEqual(open)
  later(2)
  expect(await found(people, some)).toEqual([])
})

test('a role counts in its own company only: no answer names an employee of another', async () => {
  await giveEveryRole(portal.db, 'gunilla')
  const { rows } = await sql<{ id: string; name: string }>`
    select id, concat(first_name, ' ', last_name) as name from employees where company <> 'vast'`.execute(portal.db)
  for (const call of calls.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
    const { body } = await portal.send('gunilla', 'GET', call.path)
    const text = JSON.stringify(body)
    expect([call.path, rows.filter(({ id, name }) => text.includes(id) || text.includes(name))]).toEqual([
      call.path,
      [],
    ])
  }
})

test('a role that the portal no longer has, or that has not begun, opens nothing', async () => {
  const open = async () => (await portal.send('lennart', 'GET', '/api/kontor/minaroller')).status
  await giveRole(portal.db, 'lennart', 'direktor' as Role)
  await giveRole(portal.db, 'lennart', 'hr', { from: '2027-01-01' })
  await giveRole(portal.db, 'lennart', 'it', { to: '2026-11-20' })
  later(0)
  expect(await open()).toBe(403)
})
