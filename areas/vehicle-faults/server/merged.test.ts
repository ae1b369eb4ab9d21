// Messages in a case while somebody else merges it with another one.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mergeCase } from '#core/cases/server/acts.ts'
import { findByUserName } from '#core/people/server/store.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { untilAwaited } from '../../../app/server/test-lock-waits.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole, onlyRoles } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { OwnFaultReport } from '../contract.ts'
import { faultQueue } from './queue.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['henrik', 'verkstad'],
  ])
})
afterAll(() => portal.close())

const { get, post, one: oneFor, list } = officeCalls(() => portal, 'fel')
const one = (number: string) => oneFor('henrik', number)
const own = async (userName: string): Promise<OwnFaultReport[]> =>
  (await portal.send(userName, 'GET', '/api/fordonskontroll/mina')).body.result.items

async function reported(userName: string): Promise<string> {
  const text = randomUUID()
  const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text }
  expect((await portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body })).body.result).toBe(true)
  return (await own(userName)).find((each) => each.text === text)!.number
}

test('a reply that is sent while its case is merged reaches the other one too', async () => {
  const [main, child] = [await reported('amina'), await reported('anna')]
  await post('roger', 'svara', { number: child, version: 0, state: null, text: 'Vilken dörr?', asks: true })
  const { version } = await one(child)
  const [henrik] = await findByUserName(portal.db, 'henrik', null)
  const asking = { employee: henrik!, request: { id: 'a-request' }, now: testNow, timeZone: 'Europe/Stockholm' }
  const body = { number: child, text: 'Den bakre.' }
  const replying = await portal.db.transaction().execute(async (tx) => {
    await mergeCase(tx, faultQueue, asking, { number: child, version, into: main })
    const sent = portal.send('anna', 'POST', '/api/fordonskontroll/svara', { body })
    await untilAwaited(portal.db, sent)
    return { sent }
  })
  expect((await replying.sent).status).toBe(200)
  for (const number of [child, main])
    expect([number, (await one(number)).events.filter(({ text }) => text === body.text).length]).toEqual([number, 1])
  expect(await one(main)).toMatchObject({ replied: true, merged: 2 })
})

test('a question that nobody has answered yet is still asked when its case is merged', async () => {
  const [main, child] = [await reported('amina'), await reported('anna')]
  await post('roger', 'svara', { number: child, version: 0, state: null, text: 'Vilken dörr?', asks: true })
  const { version } = await one(child)
  expect((await post('roger', 'slaihop', { number: child, version, into: main })).status).toBe(200)
  const asked = async () =>
    (await own('anna'))
      .find(({ number }) => number === child)
      ?.messages?.flatMap(({ asks, text }) => (asks ? [text] : []))
  expect(await asked()).toEqual(['Vilken dörr?'])
  // Only the question's own case waits.
  expect((await one(main)).clock?.kind).not.toBe('paused')
  expect((await list('roger', `?vy=vantar&sok=${child}`)).rows).toEqual([])
  const body = { number: child, text: 'Den bakre.' }
  expect((await portal.send('anna', 'POST', '/api/fordonskontroll/svara', { body })).status).toBe(200)
  for (const number of [child, main]) expect((await one(number)).events.map(({ text }) => text)).toContain(body.text)
  expect([await asked(), await one(main)]).toEqual([[], expect.objectContaining({ replied: true })])
})

