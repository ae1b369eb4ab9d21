// The messages to the workshop’s own system: which are sent, in what order, how often, and when they are given up.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { jobs, runJobs } from '../../../../app/server/jobs.ts'
import type { TestPortal } from '../../../../app/server/test-portal.ts'
import { testNow } from '../../../../app/server/test-template.ts'
import { vehicleFaults } from '../index.ts'
import { workshopTroubles } from './office.ts'
import { forgetOldMessages } from './outbox.ts'
import { pauseMs } from './send.ts'
import { type Receiver, signatureBy } from './workshop-fixture.ts'
import { old, secret, workshopCalls, type WorkshopPortal, workshopPortal } from './workshop-portal-fixture.ts'

let workshop: WorkshopPortal
let portal: TestPortal
let platform: Platform
let receiver: Receiver
let lines: string[]
beforeAll(async () => {
  workshop = await workshopPortal()
  ;({ portal, platform, receiver, lines } = workshop)
})
afterAll(() => workshop.close())
beforeEach(() => workshop.begin())
const { send, later, reported, office, one, answered, messages, arrived } = workshopCalls(() => workshop)

const busOf = async (userName: string) =>
  (
    await sql<{ number: string }>`
      select v.number from vehicles v join employees e on e.company = v.company where e.user_name = ${userName} limit 1`.execute(
      portal.db,
    )
  ).rows[0]!.number

async function firstWaiting() {
  const { rows } = await sql<{
    id: string
  }>`select message_id as id from workshop_messages m order by m.id limit 1`.execute(portal.db)
  return rows[0]!
}

