// A report that the office enters for an employee who has called.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import type { Person } from '#core/people/persons.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy, onlyRoles } from '../../../app/server/test-roles.ts'
import type { OwnFaultReport } from '../contract.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  const [held = 0] = await onlyRoles(portal.db, [
    ['cecilia', 'trafikledare', { area: 'Umeå' }],
    ['roger', 'verkstad'],
    ['bengt', 'verkstad'],
  ])
  await giveDeputy(portal.db, 'samir', held, { from: '2026-11-01', to: '2026-12-01' })
})
afterAll(() => portal.close())

const idOf = async (userName: string, company = 'norr') =>
  (
    await sql<{ id: string }>`select id from employees where user_name = ${userName} and company = ${company}`.execute(
      portal.db,
    )
  ).rows[0]!.id
const fault = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörr 2 stänger inte', way: 'telefon' }
const enter = (userName: string, fields: object, headers = {}) =>
  portal.send(userName, 'POST', '/api/kontor/fel/anmal', { body: { ...fault, ...fields }, headers })
const own = async (userName: string): Promise<OwnFaultReport[]> =>
  (await portal.send(userName, 'GET', '/api/fordonskontroll/mina')).body.result.items
const persons = async (userName: string, sok: string): Promise<Person[]> =>
  (await portal.send(userName, 'GET', `/api/kontor/arenden/fel/anmalare?sok=${encodeURIComponent(sok)}`)).body.result
const audited = async (number: string) =>
  (
    await sql<{ what: string; by: string; role: string; for: string | null; about: string }>`
      select a.what, b.user_name as by, a.by_role as role, f.user_name as for, w.user_name as about from audit a
        join employees b on b.id = a.by_id left join employees f on f.id = a.for_id join employees w on w.id = a.about_id
      where a.company = 'norr' and a.object_kind = 'case.fel' and a.object_id = ${number}`.execute(portal.db)
  ).rows

test('belongs to the employee, says who wrote it down, and is answered like an own one', async () => {
  const sent = await enter('cecilia', { reporterId: await idOf('anna') })
  expect(sent.status).toBe(200)
  const { number } = sent.body.result
  const found = (await own('anna')).find((report) => report.number === number)
  expect(found).toMatchObject({ text: fault.text, enteredBy: 'Cecilia Wikström, trafikledare', state: 'Mottagen' })
  expect((await own('cecilia')).map((report) => report.number)).not.toContain(number)
  expect((await own('anna')).find((report) => report.number !== number)?.enteredBy).toBeNull()
  const { body } = await portal.send('roger', 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)
  const seen = body.result as Case
  expect(seen).toMatchObject({ reporter: 'Anna Lindgren', version: 1 })
  expect(seen.events).toMatchObject([
    { type: 'received', by: 'Anna Lindgren' },
    { type: 'entered', by: 'Cecilia Wikström', to: 'på telefon', public: true },
  ])
  expect(await audited(number)).toEqual([
    { what: 'case.entered', by: 'cecilia', role: 'trafikledare', for: null, about: 'anna' },
  ])
  const reply = { number, version: 1, state: null, text: 'Vilken dörr?', asks: true }
  expect((await portal.send('roger', 'POST', '/api/kontor/arenden/fel/svara', { body: reply })).status).toBe(200)
  const answered = { body: { number, text: 'Den främre.' } }
  expect((await portal.send('cecilia', 'POST', '/api/fordonskontroll/svara', answered)).status).toBe(404)
  expect((await portal.send('anna', 'POST', '/api/fordonskontroll/svara', answered)).status).toBe(200)
})

test('is written once for a key, whoever asks again', async () => {
  const headers = { 'idempotency-key': 'behalf-0001' }
  const reporterId = await idOf('amina')
  const before = (await own('amina')).length
  const first = await enter('cecilia', { reporterId }, headers)
  const again = await enter('cecilia', { reporterId }, headers)
  expect(again.body.result).toEqual(first.body.result)
  expect((await own('amina')).length).toBe(before + 1)
  const other = await enter('cecilia', { reporterId: await idOf('anna') }, headers)
  expect(other.status).toBe(400)
  expect(await audited(first.body.result.number)).toHaveLength(1)
})

test('by a deputy says for whom', async () => {
  const { number } = (await enter('samir', { reporterId: await idOf('anna'), way: 'radio' })).body.result
  expect(await audited(number)).toMatchObject([{ by: 'samir', for: 'cecilia' }])
  expect(
    (await portal.send('roger', 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)).body.result.events[1],
  ).toMatchObject({ by: 'Samir Haddad för Cecilia Wikström', to: 'på radio' })
})

