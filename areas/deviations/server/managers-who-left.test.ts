// The responsible manager of a case, when the employment ends.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventWords } from '#core/cases/event-words.ts'
import { releaseCasesOfLeft } from '#core/cases/server/release-cases.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { queueCalls, queuePortal, receipt } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { post, one, status, answer, fill, threat, work, idOf } = queueCalls(() => portal)

test('a manager who has left is neither notified nor named: the manager above is, and of what is open nobody', async () => {
  const before = await threat()
  const employ = (active: boolean) =>
    sql`update employees set active = ${active} where user_name = 'cecilia'`.execute(portal.db)
  await sql`
    update employees set manager_id = (select id from employees where user_name = 'samir') where user_name = 'cecilia'`.execute(
    portal.db,
  )
  const responsible = async (number: string) => {
    const { rows } = await sql<{ name: string | null }>`
      select e.user_name as name from cases c left join employees e on e.id = c.responsible_id
      where c.kind = 'avvikelser' and c.number = ${number}`.execute(portal.db)
    return rows[0]?.name
  }
  await employ(false)
  await releaseCasesOfLeft(portal.db, { company: 'norr', at: testNow, by: null })
  const after = await threat()
  expect([await responsible(before), await responsible(after)]).toEqual([null, 'samir'])
  expect(await status('samir', before)).toBe(404)
  const { events, details } = await one('eva', before)
  expect(events.at(-1)).toMatchObject({ type: 'changed', public: false })
  const { type, to } = events.at(-1)!
  expect(eventWords[type](to, 'anmälaren')).toBe('Ansvarig chef borttagen: anställningen är avslutad')
  const late = await post('eva', 'tilldela', { number: before, version: 0, owner: 'jag' })
  expect([late.status, late.body.errorMessage]).toEqual([
    409,
    expect.stringContaining('Någon tog bort ansvarig chef, vars anställning är avslutad.'),
  ])
  expect(details.map(({ label }: { label: string }) => label)).not.toContain('Ansvarig chef')
  // A manager who comes back does not see, in the list or as an alert, cases that somebody else has been given meanwhile.
  await employ(true)
  const heard = async (path: string): Promise<{ nummer?: string; id: number }[]> =>
    (await portal.send('cecilia', 'GET', path)).body.result
  const { rows } = await sql<{ id: number }>`
    select id from cases where kind = 'avvikelser' and number = ${before}`.execute(portal.db)
  for (const path of ['/api/incident/list', '/api/incident/larm'])
    expect((await heard(path)).map(({ id }) => id)).not.toContain(rows[0]!.id)
  const own = (await portal.send('anna', 'GET', '/api/incident/list')).body.result
  expect(own.find(({ nummer }: { nummer: string }) => nummer === before)).toMatchObject({ incidentAnsvarig: '' })
  await employ(false)
  // A mistake in the company's data: two employees who are each other's managers and have both left.
  await sql`
    update employees set active = false, manager_id = (select id from employees where user_name = 'cecilia')
    where user_name = 'samir'`.execute(portal.db)
  expect(await responsible(await threat())).toBeNull()
  await sql`update employees set active = true where user_name = 'samir'`.execute(portal.db)
  await employ(true)
})

test('what has ended is not read by a manager who has left and come back, and names nobody when it is opened again', async () => {
  const [serious, ordinary] = [await threat(), await work({ Personskador: false })]
  await fill('eva', serious, 'myndighet', receipt)
  await answer('eva', serious, { state: 'Avslutad', text: 'Händelsen är polisanmäld.' })
  await answer('monica', ordinary, { state: 'Avslutad', text: 'Trappan är sandad.' })
  expect([await status('cecilia', serious), await status('cecilia', ordinary)]).toEqual([200, 200])
  const { version } = await one('eva', serious)
  const setActive = async (aktiv: boolean) => {
    const { rows } = await sql<{
      anstid: string
    }>`select number as anstid from employees where user_name = 'cecilia'`.execute(portal.db)
    const body = { ...rows[0], aktiv }
    expect((await portal.send('jenny', 'POST', '/api/kontor/anstallda/aktiv', { body })).status).toBe(200)
  }
  await setActive(false)
  await setActive(true)
  portal.clock.now = new Date(testNow.getTime() + 31_000)
  for (const number of [serious, ordinary]) expect([403, 404]).toContain(await status('cecilia', number))
  const heard = (await portal.send('cecilia', 'GET', '/api/incident/list')).body.result
  const numbers = heard.map(({ nummer }: { nummer: string }) => nummer)
  for (const number of [serious, ordinary]) expect(numbers).not.toContain(number)
  // The case has ended, so its version stays and nothing is added to its history.
  const found = await one('eva', serious)
  expect(found.version).toBe(version)
  expect(found.details.map(({ label }: { label: string }) => label)).not.toContain('Ansvarig chef')
  const again = { number: ordinary, version: (await one('monica', ordinary)).version, on: true, text: 'Benbrott.' }
  expect((await post('monica', 'mark', again)).status).toBe(200)
  const { rows } = await sql`
    select responsible_id from cases where kind = 'avvikelser' and company = 'norr' and number = ${ordinary}`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ responsible_id: null }])
})

test('what is opened again is nobody’s if its owner has left, nor are the cases that are merged into it', async () => {
  const [number, merged] = [await work({ Personskador: false }), await work({ Personskador: false })]
  const into = await one('monica', merged)
  expect((await post('monica', 'slaihop', { number: merged, version: into.version, into: number })).status).toBe(200)
  await answer('monica', number, { state: 'Avslutad', text: 'Trappan är sandad.' })
  const roger = await idOf('roger')
  await sql`update cases set owner_id = ${roger} where number in (${number}, ${merged})`.execute(portal.db)
  const employ = (active: boolean) =>
    sql`update employees set active = ${active} where id = ${roger}`.execute(portal.db)
  await employ(false)
  const { version } = await one('monica', number)
  expect((await post('monica', 'mark', { number, version, on: true, text: 'Benbrott.' })).status).toBe(200)
  const { rows } = await sql`
    select owner_id from cases where kind = 'avvikelser' and company = 'norr' and number in (${number}, ${merged})`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ owner_id: null }, { owner_id: null }])
  expect((await one('monica', number)).events.at(-1)).toMatchObject({
    type: 'assigned',
    text: 'Handläggarens anställning är avslutad.',
  })
  await employ(true)
})
