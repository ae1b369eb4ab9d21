// The workshop's queue. It also tests what all queues have in common.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Counts } from '#core/cases/contract.ts'
import { forgetViewers, oneCase } from '#core/cases/server/one-case.ts'
import { findById } from '#core/people/server/store.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { faultQueue } from './queue.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, list, counts, own, later, reported, answer } = queueCalls(() => portal)

describe('a fault', () => {
  test('is reported, answered by the workshop and read by its reporter', async () => {
    const number = await reported()
    const found = await one('roger', number)
    expect(found).toMatchObject({
      number,
      title: 'Dörrar',
      state: { name: 'Mottagen' },
      text: 'Dörr 2 stänger inte',
      owner: null,
      clock: { kind: 'ok', what: 'Första svar' },
      actions: expect.arrayContaining(['take', 'assign', 'state', 'answer', 'note', 'mark', 'merge']),
    })
    expect(found.next.map(({ name }) => name)).toEqual(['Bedömd', 'Åtgärdas', 'Klar', 'Ingen åtgärd'])
    expect((await answer('roger', number, found.version, { state: 'Bedömd', text: 'In på måndag.' })).status).toBe(200)
    expect((await own('anna')).steps.at(-1)).toMatchObject({ state: 'Bedömd', reason: 'In på måndag.' })
    const after = await one('roger', number)
    expect(after).toMatchObject({ owner: { name: 'Roger Granström' }, version: 1, state: { name: 'Bedömd' } })
    expect(after.clock?.what).toBe('Klart')
    await post('roger', 'anteckna', { number, text: 'Reservdel beställd.' })
    expect((await one('roger', number)).events.at(-1)).toMatchObject({ type: 'noted', public: false })
    expect(JSON.stringify(await own('anna'))).not.toContain('Reservdel')
  })

  test('waits with its clock while its reporter is asked, and comes back with the answer', async () => {
    const number = await reported()
    const before = (await counts('roger'))['svarat'] ?? 0
    await answer('roger', number, 0, { text: 'Vilken dörr?', asks: true })
    expect(await one('roger', number)).toMatchObject({ clock: { kind: 'paused' }, replied: false })
    expect((await list('roger', '?vy=vantar')).rows.map((row) => row.number)).toContain(number)
    expect((await own('anna')).messages).toEqual([
      { at: '2026-11-21T12:00:00', own: false, asks: true, text: 'Vilken dörr?', afterSteps: 1 },
    ])
    later(3 * 24 * 60)
    const reply = { body: { number, text: 'Den mittersta.' } }
    expect((await portal.send('amina', 'POST', '/api/fordonskontroll/svara', reply)).status).toBe(404)
    expect((await portal.send('anna', 'POST', '/api/fordonskontroll/svara', reply)).status).toBe(200)
    expect((await own('anna')).messages).toMatchObject([{ asks: false }, { own: true, text: 'Den mittersta.' }])
    const back = await one('roger', number)
    expect([back.replied, back.clock?.kind]).toEqual([true, 'ok'])
    expect((await list('roger', '?vy=svarat')).rows.map((row) => row.number)).toContain(number)
    expect((await counts('roger'))['svarat']).toBe(before + 1)
    await answer('roger', number, back.version, { text: 'Tack!' })
    expect((await counts('roger'))['svarat']).toBe(before)
  })

  test('asked on a Friday and answered on Monday, it is due in working hours, and not at the weekend', async () => {
    portal.clock.now = new Date('2026-11-27T07:00:00Z')
    const number = await reported()
    await answer('roger', number, 0, { state: 'Bedömd' })
    portal.clock.now = new Date('2026-11-27T13:00:00Z')
    await answer('roger', number, 1, { text: 'Vilken dörr?', asks: true })
    portal.clock.now = new Date('2026-11-30T07:00:00Z')
    await portal.send('anna', 'POST', '/api/fordonskontroll/svara', { body: { number, text: 'Den bakre.' } })
    const { rows } = await sql<{ due: string }>`
      select to_char(due_at at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI') as due from cases
      where kind = 'fel' and company = 'norr' and number = ${number}`.execute(portal.db)
    // Three working days from Friday at 8, and the three hours of the pause.
    expect(rows).toEqual([{ due: '2026-12-02 11:00' }])
  })

  test('keeps its bus off the road until it is repaired', async () => {
    const number = await reported('anna', { vehicleNumber: '2114' })
    const grounded = async () =>
      (await portal.send('amina', 'GET', '/api/fordonskontroll/faultreports?vehicleNo=2114')).body.result[0].grounded
    expect(await grounded()).toBe(false)
    expect((await post('emil', 'mark', { number, version: 0, on: true, text: ' ' })).body.modelState).toEqual({
      text: ['Skriv varför.'],
    })
    const why = 'Dörren kan öppnas under färd.'
    expect((await post('emil', 'mark', { number, version: 0, on: true, text: why })).status).toBe(200)
    expect(await grounded()).toBe(true)
    const told = (await portal.send('amina', 'GET', '/api/fordonskontroll/faultreports?vehicleNo=2114')).body.result
    expect(told[0].groundedWhy).toBe(why)
    expect((await list('emil', '?vy=markta')).rows.map((row) => row.number)).toContain(number)
    expect(await one('emil', number)).toMatchObject({ actions: ['mark'], mark: 'Får köras igen', marked: true })
    expect((await one('roger', number)).details[0]).toMatchObject({ value: 'Får ej köras', alert: true })
    await answer('roger', number, 1, { state: 'Klar' })
    const { rows } = await sql`select from faults where grounded and 'F-' || number = ${number}`.execute(portal.db)
    expect([rows.length, (await one('roger', number)).marked]).toEqual([0, false])
  })

  test('that grounds its bus hours after it came has its clock from then on, and the old one when the bus may be driven', async () => {
    const number = await reported('anna', { vehicleNumber: '2116' })
    const due = async () =>
      (
        await sql<{ due_at: Date }>`select due_at from cases where kind = 'fel' and number = ${number}`.execute(
          portal.db,
        )
      ).rows[0]?.due_at
    const unmarked = await due()
    later(180)
    expect((await post('emil', 'mark', { number, version: 0, on: true, text: 'Rampen är lös.' })).status).toBe(200)
    expect((await one('roger', number)).clock).toMatchObject({ what: 'Första svar', minutes: 15 })
    expect((await post('emil', 'mark', { number, version: 1, on: false, text: 'Rampen är fast.' })).status).toBe(200)
    expect((await one('roger', number)).clock).toMatchObject({ what: 'Första svar' })
    expect(await due()).toEqual(unmarked)
  })

  test('that grounds its bus is told to every area until it has been opened there', async () => {
    const number = await reported('anna', { vehicleNumber: '2118' })
    const marked = async () => (await list('sirpa', '?vy=markta')).rows.find((row) => row.number === number)
    const unread = async (userName: string) =>
      ((await get(userName, 'antal')).body.result as Counts).find(({ view }) => view === 'markta')?.unread
    // Anna is of another area than Sirpa.
    expect((await get('sirpa', `arende?nummer=${number}`)).status).toBe(404)
    // The demo's marked cases are news to her too, so she opens them first.
    for (const row of (await list('sirpa', '?vy=markta')).rows) await one('sirpa', row.number)
    expect(await unread('sirpa')).toBe(false)
    await post('emil', 'mark', { number, version: 0, on: true, text: 'Bromsarna tar ojämnt.' })
    expect(await marked()).toMatchObject({ unread: true, marked: true, becomes: [] })
    expect([await unread('sirpa'), (await list('sirpa')).rows.some((row) => row.number === number)]).toEqual([
      true,
      false,
    ])
    const opened = await one('sirpa', number)
    expect([opened.actions, opened.events.at(-1)?.text]).toEqual([[], 'Bromsarna tar ojämnt.'])
    expect([(await marked())?.unread, await unread('sirpa')]).toEqual([false, false])
    expect((await post('sirpa', 'mark', { number, version: 1, on: false, text: '' })).status).toBe(404)
    // A mark that is removed and set again is news again.
    await post('emil', 'mark', { number, version: 1, on: false, text: '' })
    expect((await get('sirpa', `arende?nummer=${number}`)).status).toBe(404)
    await post('emil', 'mark', { number, version: 2, on: true, text: 'Samma fel igen.' })
    expect((await marked())?.unread).toBe(true)
    await answer('roger', number, 3, { state: 'Klar' })
  })

  test('waits no more when what was asked is settled in another way, and keeps the time that it waited', async () => {
    const number = await reported('anna')
    await answer('roger', number, 0, { state: 'Bedömd', text: 'Vi tittar.' })
    const minutes = async () => (await one('roger', number)).clock?.minutes ?? 0
    const promised = await minutes()
    await answer('roger', number, 1, { text: 'Vilken dörr?', asks: true })
    expect((await one('roger', number)).clock).toMatchObject({ kind: 'paused' })
    later(60 * 24 * 3)
    const settled = { text: 'Vi ringde dig, tack. Bussen kommer in på torsdag.' }
    expect((await answer('roger', number, 2, settled)).status).toBe(200)
    expect((await one('roger', number)).clock).toMatchObject({ kind: 'ok', what: 'Klart' })
    expect((await list('roger', `?vy=vantar&sok=${number}`)).rows).toEqual([])
    expect((await own('anna')).messages?.map(({ asks }) => asks)).toEqual([false, false])
    // The working time until Tuesday at noon is added once, whatever happens later.
    const due = await minutes()
    expect(due).toBeGreaterThan(promised - 60 * 24 * 3)
    later(60 * 24 * 4)
    await post('roger', 'anteckna', { number, text: 'Ringt.' })
    await answer('roger', number, 4, { state: 'Åtgärdas', text: 'Den är inne.' })
    expect(await minutes()).toBe(due - 60 * 24)
    expect((await list('roger', `?vy=vantar&sok=${number}`)).rows).toEqual([])
  })

  test('that is reported twice is merged, and both reporters get the answer', async () => {
    const [first, second] = [await reported('anna'), await reported('amina')]
    expect((await post('roger', 'slaihop', { number: second, version: 0, into: first })).status).toBe(200)
    expect((await own('amina')).messages?.[0]?.text).toContain(first)
    expect((await list('roger')).rows.map((row) => row.number)).not.toContain(second)
    const main = await one('roger', first)
    expect(main.merged).toBe(2)
    await answer('roger', first, main.version, { state: 'Klar', text: 'Ny gummilist.' })
    for (const userName of ['anna', 'amina'])
      expect(await own(userName)).toMatchObject({ state: 'Klar', reason: 'Ny gummilist.' })
    expect((await answer('roger', second, (await one('roger', second)).version, { text: 'Hej' })).status).toBe(409)
    const other = await reported('anna', { vehicleNumber: '2113' })
    const foreign = await post('roger', 'slaihop', { number: other, version: 0, into: first })
    expect(foreign.status).toBe(409)
  })

  test('does not go back to a status that it has left', async () => {
    const number = await reported('anna')
    await answer('roger', number, 0, { state: 'Bedömd' })
    const { version, state } = await one('roger', number)
    expect([state.name, (await answer('roger', number, version, { state: 'Mottagen' })).status]).toEqual([
      'Bedömd',
      409,
    ])
    expect(await one('roger', number)).toMatchObject({ version, state: { name: 'Bedömd' } })
  })

  test('that comes back within a month is said to be repaired but not whole', async () => {
    const first = await reported('anna', { vehicleNumber: '2113', faultCategoryNumber: 3 })
    await answer('roger', first, 0, { state: 'Klar' })
    later(5 * 24 * 60)
    const second = await reported('anna', { vehicleNumber: '2113', faultCategoryNumber: 3 })
    const found = await one('roger', second)
    expect(found.repeats).toContain(first)
    expect(found.related.map((row) => row.number)).toContain(first)
  })
})

