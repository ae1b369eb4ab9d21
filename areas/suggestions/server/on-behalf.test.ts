// A suggestion that the office enters for an employee. What all queues have in common is tested with the workshop's queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import type { Person } from '#core/people/persons.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy, onlyRoles } from '../../../app/server/test-roles.ts'
import type { Suggestion } from '../contract.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  const [held = 0] = await onlyRoles(portal.db, [
    ['monica', 'omradeschef', { area: 'Umeå' }],
    ['roger', 'verkstad'],
    ['klara', 'kommunikator'],
    ['hans', 'omradeschef'],
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
const idea = { Rubrik: 'Fler bänkar', Bolag: 'norr', Beskrivning: 'På torget.', way: 'telefon' }
const enter = (userName: string, fields: object, headers = {}) =>
  portal.send(userName, 'POST', '/api/kontor/forslag/anmal', { body: { ...idea, ...fields }, headers })
const own = async (userName: string, number: string): Promise<Suggestion | undefined> =>
  (await portal.send(userName, 'GET', '/api/forslag/')).body.result.find(
    (each: Suggestion) => each.eget?.nummer === number,
  )
const one = async (userName: string, number: string) =>
  portal.send(userName, 'GET', `/api/kontor/arenden/forslag/arende?nummer=${number}`)
const audited = async (number: string) =>
  (
    await sql<{ what: string; by: string; role: string; for: string | null; about: string; company: string }>`
      select a.what, b.user_name as by, a.by_role as role, f.user_name as for, w.user_name as about, a.company from audit a
        join employees b on b.id = a.by_id left join employees f on f.id = a.for_id join employees w on w.id = a.about_id
      where a.object_kind = 'case.forslag' and a.object_id = ${number}`.execute(portal.db)
  ).rows
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from suggestions`.execute(portal.db)).rows[0]!.n

test('belongs to the employee, says who wrote it down, and is answered like an own one', async () => {
  const sent = await enter('monica', { reporterId: await idOf('anna') })
  expect([sent.status, sent.body.result]).toEqual([200, { number: expect.stringMatching(/^FS-\d+$/), here: true }])
  const { number } = sent.body.result
  expect(await own('anna', number)).toMatchObject({
    rubrik: 'Fler bänkar',
    skapadAv: 'Anna Lindgren',
    eget: { inskrivetAv: 'Monica Stenlund, områdeschef' },
  })
  expect(await own('monica', number)).toBeUndefined()
  const seen = (await one('roger', number)).body.result as Case
  expect(seen).toMatchObject({ reporter: 'Anna Lindgren', version: 1 })
  expect(seen.events).toMatchObject([
    { type: 'received', by: 'Anna Lindgren' },
    { type: 'entered', by: 'Monica Stenlund', to: 'på telefon', public: true },
  ])
  expect(await audited(number)).toEqual([
    { what: 'case.entered', by: 'monica', role: 'omradeschef', for: null, about: 'anna', company: 'norr' },
  ])
  const body = { number, version: 1, state: null, text: 'Vilket torg?', asks: true }
  expect((await portal.send('roger', 'POST', '/api/kontor/arenden/forslag/svara', { body })).status).toBe(200)
  const reply = { body: { number, text: 'Det vid stationen.' } }
  expect((await portal.send('monica', 'POST', '/api/forslag/svara', reply)).status).toBe(404)
  expect((await portal.send('anna', 'POST', '/api/forslag/svara', reply)).status).toBe(200)
})

test('may be addressed to another company, where its case is then: whoever wrote it down sees no more of it', async () => {
  const { number, here } = (await enter('monica', { reporterId: await idOf('anna'), Bolag: 'vast' })).body.result
  expect(here).toBe(false)
  expect((await own('anna', number))?.eget?.inskrivetAv).toBe('Monica Stenlund, områdeschef')
  expect((await one('monica', number)).status).toBe(404)
  const { rows } = await sql<{ company: string; type: string; version: number }>`
    select c.company, v.type, c.version from cases c
      join case_events v on v.company = c.company and v.kind = c.kind and v.case_id = c.id
    where c.kind = 'forslag' and c.number = ${number} order by v.seq`.execute(portal.db)
  expect(rows).toEqual([{ company: 'vast', type: 'entered', version: 1 }])
  expect(await audited(number)).toMatchObject([{ by: 'monica', about: 'anna', company: 'norr' }])
})

test('is written once for a key, and not again for somebody else', async () => {
  const headers = { 'idempotency-key': 'behalf-0001' }
  const reporterId = await idOf('amina')
  const before = await count()
  const first = await enter('monica', { reporterId }, headers)
  const again = await enter('monica', { reporterId }, headers)
  expect(again.body.result).toEqual(first.body.result)
  expect((await enter('monica', { reporterId: await idOf('anna') }, headers)).status).toBe(400)
  expect(await count()).toBe(before + 1)
  expect(await audited(first.body.result.number)).toHaveLength(1)
})

test('by a deputy says for whom', async () => {
  const { number } = (await enter('samir', { reporterId: await idOf('anna'), way: 'plats' })).body.result
  expect(await audited(number)).toMatchObject([{ by: 'samir', for: 'monica' }])
  expect((await one('roger', number)).body.result.events[1]).toMatchObject({
    by: 'Samir Haddad för Monica Stenlund',
    to: 'på plats',
  })
})

test('is refused for another area, another company and nobody alike, and leaves no trace', async () => {
  const { rows } = await sql<{ id: string }>`
    select e.id from employees e join employee_claims c on c.employee_id = e.id and c.type = 'IntraCompanyArea'
    where e.company = 'norr' and c.value <> 'Umeå' and e.active limit 1`.execute(portal.db)
  const before = await count()
  const answers = []
  for (const reporterId of [rows[0]!.id, await idOf('bengt', 'syd'), '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await enter('monica', { reporterId })
    answers.push({ status, errorMessage: body.errorMessage, modelState: body.modelState })
  }
  expect(answers[0]).toMatchObject({ status: 404, modelState: { reporterId: [expect.any(String)] } })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await count()).toBe(before)
})

test('is refused for whoever has ended or may make none, with what is missing, and to whoever only sees', async () => {
  const reporterId = await idOf('nermin')
  for (const userName of ['anna', 'klara']) expect((await enter(userName, { reporterId })).status).toBe(403)
  const wrong = await enter('monica', { reporterId, Rubrik: ' ', way: 'brev' })
  expect([wrong.status, Object.keys(wrong.body.modelState).toSorted()]).toEqual([400, ['Rubrik', 'way']])
  expect((await enter('monica', { reporterId, Bolag: 'finns-inte' })).body.modelState).toHaveProperty('Bolag')
  await sql`delete from employee_claims where employee_id = ${reporterId} and type = 'ForslagEnabled'`.execute(
    portal.db,
  )
  expect((await enter('monica', { reporterId })).status).toBe(404)
  const persons = await portal.send('monica', 'GET', '/api/kontor/arenden/forslag/anmalare?sok=Nermin')
  expect(persons.body.result satisfies Person[]).toEqual([])
  const ended = await idOf('zahra')
  await sql`update employees set active = false where id = ${ended}`.execute(portal.db)
  expect((await enter('roger', { reporterId: ended })).status).toBe(404)
})
