// The portal remembers rights for half a minute. What lasts asks the database again.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { at, employeeCalls } from './employees-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => later(31))
const { change, later, numberOf } = employeeCalls(() => portal)

/** An employee whose rights the portal now remembers, because every call has the same token. */
async function remembered(userName: string) {
  const headers = { authorization: `Bearer ${await portal.token(userName)}` }
  expect((await portal.send(null, 'GET', at, { headers })).status).toBe(200)
  return async (path: string, about: string | null, fields: object) => {
    const body = { ...(about && { anstid: await numberOf(about) }), ...fields }
    return portal.send(null, 'POST', `${at}/${path}`, { headers, body })
  }
}
const endInDatabase = (...ids: number[]) =>
  sql`update role_assignments set ended_at = now() where id = any(${ids})`.execute(portal.db)
const tried = (konto: string) =>
  sql`
    insert into unlinked_accounts (issuer, subject, name, variant, company, last_tried_at)
    values (${utfardare}, ${konto}, 'Reserv', 'norr', 'norr', ${portal.clock.now})`.execute(portal.db)
const utfardare = 'https://login.example/norr'

test('who has just lost the role changes no employee and no account, and decides about none', async () => {
  for (const konto of ['asked', 'new']) await tried(konto)
  await change('jenny', 'koppla', 'omar', { utfardare, konto: 'asked' })
  const [{ id }] = (await portal.send('eva', 'GET', `${at}/kopplingar`)).body.result
  await sql`
    insert into identities (issuer, subject, employee_id)
    select ${utfardare}, 'linked', id from employees where user_name = 'zahra'`.execute(portal.db)
  const acts = [
    ['andra', 'nermin', { falt: 'IntraPosition', varde: 'Städare', fore: 'Bussförare' }],
    ['slapp', 'nermin', { falt: 'active' }],
    ['behorighet', 'nermin', { typ: 'NewsEnabled', har: false }],
    ['aktiv', 'nermin', { aktiv: false }],
    ['koppla', 'nermin', { utfardare, konto: 'new' }],
    ['koppla-bort', 'zahra', { utfardare, konto: 'linked' }],
    ['kopplingar/beslut', null, { id, godkann: true }],
    ['kopplingar/beslut', null, { id, godkann: false }],
  ] as const
  const held = await giveRole(portal.db, 'klara', 'hr')
  const klara = await remembered('klara')
  await endInDatabase(held)
  for (const [path, about, body] of acts) expect([path, (await klara(path, about, body)).status]).toEqual([path, 403])
  // Only part of the company is left to him or her.
  later(31)
  const whole = await giveRole(portal.db, 'klara', 'hr')
  await giveRole(portal.db, 'klara', 'hr', { area: 'Ingenstans' })
  const then = await remembered('klara')
  await endInDatabase(whole)
  for (const [path, about, body] of acts) expect([path, (await then(path, about, body)).status]).toEqual([path, 404])
})

test('two administrators do not end each other’s employment at the same time', async () => {
  for (const userName of ['henrik', 'birgitta']) await giveRole(portal.db, userName, 'it')
  const [henrik, birgitta] = [await remembered('henrik'), await remembered('birgitta')]
  const answers = await Promise.all([
    henrik('aktiv', 'birgitta', { aktiv: false }),
    birgitta('aktiv', 'henrik', { aktiv: false }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('an emergency role changes an employee as long as it runs', async () => {
  const taken = await portal.send('jenny', 'POST', '/api/kontor/nodatkomst', {
    body: { roll: 'hr', timmar: 1, skal: 'HR är inte på plats i dag.' },
  })
  expect(taken.status).toBe(200)
  later(31)
  const jenny = await remembered('jenny')
  const change = { falt: 'IntraPosition', varde: 'Städare', fore: 'Bussförare' }
  expect((await jenny('andra', 'amina', change)).status).toBe(200)
  await endInDatabase(taken.body.result.id)
  expect((await jenny('andra', 'emil', change)).status).toBe(403)
})
