// Saved views, tested with the workshop's queue. They are the same in every queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkResults } from '#core/cases/acts.ts'
import type { CaseList, Counts, Handlers } from '#core/cases/contract.ts'
import type { SavedViews } from '#core/cases/saved-views.ts'
import type * as z from 'zod/mini'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole, onlyRoles } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['henrik', 'verkstad'],
    ['sirpa', 'verkstad', { area: 'Kiruna' }],
    ['emil', 'trafikledare'],
    ['farid', 'verkstad'],
  ])
})
afterAll(() => portal.close())

const { get: ask, post } = officeCalls(() => portal, 'fel')
const get = async (userName: string, path: string) => (await ask(userName, path)).body.result
const views = async (userName: string): Promise<SavedViews['views']> => (await get(userName, 'vyer')).views
const names = async (userName: string) => (await views(userName)).map(({ name }) => name)
const view = { id: null, name: 'Dörrar', role: null, query: { status: 'Bedömd' } }
const save = (userName: string, fields: object = {}) => post(userName, 'sparavy', { ...view, ...fields })
const idOf = async (userName: string, name: string) =>
  (await views(userName)).find((each) => each.name === name)?.id ?? 0

/** Reports a fault and returns its number. */
async function reported(userName: string, vehicleNumber: string): Promise<string> {
  const body = { faultCategoryNumber: 1, vehicleNumber, text: 'Dörr 2 stänger inte' }
  expect((await portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body })).body.result).toBe(true)
  const { rows } = await sql<{ number: string }>`select 'F-' || max(number) as number from faults`.execute(portal.db)
  return rows[0]?.number ?? ''
}

test('a view is kept for oneself, counted, renamed and removed', async () => {
  expect((await save('roger')).status).toBe(200)
  const [own] = await views('roger')
  const { rows } = (await get('roger', 'lista?status=Bed%C3%B6md')) as CaseList
  expect(rows.length).toBeGreaterThan(0)
  expect(own).toMatchObject({ name: 'Dörrar', query: { status: 'Bedömd' }, role: null, by: null, mine: true })
  expect(own?.count).toBe(rows.length)
  expect(await names('henrik')).toEqual([])
  const renamed = { id: own?.id, name: 'Att planera' }
  expect((await save('roger', renamed)).status).toBe(200)
  expect(await names('roger')).toEqual(['Att planera'])
  expect((await save('henrik', renamed)).status).toBe(404)
  expect((await post('henrik', 'tabortvy', { id: own?.id })).status).toBe(404)
  expect((await post('roger', 'tabortvy', { id: own?.id })).status).toBe(200)
  expect(await names('roger')).toEqual([])
  const { rows: log } = await sql<{ what: string }>`
    select what from audit where object_kind = 'view.fel' order by id`.execute(portal.db)
  expect(log.map(({ what }) => what)).toEqual(['view.saved', 'view.saved', 'view.removed'])
})

