// Input may be anything. For every call, with values generated from its own contract, the answer is never a 5xx and always the
// envelope, and a refused request changes nothing.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { effort, seed, tried } from '../../checks/effort.ts'
import { anyBody, anyParameter, type JsonSchema } from './test-bad-input.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { giveEveryRole } from './test-roles.ts'

interface Described {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}

interface Answered {
  readonly status: number
  readonly type: string
  readonly body: string
}

const cases = effort({ sample: 250, full: 10_000 })
const patience = effort({ sample: 300_000, full: 3_600_000 })

let portal: TestPortal
let calls: readonly { call: Call<unknown, unknown, unknown>; described: Described }[]
let foreignIds: readonly number[]
let countAll: () => Promise<number>

beforeAll(async () => {
  portal = await testPortal({ WRITES_PER_MINUTE: '100000000' })
  await giveEveryRole(portal.db, 'anna')
  const { body } = await portal.send(null, 'GET', '/api/openapi.json')
  calls = portal.app.calls.map((call) => ({
    call,
    described: body.paths[call.path.replaceAll(/:(\w+)/g, '{$1}')][call.method.toLowerCase()] as Described,
  }))
  foreignIds = await idsOf('gunilla')
  countAll = await rowCounter()
  expect(await countAll()).toBeGreaterThan(1000)
})
afterAll(() => portal.close())

/** Every whole number in the answers to another company's employee. These include ids. */
async function idsOf(userName: string): Promise<readonly number[]> {
  const ids = new Set<number>()
  for (const { call, described } of calls) {
    if (call.method !== 'GET' || described.parameters?.length) continue
    const { body } = await portal.send(userName, 'GET', call.path)
    for (const [, digits] of JSON.stringify(body.result).matchAll(/:(\d+)[,}\]]/g)) ids.add(Number(digits))
  }
  return [...ids]
}

/** Counts the rows of all tables together, in one statement, and only if something may have been written since the last count. */
async function rowCounter(): Promise<() => Promise<number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(portal.db)
  const counts = tables.map(({ name }) => sql`select count(*) as n from ${sql.table(name)}`)
  const all = sql<{ n: number }>`select sum(n) as n from (${sql.join(counts, sql` union all `)}) as counts`
  // The id that the next writing transaction will get. While it is the same, nothing has been written.
  const next = sql<{ id: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as id`
  let last = { id: '', rows: 0 }
  return async () => {
    const id = (await next.execute(portal.db)).rows[0]?.id ?? ''
    if (id !== last.id) last = { id, rows: Number((await all.execute(portal.db)).rows[0]?.n) }
    return last.rows
  }
}

async function checked(send: () => Promise<Answered>): Promise<number> {
  const before = await countAll()
  const { status, type, body } = await send()
  expect(status).toSatisfy((code: number) => code === 200 || (code >= 400 && code < 500))
  // The sender is signed in, authorised and not rate-limited: otherwise nothing behind the guard would be tested.
  expect([401, 403, 429]).not.toContain(status)
  expect(type).toMatch(/^application\/json/)
  const envelope = JSON.parse(body) as Record<string, unknown>
  expect(envelope['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  if (status === 200) return status
  expect(envelope).toMatchObject({ result: null, errorMessage: expect.stringMatching(/^\S.+\.$/) })
  const messages = Object.values((envelope['modelState'] ?? {}) as Record<string, unknown>)
  for (const list of messages) expect(list).toEqual(expect.arrayContaining([expect.stringMatching(/\S/)]))
  expect(await countAll()).toBe(before)
  return status
}

async function send(method: string, url: string, headers: Record<string, string> = {}, payload?: string | Buffer) {
  const authorization = `Bearer ${await portal.token('anna')}`
  const answer = await portal.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', authorization, ...headers },
    payload,
  })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body }
}

const pathOf = (call: Call<unknown, unknown, unknown>, values: ReadonlyMap<string, string>) =>
  call.path.replaceAll(/:(\w+)/g, (_all, name: string) => values.get(name) || '0')

test(
  'a body of any shape is accepted or refused, and never causes a failure',
  async (context) => {
    const written = calls.filter(({ described }) => described.requestBody)
    expect(written.length).toBeGreaterThan(2)
    let count = 0
    for (const { call, described } of written) {
      const schema = described.requestBody?.content['application/json'].schema
      const statuses = new Set<number>()
      const property = fc.asyncProperty(anyBody(schema ?? {}, foreignIds), async ({ type, payload }) => {
        count++
        statuses.add(await checked(() => send(call.method, pathOf(call, new Map()), { 'content-type': type }, payload)))
      })
      await fc.assert(property, { seed, numRuns: Math.ceil(cases / written.length) })
      expect([...statuses], call.path).toContain(400)
    }
    tried(context, count)
  },
  patience,
)

test(
  'an address of any shape is answered or refused, and never causes a failure',
  async (context) => {
    const read = calls.filter(({ described }) => described.parameters?.length)
    expect(read.length).toBeGreaterThan(1)
    const statuses = new Set<number>()
    let count = 0
    for (const { call, described } of read) {
      const names = (described.parameters ?? []).map(({ name }) => name)
      const inPath = new Set([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
      const parameters = fc.tuple(...names.map((name) => anyParameter(name, foreignIds)))
      const property = fc.asyncProperty(parameters, async (values) => {
        count++
        const path = pathOf(call, new Map(names.map((name, index) => [name, values[index]?.[0] ?? ''])))
        const query = names.flatMap((name, index) =>
          inPath.has(name) ? [] : (values[index] ?? []).map((value) => `${name}=${value}`),
        )
        statuses.add(await checked(() => send(call.method, query.length ? `${path}?${query.join('&')}` : path)))
      })
      await fc.assert(property, { seed, numRuns: Math.ceil(cases / read.length) })
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]))
    tried(context, count)
  },
  patience,
)

test('a character in the address that no database accepts is refused', async () => {
  for (const { call, described } of calls) {
    for (const { name } of described.parameters ?? []) {
      const inPath = call.path.includes(`/:${name}`)
      const path = pathOf(call, new Map(inPath ? [[name, '%00']] : []))
      const address = inPath ? path : `${path}?${name}=a%00b`
      expect([400, 404], address).toContain(await checked(() => send(call.method, address)))
    }
  }
})

test('a body over the limit is refused as too large, and one below it is read', async () => {
  for (const { call, described } of calls) {
    if (!described.requestBody) continue
    const body = (length: number) => JSON.stringify({ surprise: 'å'.repeat(length / 2) })
    const type = { 'content-type': 'application/json' }
    const path = pathOf(call, new Map())
    expect(await checked(() => send(call.method, path, type, body(1_000_000))), call.path).toBe(400)
    expect(await checked(() => send(call.method, path, type, body(1_100_000))), call.path).toBe(413)
  }
})