describe('what the system is sent', () => {
  test('is each step of a fault, signed, in order, without a name', async () => {
    const number = await reported()
    await answered(number, { text: 'Vilken dörr?', asks: true })
    const reply = { body: { number, text: 'Den mittersta.' } }
    expect((await portal.send('anna', 'POST', '/api/fordonskontroll/svara', reply)).status).toBe(200)
    await office('anteckna', { number, text: 'Fråga Anna igen.' })
    await office('mark', { number, version: (await one(number)).version, on: true, text: 'Dörren kan öppnas.' })
    await answered(number, { state: 'Klar', text: 'Ny gummilist.' })
    const double = await reported('amina')
    const main = await reported('anna')
    await office('slaihop', { number: double, version: 0, into: main })
    await send()
    const [first, second, third] = [number, double, main].map((each) =>
      arrived().filter((line) => line.startsWith(each)),
    )
    expect(first).toEqual([
      `${number} 0 fault.received`,
      `${number} 1 fault.asked`,
      `${number} 2 fault.replied`,
      `${number} 4 fault.marked`,
      `${number} 5 fault.state`,
      `${number} 6 fault.marked`,
    ])
    expect([second, third]).toEqual([
      [`${double} 0 fault.received`, `${double} 1 fault.merged`],
      [`${main} 0 fault.received`, `${main} 1 fault.merged`],
    ])
    expect(messages()[0]).toEqual({
      type: 'fault.received',
      timestamp: testNow.toISOString(),
      data: {
        number,
        version: 0,
        state: 'Mottagen',
        ended: false,
        grounded: false,
        vehicle: { number: '2116', name: 'Buss 2116', licensePlate: expect.any(String) },
        category: 'Dörrar',
        reportedAt: testNow.toISOString(),
        report: 'Dörr 2 stänger inte',
        text: null,
        mergedWith: null,
        source: 'portal',
      },
    })
    const of = (type: string) =>
      messages()
        .filter((each) => each.type === type)
        .map(({ data }) => data)
    expect(of('fault.marked')).toMatchObject([
      { grounded: true, text: 'Dörren kan öppnas.' },
      { grounded: false, state: 'Klar', text: null },
    ])
    expect(of('fault.state')).toMatchObject([{ state: 'Klar', ended: true, grounded: false, text: 'Ny gummilist.' }])
    expect(of('fault.merged')).toMatchObject([{ mergedWith: main }, { mergedWith: double }])
    for (const { body } of receiver.arrived) expect(body).not.toMatch(/Anna|Amina|Roger|Granström|Fråga Anna/)
    for (const { id, body, headers } of receiver.arrived) {
      const timestamp = String(headers['webhook-timestamp'])
      const both = [secret, old].map((each) => signatureBy(each, id, timestamp, body)).join(' ')
      expect(headers['webhook-signature']).toBe(both)
    }
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(receiver.arrived.length)
  })

  test('is not what happens in a company that has no such system', async () => {
    for (const userName of ['bengt', 'ida']) await reported(userName, { vehicleNumber: await busOf(userName) })
    await send()
    expect(arrived()).toEqual([])
    const { rows } = await sql`select from workshop_messages`.execute(portal.db)
    expect(rows).toHaveLength(0)
  })

  test('is stored with the change or not at all', async () => {
    const number = await reported()
    const before = await one(number)
    await sql`create function refuse_message() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      portal.db,
    )
    await sql`create trigger refuse_message before insert on workshop_messages for each row execute function refuse_message()`.execute(
      portal.db,
    )
    const refused = await office('svara', { number, version: 0, state: 'Klar', text: '', asks: false })
    await sql`drop function refuse_message cascade`.execute(portal.db)
    expect(refused.status).toBe(500)
    expect(await one(number)).toEqual(before)
  })

  test('comes again with growing pauses and the same id, and holds back only the rest of its own fault', async () => {
    const [number, other] = [await reported(), await reported('amina')]
    await answered(number, { state: 'Bedömd' })
    const { id } = await firstWaiting()
    receiver.answer = (response, { message }) =>
      void response.writeHead(message.data.number === number ? 500 : 200).end('no'.repeat(100_000))
    await send()
    expect(arrived()).toEqual([`${number} 0 fault.received`, `${other} 0 fault.received`])
    let tried = 1
    for (let failures = 1; failures < 12; failures++) {
      later(pauseMs(failures) / 60_000 - 0.5)
      await send()
      expect(receiver.arrived.filter(({ message }) => message.data.number === number)).toHaveLength(tried)
      later(0.5)
      await send()
      tried++
      expect(receiver.arrived.filter(({ message }) => message.data.number === number)).toHaveLength(tried)
    }
    expect([pauseMs(1), pauseMs(2), pauseMs(5), pauseMs(20)]).toEqual([60_000, 120_000, 960_000, 21_600_000])
    const ids = new Set(receiver.arrived.flatMap((each) => (each.message.data.number === number ? [each.id] : [])))
    expect([...ids]).toEqual([id])
    receiver.answer = (response) => void response.writeHead(200).end()
    later(6 * 60)
    await send()
    expect(arrived().slice(-2)).toEqual([`${number} 0 fault.received`, `${number} 1 fault.state`])
    receiver.arrived.length = 0
    later(24 * 60)
    await send()
    expect(arrived()).toEqual([])
  })

  test('is given up after a week, reported to the operator and the workshop, and sent again when the workshop asks', async () => {
    const number = await reported()
    receiver.answer = (response) => void response.writeHead(503).end()
    const state = async (userName = 'roger') => (await portal.send(userName, 'GET', '/api/kontor/verkstad')).body.result
    expect([await state(), await workshopTroubles(platform)]).toEqual([null, []])
    for (let minutes = 0; minutes < 7 * 24 * 60; minutes += 6 * 60) {
      await send()
      if (minutes === 12 * 60) {
        expect(await state()).toEqual({
          waiting: 1,
          since: '2026-11-21T12:00:00',
          givenUp: 0,
          maySendAgain: true,
        })
        expect(await workshopTroubles(platform)).toEqual(['norr: 1 webhooks wait since 2026-11-21T11:00:00.000Z'])
      }
      later(6 * 60)
    }
    await send()
    expect(await workshopTroubles(platform)).toEqual(['norr: 1 webhooks given up'])
    expect(await state()).toEqual({ waiting: 0, since: null, givenUp: 1, maySendAgain: true })
    expect(await state('emil')).toMatchObject({ givenUp: 1, maySendAgain: false })
    // Neither another company's workshop nor one of another area sees the undelivered messages.
    expect([await state('bengt'), await state('sirpa')]).toEqual([null, null])
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('webhook given up')
    expect(lines.join()).not.toContain('Dörr 2')
    receiver.arrived.length = 0
    receiver.answer = (response) => void response.writeHead(200).end()
    later(24 * 60)
    await send()
    expect(arrived()).toEqual([])
    const again = (userName: string) => portal.send(userName, 'POST', '/api/kontor/verkstad/igen')
    expect([(await again('bengt')).body.result, (await again('sirpa')).body.result]).toEqual([0, 0])
    for (const userName of ['anna', 'emil']) expect((await again(userName)).status).toBe(403)
    expect((await again('roger')).body.result).toBe(1)
    await send()
    expect([arrived(), await state()]).toEqual([[`${number} 0 fault.received`], null])
  })

  test.each<[string, Receiver['answer'], boolean]>([
    ['stalls', () => {}, false],
    ['sends it elsewhere', (response) => void response.writeHead(307, { location: receiver.url }).end(), false],
    ['hangs up', (response) => void response.destroy(), false],
    ['stalls in the middle of its answer', (response) => void response.writeHead(500).write('no'), false],
    // A message is delivered once its status says so, whatever follows in the body.
    ['stalls after it has taken it', (response) => void response.writeHead(200).write('yes'), true],
    [
      'answers without end',
      (response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
        response.on('close', () => clearInterval(timer))
      },
      true,
    ],
  ])('a receiver that %s does not hold the sender', async (name, answer, isTaken) => {
    const number = await reported()
    receiver.answer = answer
    const begun = performance.now()
    await send(name.startsWith('stalls') && !isTaken ? 3000 : undefined)
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(arrived()).toEqual([`${number} 0 fault.received`])
    receiver.answer = (response) => void response.writeHead(200).end()
    later(1)
    await send()
    expect(receiver.arrived).toHaveLength(isTaken ? 1 : 2)
  })

  test('one that is away is left alone until the next minute', async () => {
    for (let times = 0; times < 6; times++) await reported(times % 2 ? 'anna' : 'amina')
    receiver.answer = (response) => void response.destroy()
    await send()
    expect(receiver.arrived).toHaveLength(3)
    await send()
    // The first three messages wait for their pause to end.
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(6)
  })

  test('is not held back by many others that are refused', async () => {
    const refused = new Set<string>()
    for (let times = 0; times < 9; times++) refused.add(await reported(times % 2 ? 'anna' : 'amina'))
    receiver.answer = (response, { message }) =>
      void response.writeHead(refused.has(message.data.number) ? 422 : 200).end()
    for (let minute = 0; minute < 5; minute++) {
      await send()
      later(1)
    }
    receiver.arrived.length = 0
    const urgent = await reported()
    await send()
    expect(arrived()).toContain(`${urgent} 0 fault.received`)
  })

  test('is sent by one process at a time, as work of every minute', async () => {
    const numbers = [await reported(), await reported('amina'), await reported()]
    await sql`delete from jobs`.execute(portal.db)
    const sending = jobs.filter(({ name }) => name === 'vehicle-faults every minute')
    const stops = Array.from({ length: 4 }, () => runJobs(platform, sending, null, { lookMs: 5 }))
    await expect.poll(() => receiver.arrived.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(numbers.length)
    await Promise.all(stops.map((stop) => stop()))
    expect(arrived().toSorted()).toEqual(numbers.map((number) => `${number} 0 fault.received`).toSorted())
  })

  test('is removed 60 days after it was taken, with the ids of what the system sent', async () => {
    await reported()
    await sql`insert into workshop_calls (company, message_id, body_hash, at) values ('norr', 'old', '', ${testNow})`.execute(
      portal.db,
    )
    await send()
    const count = async () =>
      (
        await sql`select 1 from workshop_messages union all select 1 from workshop_calls where message_id = 'old'`.execute(
          portal.db,
        )
      ).rows.length
    later(59 * 24 * 60)
    await forgetOldMessages(portal.db, portal.clock.now)
    expect(await count()).toBe(2)
    later(2 * 24 * 60)
    await vehicleFaults.nightly!({ db: portal.db, clock: () => portal.clock.now } as unknown as Platform)
    expect(await count()).toBe(0)
  })

  test('that was never taken is kept, and can be sent again after 60 days', async () => {
    await reported()
    later(61 * 24 * 60)
    await forgetOldMessages(portal.db, portal.clock.now)
    const { rows } = await sql`select 1 from workshop_messages where sent_at is null`.execute(portal.db)
    expect(rows.length).toBeGreaterThan(0)
  })
})
