// Kills the portal in the middle of bulk changes, merges, answers and webhooks. Nothing may be half done, and nobody may be
// notified twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import type { Database } from '#platform/server/area.ts'
import {
  newSecret,
  type Receiver,
  signedUpdate,
  testReceiver,
  variantsWith,
} from '../../areas/vehicle-faults/server/webhook/workshop-fixture.ts'
import { effort, seed, tried } from '../../checks/effort.ts'
import {
  expectDelivered,
  expectSaidOnce,
  expectToldOnce,
  expectWholeCases,
  type Answered,
} from './test-office-kills.ts'
import { portalProcess, type Process } from './test-process.ts'
import { giveRole } from './test-roles.ts'

/** Three kinds of moments take turns. */
const kills = effort({ sample: 3, full: 45 })
/** Answered requests between two kills. */
const between = effort({ sample: 6, full: 150 })
/** The number of cases in the bulk change that is killed. */
const many = effort({ sample: 20, full: 120 })
const drivers = ['anna', 'amina', 'emil']
const officers = ['roger', 'henrik']
const vehicles = ['2113', '2114', '2116']

const secret = newSecret()
let portal: Process
let receiver: Receiver
let variants: Awaited<ReturnType<typeof variantsWith>>
let tokens: Record<string, string>
async function signIn(): Promise<void> {
  tokens = Object.fromEntries(
    await Promise.all([...drivers, ...officers].map(async (each) => [each, await portal.signIn(each)] as const)),
  )
}
const start = () => portal.start({ VARIANTS_DIR: variants.dir, WORKSHOP_SECRETS: `norr:whsec_${secret}` })

beforeAll(async () => {
  portal = await portalProcess()
  receiver = await testReceiver()
  variants = await variantsWith({ norr: receiver.url })
  const opened = await portal.open()
  for (const userName of officers) await giveRole(opened.db, userName, 'verkstad')
  await sql`
    insert into employee_claims (employee_id, type, value)
    select e.id, 'FkEnabled', 'true' from employees e where e.user_name = any(${drivers}) and not exists (
      select from employee_claims c where c.employee_id = e.id and c.type = 'FkEnabled')`.execute(opened.db)
  await opened.close()
  await start()
  await signIn()
}, 180_000)
afterAll(async () => {
  await portal.remove()
  await receiver.close()
  await variants.remove()
})