describe('an answer in a merged case', () => {
  const ask = async (number: string, text: string) => {
    const { version } = await one(number)
    expect((await post('roger', 'svara', { number, version, state: null, text, asks: true })).status).toBe(200)
  }
  const merge = async (number: string, into: string) => {
    const { version } = await one(number)
    expect((await post('roger', 'slaihop', { number, version, into })).status).toBe(200)
  }
  const reply = async (userName: string, number: string, text: string) => {
    const body = { number, text }
    expect((await portal.send(userName, 'POST', '/api/fordonskontroll/svara', { body })).status).toBe(200)
  }
  const after = (days: number) => {
    portal.clock.now = new Date(testNow.getTime() + days * 86_400_000)
  }
  afterEach(() => after(0))
  const waits = async (number: string) => {
    const { clock, replied } = await one(number)
    return [clock?.kind === 'paused', replied]
  }

  test('to its own question leaves the question of the other one, whose clock still waits', async () => {
    const [main, child, alone] = [await reported('amina'), await reported('anna'), await reported('omar')]
    for (const number of [main, alone]) await ask(number, 'Vilken dörr?')
    portal.clock.now = new Date(testNow.getTime() + 60_000)
    await ask(child, 'När hände det?')
    await merge(child, main)
    after(1)
    await reply('anna', child, 'I går kväll.')
    expect(await waits(main)).toEqual([true, true])
    expect((await one(main)).events.map(({ text }) => text)).toContain('I går kväll.')
    expect((await list('roger', `?vy=vantar&sok=${main}`)).rows).toHaveLength(1)
    after(20)
    await reply('amina', main, 'Den bakre.')
    await reply('omar', alone, 'Den bakre.')
    expect(await waits(main)).toEqual([false, true])
    // As if nothing had been merged with it.
    expect((await one(main)).clock).toEqual((await one(alone)).clock)
  })

  test('to a question that was put to all of them ends the wait of the other one', async () => {
    const [main, child] = [await reported('amina'), await reported('anna')]
    await merge(child, main)
    await ask(main, 'Vilken dörr?')
    after(1)
    await reply('anna', child, 'Den bakre.')
    expect(await waits(main)).toEqual([false, true])
  })
})

test('a change of many tells nobody again whose case was merged with one of them meanwhile', async () => {
  const [main, child] = [await reported('amina'), await reported('anna')]
  const change = { type: 'state', state: 'Bedömd', text: 'Alla går in i dag.' }
  const numbers = [child, main]
  const tap = () => post('roger', 'flera', { numbers, change }, { 'idempotency-key': 'bulk-of-roger' })
  // As if the process had been killed between the two cases: the first has been changed under the request's key.
  await sql`
    create function refuse_other() returns trigger language plpgsql as $$ begin
      if new.case_id = (select id from cases where kind = 'fel' and company = new.company and number = tg_argv[0]) then
        raise exception 'killed'; end if; return new; end $$`.execute(portal.db)
  await sql`create trigger refuse_other before insert on case_events for each row execute function refuse_other(${sql.lit(main)})`.execute(
    portal.db,
  )
  expect((await tap()).status).toBe(500)
  await sql`drop trigger refuse_other on case_events`.execute(portal.db)
  expect((await one(child)).state.name).toBe('Bedömd')
  expect((await post('henrik', 'slaihop', { number: child, version: 1, into: main })).status).toBe(200)
  expect((await tap()).body.result).toEqual(numbers.map((number) => ({ number, why: null })))
  for (const number of numbers)
    expect([number, (await one(number)).events.filter(({ text }) => text === change.text).length]).toEqual([number, 1])
  const [told] = (await own('anna')).filter(({ number }) => number === child)
  expect(told?.steps.map(({ state, reason }) => [state, reason])).toEqual([
    ['Mottagen', null],
    ['Bedömd', change.text],
    ['Mottagen', null],
    ['Bedömd', null],
  ])
})

