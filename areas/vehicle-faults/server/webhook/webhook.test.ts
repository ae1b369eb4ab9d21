// A workshop's own system: what it is told, what it tells, and what it may not.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from '../../../../app/server/config.ts'
import { jobs, runJobs } from '../../../../app/server/jobs.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { giveRole } from '../../../../app/server/test-roles.ts'
import { testNow, testPayslipKey } from '../../../../app/server/test-template.ts'
import type { WorkshopMessage } from '../../office-workshop-contract.ts'
import { vehicleFaults } from '../index.ts'
import { workshopTroubles } from './office.ts'
import { forgetOldMessages } from './outbox.ts'
import { pauseMs, sendMessages } from './send.ts'
import { checkWorkshopSystems } from './settings.ts'
import {
  newSecret,
  type Receiver,
  type Sent,
  signatureBy,
  signedUpdate,
  testReceiver,
  variantsWith,
} from './workshop-fixture.ts'

const [old, secret, ofOst] = [newSecret(), newSecret(), newSecret()]
const secrets = `norr:whsec_${secret},norr:whsec_${old}\nost:whsec_${ofOst}`

let receiver: Receiver
let variants: Awaited<ReturnType<typeof variantsWith>>
let portal: TestPortal
let platform: Platform
let lines: string[]
beforeAll(async () => {
  receiver = await testReceiver()
  variants = await variantsWith({ norr: receiver.url })
  const settings = { VARIANTS_DIR: variants.dir, WORKSHOP_SECRETS: secrets }
  portal = await testPortal(settings)
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, ...settings })
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants: await loadVariants(config.variantsDir),
    log,
    version: '',
  }
  await sql`delete from role_assignments`.execute(portal.db)
  for (const userName of ['roger', 'henrik', 'bengt']) await giveRole(portal.db, userName, 'verkstad')
  await giveRole(portal.db, 'sirpa', 'verkstad', { area: 'Ingenstans' })
  await giveRole(portal.db, 'emil', 'trafikledare')
})
afterAll(async () => {
  await portal.close()
  await receiver.close()
  await variants.remove()
})
beforeEach(async () => {
  portal.clock.now = testNow
  lines = []
  await sql`delete from workshop_messages`.execute(portal.db)
  receiver.arrived.length = 0
})
afterEach(() => {
  receiver.answer = (response) => void response.writeHead(204).end()
})

const send = () => sendMessages(platform, 300)
const later = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}
async function reported(userName = 'anna', fields: object = {}): Promise<string> {
  const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörr 2 stänger inte', ...fields }
  expect((await portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body })).status).toBe(200)
  const { rows } = await sql<{ number: number }>`select max(f.number)::int as number from faults f
    join employees e on e.id = f.reporter_id where e.user_name = ${userName}`.execute(portal.db)
  return `F-${rows[0]!.number}`
}
const office = (path: string, body: object, userName = 'roger') =>
  portal.send(userName, 'POST', `/api/kontor/arenden/fel/${path}`, { body })
const one = async (number: string) =>
  (await portal.send('roger', 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)).body.result
const answered = async (number: string, fields: object) => {
  const { version } = await one(number)
  expect((await office('svara', { number, version, state: null, text: '', asks: false, ...fields })).status).toBe(200)
}
const messages = () => receiver.arrived.map(({ message }) => message)
const told = (of: readonly WorkshopMessage[] = messages()) =>
  of.map(({ type, data: { number, version } }) => `${number} ${version} ${type}`)