test('a shared view is seen by whoever has the role, and changed by whoever made it', async () => {
  const shared = { name: 'Vår', role: 'verkstad', query: { vy: 'mina', sok: '2116' } }
  expect((await save('roger', shared)).status).toBe(200)
  const id = await idOf('roger', 'Vår')
  for (const userName of ['henrik', 'sirpa'])
    expect(await views(userName)).toMatchObject([{ name: 'Vår', by: 'Roger Granström', mine: false, count: 0 }])
  // Another role does not see the view, nor does another company.
  expect([await names('emil'), await names('farid')]).toEqual([[], []])
  expect((await save('henrik', { ...shared, id, name: 'Min' })).status).toBe(403)
  expect((await post('henrik', 'tabortvy', { id })).status).toBe(403)
  expect((await post('emil', 'tabortvy', { id })).status).toBe(404)
  // After its maker has left, everybody who sees the view may change and remove it.
  await sql`update employees set active = false where user_name = 'roger'`.execute(portal.db)
  expect((await views('henrik'))[0]).toMatchObject({ mine: true })
  expect((await post('henrik', 'tabortvy', { id })).status).toBe(200)
  await sql`update employees set active = true where user_name = 'roger'`.execute(portal.db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  const roles = ((await get('emil', 'vyer')) as SavedViews).roles.map(({ key }) => key)
  expect(roles).toEqual(['trafikledare', 'omradeschef', 'verkstad'])
  expect((await save('roger', { role: 'hr' })).body.modelState).toEqual({ role: ['Välj en roll i listan.'] })
})

test('a shared view whose maker no longer has a role in the queue is taken care of by those who see it', async () => {
  await giveRole(portal.db, 'omar', 'verkstad')
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  expect((await save('omar', { name: 'Nödläge', role: 'verkstad' })).status).toBe(200)
  const id = await idOf('henrik', 'Nödläge')
  expect((await post('henrik', 'tabortvy', { id })).status).toBe(403)
  // Like an emergency role or a deputy's role, this role ends by itself.
  await sql`update role_assignments set valid_until = ${portal.clock.now} where employee_id =
    (select id from employees where user_name = 'omar')`.execute(portal.db)
  expect((await views('henrik')).find((each) => each.id === id)).toMatchObject({ mine: true, by: expect.any(String) })
  expect((await post('henrik', 'tabortvy', { id })).status).toBe(200)
})

test('only what the screen can choose is kept, each name once, and no more than can be overlooked', async () => {
  for (const query of [
    { vy: 'alla' },
    { status: 'Bedömd', order: '1; drop table cases' },
    { sida: '2' },
    { om: '\u0000' },
    'true',
  ])
    expect((await save('henrik', { query })).status).toBe(400)
  for (let made = 0; made < 20; made++) expect((await save('henrik', { name: `Vy ${made}` })).status).toBe(200)
  expect((await save('henrik', { name: 'vy 3' })).body.modelState).toEqual({
    name: ['Det finns redan en vy med det namnet.'],
  })
  const full = (await save('henrik', { name: 'En till' })).body.modelState
  expect(full).toEqual({ name: ['Du har redan 20 sparade vyer i kön. Ta bort någon först.'] })
  // Sending it again with the same key creates no second view.
  const once = { 'idempotency-key': 'b8a2b1f2-54f5-4a33-a98b-0a1f2d6d4c11' }
  const twice = [await post('emil', 'sparavy', view, once), await post('emil', 'sparavy', view, once)]
  expect(twice.map(({ body }) => body.result)).toEqual([await idOf('emil', 'Dörrar'), await idOf('emil', 'Dörrar')])
  // A saved view that refers to a removed view of the queue is left out instead of failing.
  await sql`update case_views set query = '{"vy": "borttagen"}' where name = 'Dörrar'`.execute(portal.db)
  expect(await names('emil')).toEqual([])
})

test('three faults of a vehicle within 30 days are shown together', async () => {
  const recurring = async () => ((await get('roger', 'lista?vy=aterkommande')) as CaseList).rows
  const of = async (numbers: readonly string[]) =>
    (await recurring()).map(({ number }) => number).filter((number) => numbers.includes(number))
  const day = (days: number) => {
    portal.clock.now = new Date(testNow.getTime() + days * 86_400_000)
  }
  await sql`update cases set about = 'x' || about where kind = 'fel' and about = '2119'`.execute(portal.db)
  day(0)
  const numbers = [await reported('anna', '2119')]
  day(10)
  numbers.push(await reported('amina', '2119'))
  day(30)
  // The third report is exactly thirty days after the first, so the three are not within thirty days.
  numbers.push(await reported('anna', '2119'))
  expect(await of(numbers)).toEqual([])
  day(31)
  numbers.push(await reported('anna', '2119'))
  expect((await of(numbers)).toSorted()).toEqual(numbers.slice(1))
  const counts = (await get('roger', 'antal')) as Counts
  expect(counts.find(({ view: each }) => each === 'aterkommande')).toMatchObject({
    label: 'Återkommande',
    count: (await recurring()).length,
  })
  day(0)
})

test('several cases are given to somebody else, and each that cannot be is listed with why', async () => {
  const handlers = (await get('roger', 'handlaggare')) as z.infer<typeof Handlers>
  expect(handlers.map(({ name }) => name)).toEqual(['Henrik Sandberg', 'Roger Granström', 'Sirpa Niskanen'])
  const [henrik, , sirpa] = handlers
  const numbers = [await reported('anna', '2116'), await reported('anna', '2117')]
  const assign = async (owner: string | null | undefined): Promise<BulkResults> =>
    (await post('roger', 'flera', { numbers, change: { type: 'assign', owner } })).body.result
  expect(await assign(henrik?.id)).toEqual(numbers.map((number) => ({ number, why: null })))
  const owners = async () =>
    (await Promise.all(numbers.map((number) => get('roger', `arende?nummer=${number}`)))).map(
      ({ owner }) => owner?.name,
    )
  expect(await owners()).toEqual(['Henrik Sandberg', 'Henrik Sandberg'])
  // Sirpa's role is in another area than the cases.
  const why = 'Personen handlägger inte sådana ärenden.'
  expect(await assign(sirpa?.id)).toEqual(numbers.map((number) => ({ number, why })))
  await assign(null)
  expect(await owners()).toEqual([undefined, undefined])
})