describe('a bus that must not be driven', () => {
  const mark = async (number: string, on: boolean, text: string) => {
    const { version } = await one(number)
    expect((await post('roger', 'mark', { number, version, on, text })).status).toBe(200)
  }
  const merge = async (number: string, into: string) => {
    const { version } = await one(number)
    expect((await post('roger', 'slaihop', { number, version, into })).status).toBe(200)
  }
  const marks = async (number: string) =>
    (await one(number)).events.filter(({ type }) => type === 'marked').map(({ to, text }) => [to, text])
  const say = async (number: string) => {
    const { version } = await one(number)
    const body = { number, version, state: null, text: 'Vi bärgar den.', asks: false }
    expect((await post('roger', 'svara', body)).status).toBe(200)
  }
  const read = async (userName: string, number: string) => {
    const found = (await own(userName)).find((each) => each.number === number)
    return [found?.grounded, found?.groundedWhy]
  }
  const why = 'Bromsarna tar ojämnt.'
  const set = ['Får ej köras', why]

  test('says why in the case that its report is merged into, and is unread there again', async () => {
    const [main, child, earlier] = [await reported('amina'), await reported('anna'), await reported('omar')]
    await mark(main, true, 'Lampan är trasig.')
    await mark(main, false, 'Bytt lampa, får köras.')
    await merge(earlier, main)
    await mark(child, true, why)
    await giveRole(portal.db, 'emil', 'trafikledare')
    const opened = () => get('emil', `arende?nummer=${main}`)
    const unread = async () => (await list('emil', `?sok=${main}`)).rows[0]?.unread
    await opened()
    await merge(child, main)
    expect(await unread()).toBe(true)
    expect((await marks(main)).at(-1)).toEqual(set)
    expect((await marks(earlier)).at(-1)).toEqual(set)
    for (const [userName, number] of [
      ['amina', main],
      ['anna', child],
      ['omar', earlier],
    ] as const)
      expect([userName, ...(await read(userName, number))]).toEqual([userName, true, why])
    await opened()
    expect(await unread()).toBe(false)
  })

  test('says why to those whose reports are merged into its case', async () => {
    const [main, child] = [await reported('amina'), await reported('anna')]
    await mark(main, true, why)
    await merge(child, main)
    expect([await marks(child), await read('anna', child)]).toEqual([[set], [true, why]])
    expect(await marks(main)).toEqual([set])
  })

  describe('has had its clock since it was marked, whatever it is merged with:', () => {
    const clock = async (number: string) => (await one(number)).clock
    const late = (hours: number) => ({ kind: 'late', what: 'Första svar', minutes: 15 - hours * 60 })
    const after = (hours: number) => {
      portal.clock.now = new Date(testNow.getTime() + hours * 3_600_000)
    }
    afterEach(() => after(0))

    test('a case that is older, one that is newer, and one that is marked later', async () => {
      const older = await reported('amina')
      const child = await reported('anna')
      await mark(child, true, why)
      after(2)
      const [newer, marked] = [await reported('omar'), await reported('omar')]
      await mark(marked, true, 'Lampan är trasig.')
      after(3)
      expect(await clock(child)).toEqual(late(3))
      await merge(child, older)
      expect(await clock(older)).toEqual(late(3))
      expect((await marks(older)).at(-1)).toEqual(set)
      for (const into of [newer, marked]) {
        after(0)
        const another = await reported('anna')
        await mark(another, true, why)
        after(3)
        await merge(another, into)
        expect(await clock(into)).toEqual(late(3))
      }
      expect(await marks(marked)).toHaveLength(1)
      after(4)
      await say(older)
      expect(await clock(older)).toMatchObject({ what: 'Klart' })
    })

    test('of the case that another one is merged into, too, and from anew where it is marked again', async () => {
      const [main, child] = [await reported('amina'), await reported('anna')]
      await mark(main, true, why)
      after(3)
      await merge(child, main)
      expect([await clock(main), await clock(child)]).toEqual([late(3), late(3)])
      await mark(main, false, 'Bytt bromsar.')
      after(5)
      await mark(main, true, why)
      for (const number of [main, child])
        expect(await clock(number)).toMatchObject({ what: 'Första svar', minutes: 15 })
    })
  })

  test('is said to be allowed to be driven again when its case ends, alone, among many and in what is merged with it', async () => {
    const [main, child, other] = [await reported('amina'), await reported('anna'), await reported('omar')]
    for (const number of [main, other]) await mark(number, true, why)
    await merge(child, main)
    const { version } = await one(main)
    const done = { number: main, version, state: 'Klar', text: 'Nya bromsar.', asks: false }
    expect((await post('roger', 'svara', done)).status).toBe(200)
    const change = { type: 'state', state: 'Klar', text: 'Nya bromsar.' }
    expect((await post('roger', 'flera', { numbers: [other], change })).body.result).toEqual([
      { number: other, why: null },
    ])
    for (const number of [main, child, other])
      expect([number, await marks(number)]).toEqual([number, [set, ['Får köras igen', null]]])
    expect(await read('amina', main)).toEqual([false, undefined])
  })

  test('gives no reason that was written when it was allowed to be driven', async () => {
    const number = await reported('anna')
    await mark(number, true, why)
    await mark(number, false, 'Bytt bromsar, får köras.')
    await sql`update faults set grounded = true where 'F-' || number = ${number}`.execute(portal.db)
    expect(await read('anna', number)).toEqual([true, why])
  })
})