let random = seed
function below(most: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2 ** 31
  return (random >> 8) % most
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!

/** Repeats the request until there is an answer, as a phone and another system do. */
async function untilAnswered(path: string, request: () => RequestInit): Promise<Answered> {
  for (;;) {
    const answer = await fetch(portal.origin + path, request())
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch(() => null)
    if (answer && answer.status !== 503) {
      expect([path, answer.status < 500, answer.text]).toEqual([path, true, answer.text])
      return { status: answer.status, result: (JSON.parse(answer.text) as { result: unknown }).result }
    }
    await wait(50)
  }
}
const get = (userName: string, path: string) =>
  untilAnswered(path, () => ({ headers: { authorization: `Bearer ${tokens[userName]}` } }))
function post(userName: string, path: string, body: object): Promise<Answered> {
  const headers = {
    authorization: `Bearer ${tokens[userName]}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  return untilAnswered(path, () => ({ method: 'POST', headers, body: JSON.stringify(body) }))
}
const queue = '/api/kontor/arenden/fel'

/** The cases on which each text was accepted. The text must be stored once on each of them, and nowhere else. */
const said = new Map<string, readonly string[]>()
const done = { acts: 0 }
/** Numbers of fault reports, by their vehicle. */
const faults = new Map<string, string[]>(vehicles.map((vehicle) => [vehicle, []]))
const allFaults = () => [...faults.values()].flat()

async function report(userName: string): Promise<void> {
  const [vehicleNumber, text] = [oneOf(vehicles), randomUUID()]
  const body = { faultCategoryNumber: 1, vehicleNumber, text }
  expect((await post(userName, '/api/fordonskontroll/addfault', body)).result).toBe(true)
  const { result } = await get(userName, '/api/fordonskontroll/mina')
  const own = result.items.filter((each: { text: string }) => each.text === text)
  expect(own).toHaveLength(1)
  faults.get(vehicleNumber)!.push(own[0].number)
  done.acts++
}

/** Reads a case, and sends the decision that `on` makes about it. */
async function decide(userName: string, path: string, number: string, on: (found: Case) => object): Promise<void> {
  const text = randomUUID()
  const { result: found } = await get(userName, `${queue}/arende?nummer=${number}`)
  const body = { number, version: (found as Case).version, ...(path !== 'slaihop' && { text }), ...on(found as Case) }
  const { status } = await post(userName, `${queue}/${path}`, body)
  // Another employee may have been faster, and the case may have ended or been merged.
  expect([200, 400, 403, 409]).toContain(status)
  if (path !== 'slaihop') said.set(text, status === 200 ? [number] : [])
  if (status === 200) done.acts++
}

const answer = (userName: string, number: string) =>
  decide(userName, 'svara', number, ({ next }) => ({
    state: below(3) === 0 ? (next.length > 0 ? oneOf(next).name : null) : null,
    asks: false,
  }))
const ask = (userName: string, number: string) => decide(userName, 'svara', number, () => ({ state: null, asks: true }))
const mark = (userName: string, number: string) => decide(userName, 'mark', number, ({ marked }) => ({ on: !marked }))

async function merge(userName: string): Promise<void> {
  const same = oneOf([...faults.values()])
  const [number, into] = [oneOf(same), oneOf(same)]
  if (number !== into) await decide(userName, 'slaihop', number, () => ({ into }))
}

async function reply(userName: string): Promise<void> {
  const { result } = await get(userName, '/api/fordonskontroll/mina')
  const asked = result.items.find((each: { messages: { asks: boolean }[] }) => each.messages.some(({ asks }) => asks))
  if (!asked) return
  const text = randomUUID()
  const { status } = await post(userName, '/api/fordonskontroll/svara', { number: asked.number, text })
  if (status === 200) done.acts++
  // If the case has been merged, the reply is also in the other case.
  replies.set(text, status === 200 ? asked.number : null)
}
const replies = new Map<string, string | null>()

async function bulk(userName: string, numbers: readonly string[], text = randomUUID()): Promise<void> {
  const change = { type: 'state', state: oneOf(['Bedömd', 'Åtgärdas', 'Klar']), text }
  const { status, result } = await post(userName, `${queue}/flera`, { numbers, change })
  expect([status, result.map((each: { number: string }) => each.number)]).toEqual([200, numbers])
  const changed = (result as { number: string; why: string | null }[]).filter(({ why }) => why === null)
  said.set(
    text,
    changed.map(({ number }) => number),
  )
  done.acts += changed.length
}

/** The workshop's system updates the case, as the office could. */
async function tell(number: string): Promise<void> {
  const [id, text] = [randomUUID(), randomUUID()]
  const state = below(2) === 0 ? oneOf(['Bedömd', 'Åtgärdas']) : null
  const { status } = await untilAnswered('/api/verkstad/norr/fel', () => ({
    method: 'POST',
    ...signedUpdate({ number, state, text }, { id, at: Date.now(), secret }),
  }))
  expect([200, 409]).toContain(status)
  said.set(text, status === 200 ? [number] : [])
  if (status === 200) done.acts++
}

async function someAct(userName: string): Promise<void> {
  const number = oneOf(allFaults())
  const kind = below(10)
  if (kind < 3) await answer(userName, number)
  else if (kind < 4) await ask(userName, number)
  else if (kind < 5) await mark(userName, number)
  else if (kind < 6) await tell(number)
  else if (kind < 8) await merge(userName)
  else await bulk(userName, [...new Set(Array.from({ length: 2 + below(8) }, () => oneOf(allFaults())))])
}

/**
 * Opens the database while the portal is down. Makes the job and the messages that were not accepted due at once, as if their
 * pauses had passed.
 */
async function whileDown<T>(look: (db: Database) => Promise<T>): Promise<T> {
  const opened = await portal.open()
  await sql`
    update jobs set succeeded_at = null, failed_at = null, held_by = null, held_until = null
    where name = 'vehicle-faults every minute'`.execute(opened.db)
  await sql`update workshop_messages set next_at = at`.execute(opened.db)
  const found = await look(opened.db)
  await opened.close()
  return found
}
const restart = async () => {
  await whileDown(async () => undefined)
  await start()
}

/** How many kills came at the intended moment. */
const hit = { bulk: 0, delivery: 0 }

const reported = (count: number) => Promise.all(drivers.map((each) => repeat(count, () => report(each))))
async function repeat(times: number, act: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time++) await act()
}

async function killInBulk(): Promise<void> {
  await reported(Math.ceil(many / drivers.length))
  const numbers = allFaults().slice(-many)
  const text = randomUUID()
  const sending = bulk('roger', numbers, text)
  // Waits until the first case has been changed. This request is answered between two statements of the bulk change.
  const first = `${queue}/arende?nummer=${numbers[0]}`
  for (let version = 0; version === 0;) version = (await get('henrik', first)).result.version
  await portal.kill()
  const changed = await whileDown(
    async (db) => (await sql`select 1 from case_events where body->>'text' = ${text}`.execute(db)).rows.length,
  )
  if (changed > 0 && changed < many) hit.bulk++
  await start()
  await sending
}
/**
 * Kills the portal when the receiver has read a message but not answered, or has answered and the portal may not have read the
 * answer.
 */
async function killInDelivery(): Promise<void> {
  await reported(1)
  await portal.kill()
  const from = receiver.arrived.length
  let left = 1 + below(4)
  const answers = below(2) === 0
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      if (--left > 0) return void response.writeHead(204).end()
      if (left === 0 && answers) response.writeHead(204).end()
      resolve()
    }
  })
  await restart()
  await Promise.race([arrived, wait(60_000)])
  await portal.kill()
  if (receiver.arrived.length > from) hit.delivery++
  usual()
  await restart()
}

async function killInTheMiddle(): Promise<void> {
  const enough = done.acts + between
  const still = { acting: true }
  const onAndOn = async (act: () => Promise<void>) => {
    while (still.acting) await act()
  }
  const acting = Promise.all([
    ...officers.map((each) => onAndOn(() => someAct(each))),
    ...drivers.map((each) => onAndOn(() => (below(3) === 0 ? reply(each) : report(each)))),
  ])
  const failed = acting.then(() => undefined)
  while (done.acts < enough) await Promise.race([wait(5), failed])
  await wait(below(200))
  await portal.kill()
  await restart()
  still.acting = false
  await acting
}

/** The receiver refuses one message in eight. */
function usual(): void {
  receiver.answer = (response) => void response.writeHead(below(8) === 0 ? 500 : 204).end()
}

test(
  'killed in the middle of bulk, merge, answer and webhook, it halves nothing and tells nobody twice',
  async (context) => {
    usual()
    await reported(4)
    const moments = [killInBulk, killInTheMiddle, killInDelivery]
    for (let round = 0; round < kills; round++) {
      // On a slow machine all rounds together take longer than a token is valid.
      if (round % moments.length === 0) await signIn()
      await moments[round % moments.length]!()
    }
    // A kill that came too late proves nothing, so it is repeated.
    while (hit.bulk === 0) await killInBulk()
    while (hit.delivery === 0) await killInDelivery()
    await signIn()
    receiver.answer = (response) => void response.writeHead(204).end()
    const waiting = async (db: Database) =>
      (await sql`select 1 from workshop_messages where sent_at is null`.execute(db)).rows.length
    await portal.stop()
    for (let left = await whileDown(waiting); left > 0; left = await whileDown(waiting)) {
      const arrived = receiver.arrived.length
      await start()
      await expect.poll(() => receiver.arrived.length - arrived, { timeout: 120_000 }).toBeGreaterThanOrEqual(left)
      await wait(500)
      await portal.stop()
    }

    await start()
    expect(await expectToldOnce(drivers, get)).toBeGreaterThan(between)
    await portal.stop()
    await whileDown(async (db) => {
      await expectWholeCases(db, allFaults())
      await expectSaidOnce(db, { said, replies })
      await expectDelivered(db, allFaults(), receiver.arrived)
    })
    tried(context, done.acts)
  },
  effort({ sample: 900_000, full: 3_600_000 }),
)