describe('what it is told', () => {
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
    const [first, second, third] = [number, double, main].map((each) => told().filter((line) => line.startsWith(each)))
    expect(first).toEqual([
      `${number} 0 fault.received`,
      `${number} 1 fault.asked`,
      `${number} 2 fault.replied`,
      `${number} 4 fault.marked`,
      `${number} 5 fault.state`,
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
    expect(of('fault.marked')).toMatchObject([{ grounded: true, text: 'Dörren kan öppnas.' }])
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
    expect(told()).toEqual([])
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
    expect(told()).toEqual([`${number} 0 fault.received`, `${other} 0 fault.received`])
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
    expect(told().slice(-2)).toEqual([`${number} 0 fault.received`, `${number} 1 fault.state`])
    receiver.arrived.length = 0
    later(24 * 60)
    await send()
    expect(told()).toEqual([])
  })

  test('is given up after a week, told to whoever runs the portal and to the workshop, and sent again when it asks', async () => {
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
    // Nobody else's: another company's workshop, and one of another area.
    expect([await state('bengt'), await state('sirpa')]).toEqual([null, null])
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('webhook given up')
    expect(lines.join()).not.toContain('Dörr 2')
    receiver.arrived.length = 0
    receiver.answer = (response) => void response.writeHead(200).end()
    later(24 * 60)
    await send()
    expect(told()).toEqual([])
    const again = (userName: string) => portal.send(userName, 'POST', '/api/kontor/verkstad/igen')
    expect([(await again('bengt')).body.result, (await again('sirpa')).body.result]).toEqual([0, 0])
    for (const userName of ['anna', 'emil']) expect((await again(userName)).status).toBe(403)
    expect((await again('roger')).body.result).toBe(1)
    await send()
    expect([told(), await state()]).toEqual([[`${number} 0 fault.received`], null])
  })

  test.each<[string, Receiver['answer'], boolean]>([
    ['stalls', () => {}, false],
    ['sends it elsewhere', (response) => void response.writeHead(307, { location: receiver.url }).end(), false],
    ['hangs up', (response) => void response.destroy(), false],
    ['stalls in the middle of its answer', (response) => void response.writeHead(500).write('no'), false],
    // What it has taken is taken, whatever it goes on to say.
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
  ])('a receiver that %s does not hold the sender', async (_name, answer, isTaken) => {
    const number = await reported()
    receiver.answer = answer
    const begun = performance.now()
    await send()
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(told()).toEqual([`${number} 0 fault.received`])
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
    // The first three wait for their pause.
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(6)
  })

  test('is sent by one process at a time, as work of every minute', async () => {
    const numbers = [await reported(), await reported('amina'), await reported()]
    await sql`delete from jobs`.execute(portal.db)
    const sending = jobs.filter(({ name }) => name === 'vehicle-faults every minute')
    const stops = Array.from({ length: 4 }, () => runJobs(platform, sending, null, { lookMs: 5 }))
    await expect.poll(() => receiver.arrived.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(numbers.length)
    await Promise.all(stops.map((stop) => stop()))
    expect(told().toSorted()).toEqual(numbers.map((number) => `${number} 0 fault.received`).toSorted())
  })

  test('goes after 60 days, and so do the ids of what it told', async () => {
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
})

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

describe('what it tells', () => {
  /** Another process, for what a process counts. */
  let beside: TestPortal['app'] | null = null
  const tell = async (update: object, sent: Partial<Sent> = {}, company = 'norr') => {
    const { headers, body } = signedUpdate(update, { secret, at: portal.clock.now.getTime(), ...sent })
    const answer = await (beside ?? portal.app).inject({
      method: 'POST',
      url: `/api/verkstad/${company}/fel`,
      headers: { host: 'norr.localhost', ...headers },
      payload: body,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const own = async (userName: string, number: string) =>
    (await portal.send(userName, 'GET', '/api/fordonskontroll/mina')).body.result.items.find(
      (each: { number: string }) => each.number === number,
    )

  test('changes the fault as the office would: its reporter reads it, and the log says that it was the system', async () => {
    const number = await reported()
    const answer = await tell({ number, state: 'Åtgärdas', text: 'Inne på lyft 3.' })
    expect(answer).toEqual({
      status: 200,
      body: { result: { number, state: 'Åtgärdas', version: 1, changed: true }, timestamp: expect.any(String) },
    })
    expect((await own('anna', number)).steps.at(-1)).toMatchObject({ state: 'Åtgärdas', reason: 'Inne på lyft 3.' })
    const found = await one(number)
    expect(found).toMatchObject({ state: { name: 'Åtgärdas' }, owner: null, version: 1 })
    expect(found.events.at(-1)).toMatchObject({ type: 'state', by: 'Verkstadens system', public: true })
    const { rows } = await sql`
      select what, by_id, by_role, object_id, after->>'state' as state from audit order by id desc limit 1`.execute(
      portal.db,
    )
    expect(rows).toEqual([
      { what: 'case.state', by_id: null, by_role: 'webhook', object_id: number, state: 'Åtgärdas' },
    ])
    await giveRole(portal.db, 'david', 'granskare')
    const log = (await portal.send('david', 'GET', `/api/kontor/logg?galler=${number}`)).body.result.rader[0]
    expect(log).toMatchObject({ vem: null, roll: 'Verkstadens system', handelse: 'Ändrade status' })
    // It is told of its own change too, so that the versions have no gap, and can see that it is its own.
    await send()
    expect(messages().map(({ data }) => [data.version, data.source])).toEqual([
      [0, 'portal'],
      [1, 'webhook'],
    ])
    expect((await tell({ number, text: 'Klart i morgon.' })).body.result).toMatchObject({ version: 2, changed: true })
    expect((await own('anna', number)).messages.at(-1)).toMatchObject({ own: false, text: 'Klart i morgon.' })
  })

  test('counts once for an id, also at the same time, and a new one that changes nothing is said to', async () => {
    const number = await reported()
    const update = { number, state: 'Bedömd', text: 'Vi tittar på den.' }
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => tell(update, { id })))
    later(3)
    all.push(await tell(update, { id }))
    for (const { status, body } of all)
      expect([status, body.result]).toEqual([200, { number, state: 'Bedömd', version: 1, changed: true }])
    expect((await own('anna', number)).steps).toHaveLength(2)
    expect((await tell({ ...update, state: 'Klar' }, { id })).status).toBe(409)
    const same = await tell({ number, state: 'Bedömd' })
    expect([same.status, same.body.result]).toEqual([200, { number, state: 'Bedömd', version: 1, changed: false }])
  })

  test('is refused in words where it does not fit the fault, and may then be sent again', async () => {
    const [number, double] = [await reported(), await reported('amina')]
    const why = async (update: object, sent: Partial<Sent> = {}) => {
      const { status, body } = await tell(update, sent)
      return [status, body.errorMessage ?? body.result]
    }
    expect(await why({ number: 'F-99999999', state: 'Klar' })).toEqual([404, 'Det du söker finns inte.'])
    expect(await why({ number, state: 'Klar', version: 3 })).toEqual([
      409,
      `${number} har ändrats: den har version 0, inte 3.`,
    ])
    const id = randomUUID()
    expect((await why({ number, state: 'Ingen åtgärd' }, { id }))[0]).toBe(400)
    expect((await tell({ number, state: 'Bedömd', version: 0 }, { id })).status).toBe(200)
    expect(await why({ number, state: 'Mottagen' })).toEqual([409, `${number} är Bedömd och kan inte bli Mottagen.`])
    await office('slaihop', { number: double, version: 0, into: number })
    expect(await why({ number: double, state: 'Klar' })).toEqual([
      409,
      `${double} är ihopslagen med ${number}. Skicka till den.`,
    ])
    // Both reporters get it.
    expect((await tell({ number, state: 'Klar', text: 'Ny list.' })).status).toBe(200)
    for (const [userName, each] of [
      ['anna', number],
      ['amina', double],
    ] as const)
      expect(await own(userName, each)).toMatchObject({ state: 'Klar', reason: 'Ny list.' })
    expect(await why({ number, state: 'Åtgärdas' })).toEqual([409, `${number} är redan avslutat: Klar.`])
    for (const wrong of [
      { number },
      { number, state: 'Borta' },
      { number: 'x', state: 'Klar' },
      { number, state: 'Klar', by: 'x' },
      [],
    ])
      expect([wrong, (await tell(wrong)).status]).toEqual([wrong, 400])
  })

  test('counts only if it is signed for this company, now, and as it came', async () => {
    const number = await reported()
    const before = await one(number)
    const update = { number, state: 'Klar' }
    const at = portal.clock.now.getTime()
    const plain = { method: 'POST' as const, url: '/api/verkstad/norr/fel' }
    const unsigned = await portal.app.inject({ ...plain, headers: { host: 'norr.localhost' }, payload: update })
    expect(unsigned.statusCode).toBe(401)
    for (const [name, sent, company] of [
      ['another secret', { secret: newSecret() }],
      ['another company’s secret', { secret: ofOst }],
      ['an old time', { at: at - 5 * 60_000 - 2000 }],
      ['a time to come', { at: at + 5 * 60_000 + 2000 }],
      ['other bytes', { body: JSON.stringify({ number, state: 'Åtgärdas' }) }],
      ['an id that is none', { id: 'a b' }],
      ['an absent company', {}, 'finns-inte'],
      ['a company without a system', {}, 'vast'],
      ['another company', {}, 'ost'],
    ] as const satisfies readonly (readonly [string, Partial<Sent>, string?])[]) {
      const { status, body } = await tell(update, sent, company)
      expect([name, status, body.errorMessage]).toEqual([
        name,
        401,
        'Meddelandet är inte signerat, inte med rätt nyckel eller för gammalt.',
      ])
    }
    expect(await one(number)).toEqual(before)
    // The secret that is being replaced counts too, and another company's number is not known there.
    expect((await tell(update, { secret: old })).status).toBe(200)
    expect((await tell({ number, state: 'Klar' }, { secret: ofOst }, 'ost')).status).toBe(404)
    // Recorded and sent again when its time has passed.
    const id = randomUUID()
    const recorded = { id, at }
    later(6)
    expect((await tell({ number, text: 'Hej' }, recorded)).status).toBe(401)
    // What the portal sent is no message to it.
    await send()
    const [{ headers, body }] = receiver.arrived as [(typeof receiver.arrived)[number]]
    const echoed = await portal.app.inject({ ...plain, headers: { ...headers, host: 'norr.localhost' }, payload: body })
    expect(echoed.statusCode).toBe(400)
  })

  test('is small, and not sent in floods', async () => {
    const number = await reported()
    const huge = await tell({ number, text: 'x'.repeat(70_000) })
    expect([huge.status, (await one(number)).version]).toEqual([413, 0])
    expect((await tell({ number, text: 'Å'.repeat(4000) })).status).toBe(200)
    beside = await portal.beside()
    const wrong = await Promise.all(Array.from({ length: 130 }, () => tell({ number }, { secret: newSecret() })))
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]))
    // Whoever knows the secret is not shut out by those who do not.
    expect((await tell({ number, text: 'Hej' })).status).toBe(200)
    const many = new Set<number>()
    // Some at a time: not the database is to refuse them. A minute may begin in the middle.
    for (let sent = 0; sent < 1300 && !many.has(429); sent += 10)
      for (const { status } of await Promise.all(
        Array.from({ length: 10 }, () => tell({ number: 'F-99999999', text: 'x' })),
      ))
        many.add(status)
    expect(many).toEqual(new Set([404, 429]))
    await beside.close()
    beside = null
  })

  test('is described in /api/openapi.json, without an employee’s token', async () => {
    const { body } = await portal.send(null, 'GET', '/api/openapi.json')
    const { post } = body.paths['/api/verkstad/{company}/fel']
    expect(post.security).toEqual([])
    expect(Object.keys(post.requestBody.content['application/json'].schema.properties)).toEqual([
      'number',
      'state',
      'text',
      'version',
    ])
    const headers = post.parameters.flatMap((each: { in: string; name: string }) =>
      each.in === 'header' ? [each.name] : [],
    )
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  })
})

test.each([
  ['http to another machine', { norr: 'http://verkstad.example.se/x' }, secrets, 'ska börja med https://'],
  ['a password in the address', { norr: 'https://a:b@verkstad.example.se/x' }, secrets, 'inloggningsuppgifter'],
  [
    'an address without a secret',
    { syd: 'https://verkstad.example.se/x' },
    secrets,
    'WORKSHOP_SECRETS saknar syd:whsec_…',
  ],
  ['a secret of a company that is not there', {}, `nord:whsec_${secret}`, 'bolaget nord finns inte'],
])('%s ends the start', async (_name, urls, entries, message) => {
  const given = await variantsWith(urls)
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, WORKSHOP_SECRETS: entries })
  const loaded = await loadVariants(given.dir)
  expect(() => checkWorkshopSystems({ config, variants: loaded })).toThrow(message)
  await given.remove()
})

