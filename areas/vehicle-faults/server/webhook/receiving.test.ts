// The changes that the workshop’s own system may make, the signature that it needs, and how much it may send.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../../../app/server/test-portal.ts'
import { giveRole } from '../../../../app/server/test-roles.ts'
import { newSecret, type Receiver, type Sent, signedUpdate } from './workshop-fixture.ts'
import { ofOst, old, secret, workshopCalls, type WorkshopPortal, workshopPortal } from './workshop-portal-fixture.ts'

let workshop: WorkshopPortal
let portal: TestPortal
let receiver: Receiver
beforeAll(async () => {
  workshop = await workshopPortal()
  ;({ portal, receiver } = workshop)
})
afterAll(() => workshop.close())
beforeEach(() => workshop.begin())
const { send, later, reported, office, one, messages } = workshopCalls(() => workshop)

describe('what the system sends', () => {
  /** Another process, since each process counts requests separately. */
  let beside: TestPortal['app'] | null = null
  const sendUpdate = async (update: object, sent: Partial<Sent> = {}, company = 'norr') => {
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
    const answer = await sendUpdate({ number, state: 'Åtgärdas', text: 'Inne på lyft 3.' })
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
    expect(log).toMatchObject({ vem: 'Verkstadens system', roll: null, handelse: 'Ändrade status' })
    // The system also receives its own change, marked as its own, so that the versions have no gap.
    await send()
    expect(messages().map(({ data }) => [data.version, data.source])).toEqual([
      [0, 'portal'],
      [1, 'webhook'],
    ])
    expect((await sendUpdate({ number, text: 'Klart i morgon.' })).body.result).toMatchObject({
      version: 2,
      changed: true,
    })
    expect((await own('anna', number)).messages.at(-1)).toMatchObject({ own: false, text: 'Klart i morgon.' })
  })

  test('counts once for an id, also at the same time, and a new one that changes nothing is said to', async () => {
    const number = await reported()
    const update = { number, state: 'Bedömd', text: 'Vi tittar på den.' }
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => sendUpdate(update, { id })))
    later(3)
    all.push(await sendUpdate(update, { id }))
    for (const { status, body } of all)
      expect([status, body.result]).toEqual([200, { number, state: 'Bedömd', version: 1, changed: true }])
    expect((await own('anna', number)).steps).toHaveLength(2)
    expect((await sendUpdate({ ...update, state: 'Klar' }, { id })).status).toBe(409)
    const same = await sendUpdate({ number, state: 'Bedömd' })
    expect([same.status, same.body.result]).toEqual([200, { number, state: 'Bedömd', version: 1, changed: false }])
  })

  test('is refused in words where it does not fit the fault, and may then be sent again', async () => {
    const [number, double] = [await reported(), await reported('amina')]
    const why = async (update: object, sent: Partial<Sent> = {}) => {
      const { status, body } = await sendUpdate(update, sent)
      return [status, body.errorMessage ?? body.result]
    }
    expect(await why({ number: 'F-99999999', state: 'Klar' })).toEqual([404, 'Det du söker finns inte.'])
    expect(await why({ number, state: 'Klar', version: 3 })).toEqual([
      409,
      `${number} har ändrats: den har version 0, inte 3.`,
    ])
    const id = randomUUID()
    expect((await why({ number, state: 'Ingen åtgärd' }, { id }))[0]).toBe(400)
    expect((await sendUpdate({ number, state: 'Bedömd', version: 0 }, { id })).status).toBe(200)
    expect(await why({ number, state: 'Mottagen' })).toEqual([409, `${number} är Bedömd och kan inte bli Mottagen.`])
    await office('slaihop', { number: double, version: 0, into: number })
    expect(await why({ number: double, state: 'Klar' })).toEqual([
      409,
      `${double} är ihopslagen med ${number}. Skicka till den.`,
    ])
    // Both reporters get the answer.
    expect((await sendUpdate({ number, state: 'Klar', text: 'Ny list.' })).status).toBe(200)
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
      expect([wrong, (await sendUpdate(wrong)).status]).toEqual([wrong, 400])
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
      const { status, body } = await sendUpdate(update, sent, company)
      expect([name, status, body.errorMessage]).toEqual([
        name,
        401,
        'Meddelandet är inte signerat, inte med rätt nyckel eller för gammalt.',
      ])
    }
    expect(await one(number)).toEqual(before)
    // The secret that is being replaced is accepted too. In another company the number does not exist.
    expect((await sendUpdate(update, { secret: old })).status).toBe(200)
    expect((await sendUpdate({ number, state: 'Klar' }, { secret: ofOst }, 'ost')).status).toBe(404)
    // Somebody has recorded a message and sends it again when it is too old.
    const id = randomUUID()
    const recorded = { id, at }
    later(6)
    expect((await sendUpdate({ number, text: 'Hej' }, recorded)).status).toBe(401)
    // Somebody sends back a message of the portal itself.
    await send()
    const [{ headers, body }] = receiver.arrived as [(typeof receiver.arrived)[number]]
    const echoed = await portal.app.inject({ ...plain, headers: { ...headers, host: 'norr.localhost' }, payload: body })
    expect(echoed.statusCode).toBe(400)
  })

  test('is small, and not sent in floods', async () => {
    const number = await reported()
    const huge = await sendUpdate({ number, text: 'x'.repeat(70_000) })
    expect([huge.status, (await one(number)).version]).toEqual([413, 0])
    expect((await sendUpdate({ number, text: 'Å'.repeat(4000) })).status).toBe(200)
    beside = await portal.beside()
    const wrong = await Promise.all(Array.from({ length: 130 }, () => sendUpdate({ number }, { secret: newSecret() })))
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]))
    // Wrongly signed messages do not use up the limit of correctly signed ones.
    expect((await sendUpdate({ number, text: 'Hej' })).status).toBe(200)
    const many = new Set<number>()
    // Sent in batches, so that the limit refuses them and not the database. A new minute may begin in the middle.
    for (let sent = 0; sent < 1300 && !many.has(429); sent += 10)
      for (const { status } of await Promise.all(
        Array.from({ length: 10 }, () => sendUpdate({ number: 'F-99999999', text: 'x' })),
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