test('is refused for another area, another company and nobody alike, and leaves no trace', async () => {
  const { rows } = await sql<{ id: string }>`
    select e.id from employees e join employee_claims c on c.employee_id = e.id and c.type = 'IntraCompanyArea'
    where e.company = 'norr' and c.value <> 'Umeå' and e.active limit 1`.execute(portal.db)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from faults`.execute(portal.db)).rows[0]!.n
  const before = await count()
  const answers = []
  for (const reporterId of [rows[0]!.id, await idOf('bengt', 'syd'), '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await enter('cecilia', { reporterId })
    answers.push({ status, errorMessage: body.errorMessage, modelState: body.modelState })
  }
  expect(answers[0]).toMatchObject({ status: 404, modelState: { reporterId: [expect.any(String)] } })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await count()).toBe(before)
})

test('is refused for whoever has ended or may not send such reports, and to whoever has no role', async () => {
  const reporterId = await idOf('nermin')
  expect((await enter('anna', { reporterId })).status).toBe(403)
  await sql`delete from employee_claims where employee_id = ${reporterId} and type = 'FkEnabled'`.execute(portal.db)
  expect((await enter('cecilia', { reporterId })).status).toBe(404)
  expect(await persons('cecilia', 'Nermin')).toEqual([])
  const ended = await idOf('zahra')
  await sql`update employees set active = false where id = ${ended}`.execute(portal.db)
  expect((await enter('roger', { reporterId: ended })).status).toBe(404)
})

test('is for whom a name or a number finds in reach', async () => {
  expect(await persons('cecilia', 'anna lind')).toMatchObject([
    { name: 'Anna Lindgren', number: '31104', area: 'Umeå' },
  ])
  expect(await persons('cecilia', '31104')).toHaveLength(1)
  expect(await persons('cecilia', '%')).toEqual([])
  const areas = (found: readonly Person[]) => new Set(found.map(({ area }) => area))
  expect(areas(await persons('cecilia', 'a'))).toEqual(new Set(['Umeå']))
  const { rows } = await sql<{ number: string }>`
    select e.number from employees e join employee_claims c on c.employee_id = e.id and c.type = 'IntraCompanyArea'
    where e.company = 'norr' and c.value <> 'Umeå' and e.active limit 1`.execute(portal.db)
  expect(await persons('roger', rows[0]!.number)).toHaveLength(1)
  expect(await persons('cecilia', rows[0]!.number)).toEqual([])
  expect(await persons('bengt', '31104')).toEqual([])
})

test('whoever writes for others may read what the form shows, and no more, without reporting faults', async () => {
  const withoutFlags = async (userName: string) =>
    sql`delete from employee_claims where employee_id = ${await idOf(userName)}
      and type in ('FkEnabled', 'IncidentsEnabled')`.execute(portal.db)
  await withoutFlags('cecilia')
  await withoutFlags('emil')
  const form = [
    ['GET', '/api/fordonskontroll/vehicles'],
    ['GET', '/api/fordonskontroll/categories'],
    ['GET', '/api/fordonskontroll/faultreports?vehicleNo=2116'],
    ['GET', '/api/incident/formoptions'],
  ] as const
  const own = [
    ['GET', '/api/fordonskontroll/mina'],
    ['POST', '/api/fordonskontroll/addfault'],
    ['POST', '/api/fordonskontroll/svara'],
    ['GET', '/api/incident/list'],
    ['POST', '/api/incident/addhotochvald'],
  ] as const
  const uploads = ['/api/fordonskontroll/uploadimage', '/api/incident/uploadimage']
  const statuses = (userName: string, calls: readonly (readonly ['GET' | 'POST', string])[]) =>
    Promise.all(
      calls.map(async ([method, path]) => {
        const answer = await portal.send(userName, method, path, { body: method === 'POST' ? {} : undefined })
        return answer.status
      }),
    )
  expect(await statuses('cecilia', form)).toEqual(form.map(() => 200))
  expect(await statuses('cecilia', own)).toEqual(own.map(() => 403))
  expect(await statuses('emil', [...form, ...own])).toEqual([...form, ...own].map(() => 403))
  // No file is sent, so a call that passes the gate is refused by the upload itself.
  const sent = (userName: string) =>
    statuses(
      userName,
      uploads.map((path) => ['POST', path] as const),
    )
  expect(await sent('cecilia')).toEqual([400, 400])
  expect(await sent('emil')).toEqual([403, 403])
  expect((await enter('cecilia', { reporterId: await idOf('anna') })).status).toBe(200)
})