test('what the other driver wrote, replied and photographed is read in the case that is answered, and a reply is not forgotten', async () => {
  const [main, child] = [await reported('amina'), await reported('anna')]
  const written = (await own('anna')).find(({ number }) => number === child)?.text
  await post('roger', 'svara', { number: child, version: 0, state: null, text: 'Vilken dörr?', asks: true })
  const reply = { number: child, text: 'Den mittersta.' }
  expect((await portal.send('anna', 'POST', '/api/fordonskontroll/svara', { body: reply })).status).toBe(200)
  const { version } = await one(child)
  expect((await post('roger', 'slaihop', { number: child, version, into: main })).status).toBe(200)
  const found = await one(main)
  expect(found.replied).toBe(true)
  expect(found.reports).toMatchObject([
    { number: child, reporter: 'Anna Lindgren', text: written, pictures: [], replies: [{ text: 'Den mittersta.' }] },
  ])
  expect((await one(child)).reports).toEqual([])
  // The merged case came from an area that the colleague does not reach.
  await sql`update cases set area = 'Kiruna' where kind = 'fel' and number = ${child}`.execute(portal.db)
  await sql`update role_assignments set area = 'Umeå' where employee_id = (select id from employees where user_name = 'henrik')`.execute(
    portal.db,
  )
  portal.clock.now = new Date(testNow.getTime() + 60_000)
  expect((await one(main)).reports).toEqual([])
})

test('each of merged cases keeps the time of its own first answer', async () => {
  const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000)
  onTestFinished(() => {
    portal.clock.now = testNow
  })
  const answer = async (number: string) => {
    const { version } = await one(number)
    const body = { number, version, state: null, text: 'Vi tittar på det.', asks: false }
    expect((await post('roger', 'svara', body)).status).toBe(200)
  }
  const main = await reported('amina')
  portal.clock.now = hours(1)
  await answer(main)
  portal.clock.now = hours(2)
  const [answered, unanswered] = [await reported('anna'), await reported('amina')]
  portal.clock.now = hours(3)
  await answer(answered)
  for (const number of [answered, unanswered]) {
    const { version } = await one(number)
    expect((await post('roger', 'slaihop', { number, version, into: main })).status).toBe(200)
  }
  portal.clock.now = hours(4)
  await answer(main)
  portal.clock.now = hours(5)
  await answer(main)
  const { rows } = await sql<{ number: string; at: Date }>`
    select number, answered_at as at from cases
    where company = 'norr' and kind = 'fel' and number = any(${[main, answered, unanswered]})`.execute(portal.db)
  expect(new Map(rows.map(({ number, at }) => [number, at.toISOString()]))).toEqual(
    new Map([
      [main, hours(1).toISOString()],
      [answered, hours(3).toISOString()],
      [unanswered, hours(4).toISOString()],
    ]),
  )
})