describe('two on one case', () => {
  test('lose no word: the later one is told what has changed, and who is looking', async () => {
    const number = await reported()
    const [mine, theirs] = [await one('roger', number), await one('henrik', number)]
    expect(theirs.viewers).toEqual(['Roger Granström'])
    await answer('henrik', number, theirs.version, { state: 'Åtgärdas', text: 'Den står inne.' })
    const late = await answer('roger', number, mine.version, { state: 'Bedömd', text: 'Vi tittar på den.' })
    expect(late.status).toBe(409)
    expect(late.body.errorMessage).toMatch(/Henrik .*ändrade status till Åtgärdas.*Henrik .*har det öppet nu/)
    expect(await own('anna')).toMatchObject({ state: 'Åtgärdas', reason: 'Den står inne.' })
    // A note overwrites nothing, so it needs no version.
    expect((await post('roger', 'anteckna', { number, text: 'Ring Anna.' })).status).toBe(200)
  })

  test('see each other though the clocks of their processes differ by seconds', async () => {
    const number = await reported()
    later(0.5)
    await one('roger', number)
    later(0)
    await forgetViewers(portal.db, portal.clock.now)
    expect((await one('henrik', number)).viewers).toEqual(['Roger Granström'])
    later(0.5)
    expect((await one('roger', number)).viewers).toEqual(['Henrik Sandberg'])
  })

  test('by a clock that was ahead are not said to look until it is that time', async () => {
    const number = await reported()
    later(5 * 60)
    await one('roger', number)
    later(60)
    expect((await one('henrik', number)).viewers).toEqual([])
    await forgetViewers(portal.db, portal.clock.now)
    const { rows } = await sql`
      select e.user_name as "userName" from case_viewers v
      join employees e on e.id = v.employee_id
      join cases c on c.company = v.company and c.kind = v.kind and c.id = v.case_id
      where v.company = 'norr' and v.kind = 'fel' and c.number = ${number}`.execute(portal.db)
    expect(rows).toEqual([{ userName: 'henrik' }])
  })

  test('at the same instant: one succeeds, and the case has one of each event', async () => {
    const number = await reported()
    const both = await Promise.all([
      answer('roger', number, 0, { state: 'Klar', text: 'Klart.' }),
      answer('henrik', number, 0, { state: 'Ingen åtgärd', text: 'Inget fel.' }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await own('anna')).steps).toHaveLength(2)
  })

  test('an answer that is sent again is written once', async () => {
    const number = await reported()
    const body = { number, version: 0, state: null, text: 'Tack, vi tittar.', asks: false }
    for (let times = 0; times < 2; times++)
      expect((await post('roger', 'svara', body, { 'idempotency-key': 'answer-of-roger' })).status).toBe(200)
    expect((await own('anna')).messages).toHaveLength(1)
  })
})

test('an answer reaches all merged reporters or none, and nothing of it stays if one cannot be written', async () => {
  const [first, second] = [await reported('anna'), await reported('amina')]
  await post('roger', 'slaihop', { number: second, version: 0, into: first })
  const { id } = await own('amina')
  const before = await one('roger', first)
  await sql`create function refuse_step() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    portal.db,
  )
  await sql`
    create trigger refuse_step before insert on fault_steps for each row when (new.fault_id = ${sql.lit(id)})
    execute function refuse_step()`.execute(portal.db)
  const sent = () => answer('roger', first, before.version, { state: 'Klar', text: 'Ny gummilist.' })
  expect((await sent()).status).toBe(500)
  expect(await one('roger', first)).toEqual(before)
  for (const userName of ['anna', 'amina']) expect((await own(userName)).state).toBe('Mottagen')
  await sql`drop function refuse_step cascade`.execute(portal.db)
  expect((await sent()).status).toBe(200)
  for (const userName of ['anna', 'amina']) expect(await own(userName)).toMatchObject({ state: 'Klar' })
})

describe('walls', () => {
  test('another company’s, another area’s and an absent case are answered alike', async () => {
    const number = await reported()
    const absent = await get('roger', 'arende?nummer=F-999999')
    for (const userName of ['bengt', 'sirpa']) {
      const { status, body } = await get(userName, `arende?nummer=${number}`)
      expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
      expect((await answer(userName, number, 0, { text: 'Hej' })).status).toBe(404)
      expect((await list(userName, `?sok=${number}`)).rows).toEqual([])
      expect((await get(userName, 'tabell')).body.result.text).not.toContain(number)
    }
  })

  test('who only sees may change nothing, and who has no role sees nothing', async () => {
    const number = await reported()
    expect((await one('emil', number)).actions).toEqual(['mark'])
    for (const path of ['svara', 'anteckna', 'tilldela', 'slaihop', 'flera'])
      expect([path, (await post('emil', path, { number })).status]).toEqual([path, 403])
    for (const path of ['lista', 'antal', `arende?nummer=${number}`, 'tabell', `handlaggare?nummer=${number}`])
      expect([path, (await get('anna', path)).status]).toEqual([path, 403])
  })

  test('a case is given only to somebody who handles such cases in the company', async () => {
    const number = await reported()
    const { rows } = await sql<{ user_name: string; id: string }>`
      select user_name, id from employees where user_name in ('henrik', 'emil', 'bengt')`.execute(portal.db)
    const id = Object.fromEntries(rows.map((row) => [row.user_name, row.id]))
    for (const userName of ['emil', 'bengt'])
      expect((await post('roger', 'tilldela', { number, version: 0, owner: id[userName] })).status).toBe(400)
    expect((await post('roger', 'tilldela', { number, version: 0, owner: id['henrik'] })).status).toBe(200)
    expect((await list('henrik', '?vy=mina')).rows.map((row) => row.number)).toContain(number)
    const names = (await get('roger', `handlaggare?nummer=${number}`)).body.result.map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toContain('Roger Granström')
    expect(names.some((name: string) => name.startsWith('Bengt'))).toBe(false)
  })
})

const openings = async (userName: string) =>
  (await portal.send(userName, 'GET', '/api/user/profile/oppningar')).body.result
const idOf = async (userName: string) =>
  (await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(portal.db)).rows[0]!.id

test('who opens a sensitive case is seen by its reporter: once an hour, with name and role, and never oneself', async () => {
  const { rows } = await sql<{ number: string; category: string; reporter: string }>`
    select c.number, c.category, e.user_name as reporter from cases c join employees e on e.id = c.reporter_id
    where c.company = 'norr' and c.kind = 'fel' order by c.id limit 1`.execute(portal.db)
  const { number, category, reporter } = rows[0]!
  const queue: typeof faultQueue = { ...faultQueue, sensitive: [category] }
  const open = async (userName: string, of = queue) => {
    const employee = (await findById(portal.db, await idOf(userName)))!
    const roles = employee.roles.map((role) => ({ ...role }))
    const asking = { employee: { ...employee, roles }, now: portal.clock.now, timeZone: 'Europe/Stockholm' }
    return oneCase(portal.db, of, { ...asking, request: { id: 'a-request' } }, number)
  }
  const before = (await openings(reporter)).length
  expect((await open('roger', faultQueue)).facts).not.toEqual([])
  expect(await openings(reporter)).toHaveLength(before)
  // The row of a sensitive case does not show the report's text.
  expect((await open('roger')).facts).toEqual([])
  await open('roger')
  const [opening, ...others] = await openings(reporter)
  expect(opening).toMatchObject({ by: 'Roger Granström (31047)', role: 'Verkstad', thing: 'Felanmälan', number })
  expect(others).toHaveLength(before)
  later(61)
  await open('roger')
  expect(await openings(reporter)).toHaveLength(before + 2)
  await giveRole(portal.db, reporter, 'verkstad')
  await open(reporter)
  expect(await openings(reporter)).toHaveLength(before + 2)
  expect(await openings(reporter === 'anna' ? 'david' : 'anna')).toEqual([])
})