test('a secret is never repeated in a message about it, and at most two are one company’s', () => {
  const read = (WORKSHOP_SECRETS: string) => () => readPortalConfig({ NODE_ENV: 'test', WORKSHOP_SECRETS })
  for (const wrong of [
    'norr:hemlig',
    'norr:whsec_aGVt',
    `norr:whsec_${secret} norr:whsec_${old} norr:whsec_${ofOst}`,
  ]) {
    expect(read(wrong)).toThrow(/^Fel i inställningarna: WORKSHOP_SECRETS \(ska vara bolag:whsec_…/)
    expect(read(wrong)).not.toThrow(/hemlig|aGVt/)
  }
})

describe('the example of docs/webhook.md', () => {
  let example: ChildProcess
  afterAll(() => void example.kill())

  test('is told of a fault, takes it in, and its driver reads that', async () => {
    const path = 'docs/webhook-example.ts'
    expect((await readFile(path, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    // Its clock is the real one.
    portal.clock.now = new Date()
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as { port: number }
    const { port: receiving } = new URL(receiver.url)
    await receiver.close()
    example = spawn(process.execPath, [path], {
      env: {
        WEBHOOK_SECRET: `whsec_${secret}`,
        PORTAL: `http://127.0.0.1:${port}/api/verkstad/norr/fel`,
        PORT: receiving,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    createInterface({ input: example.stdout! }).on('line', (line) => said.push(line))
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`listening on ${receiving}`)
    const number = await reported()
    await send()
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`${number} 200`)
    expect(said).toContain(`fault.received ${number} 0 Buss 2116`)
    const { items } = (await portal.send('anna', 'GET', '/api/fordonskontroll/mina')).body.result
    expect(items.find((each: { number: string }) => each.number === number)).toMatchObject({
      state: 'Bedömd',
      reason: 'Verkstaden har tagit emot felet.',
    })
    await send()
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`fault.state ${number} 1 Buss 2116`)
  })
})
