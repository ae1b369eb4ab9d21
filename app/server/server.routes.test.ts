// Requirements on every call are tested on the list of calls, so that they also apply to calls that are added later.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { giveEveryRole, giveRole } from './test-roles.ts'

let portal: TestPortal
const calls: Call<unknown, unknown, unknown>[] = []

beforeAll(async () => {
  portal = await testPortal()
  await giveEveryRole(portal.db, 'anna')
  calls.push(...portal.app.calls)
})
afterAll(() => portal.close())

const address = (call: Call<unknown, unknown, unknown>) => call.path.replaceAll(/:\w+/g, '1')

describe('every call', () => {
  test('is in the list', () => expect(calls.length).toBeGreaterThan(8))

  test('answers 401 in the envelope without a token', async () => {
    for (const call of calls) {
      const { status, body } = await portal.send(null, call.method, address(call), {
        body: call.method === 'POST' ? {} : undefined,
      })
      expect([call.path, status]).toEqual([call.path, 401])
      expect(body).toEqual({ result: null, timestamp: expect.any(String), errorMessage: expect.any(String) })
    }
  })

  test('answers 401 to a forged, an expired and another variant’s token', async () => {
    const good = await portal.token('anna')
    const seconds = Math.floor(portal.clock.now.getTime() / 1000)
    const tokens = {
      forged: `${good.slice(0, -6)}AAAAAA`,
      expired: await portal.token('anna', { claims: { iat: seconds - 7200, exp: seconds - 3600 } }),
      anotherVariant: await portal.token('anna', { host: 'norr.localhost' }),
      anotherAudience: await portal.token('anna', { claims: { aud: 'linjen-norr' } }),
      anotherIssuer: await portal.token('anna', { claims: { iss: 'https://elsewhere.example' } }),
      unsigned: `${btoa('{"alg":"none"}').replaceAll('=', '')}.${good.split('.')[1]}.`,
      garbage: 'x.y.z',
    }
    for (const call of calls) {
      for (const [name, token] of Object.entries(tokens)) {
        const { status } = await portal.send(null, call.method, address(call), {
          headers: { authorization: `Bearer ${token}` },
          body: call.method === 'POST' ? {} : undefined,
        })
        expect([call.path, name, status]).toEqual([call.path, name, 401])
      }
    }
  })

  test('answers 403 to an employee without the claim that its gate requires', async () => {
    await sql`
      delete from employee_claims where employee_id in (select id from employees where user_name = 'jonas')`.execute(
      portal.db,
    )
    for (const call of calls.filter(({ gate }) => gate?.anyOf)) {
      const { status, body } = await portal.send('jonas', call.method, address(call), {
        body: call.method === 'POST' ? {} : undefined,
      })
      expect([call.path, status]).toEqual([call.path, 403])
      expect(body.result).toBeNull()
    }
  })

  test('refuses a body that is not JSON, too large or has unknown fields, with a modelState', async () => {
    for (const call of calls.filter(({ method, form }) => method === 'POST' && !form)) {
      const unknown = await portal.send('anna', 'POST', call.path, { body: { surprise: 1 } })
      expect([call.path, unknown.status]).toEqual([call.path, 400])
      expect(unknown.body.modelState.surprise).toEqual(['Okänt fält'])
      const broken = await portal.send('anna', 'POST', call.path, {
        body: '{"a":',
        headers: { 'content-type': 'application/json' },
      })
      expect([call.path, broken.status]).toEqual([call.path, 400])
      const large = await portal.send('anna', 'POST', call.path, { body: { a: 'x'.repeat(1_100_000) } })
      expect([call.path, large.status]).toEqual([call.path, 413])
    }
  })

  test('is described in /api/openapi.json', async () => {
    const { body } = await portal.send(null, 'GET', '/api/openapi.json')
    for (const { path, method } of calls) {
      const described = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]
      expect([path, Object.keys(described ?? {})]).toEqual([path, expect.arrayContaining([method.toLowerCase()])])
    }
  })
})

describe('a day or a year more than five years away', () => {
  const ofDeviation = (pathOf: (kind: string) => string, more = {}) =>
    Object.fromEntries(
      Object.entries({
        arbetsmiljo: payloads.addarbetsmiljo('Buss'),
        hotochvald: payloads.addhotochvald('Buss'),
        trafikinformation: payloads.addtrafikinformation(),
        fordonsskada: payloads.addfordonsskada('Buss'),
      }).map(([kind, body]) => [
        `${pathOf(kind)} Datum`,
        (date: string) => ({
          body: { ...body, ...more, Datum: kind === 'fordonsskada' ? `${date} 12:00` : date },
        }),
      ]),
    )
  // Every call with a date, with the rest of a valid request.
  const dated: Record<string, (date: string) => { query?: object; body?: object }> = {
    '/api/bpl/uppdrag date': (date) => ({ query: { date } }),
    '/api/bpl/ecodriving/detail date': (date) => ({ query: { date } }),
    '/api/bpl/schema year': (date) => ({ query: { year: date.slice(0, 4), month: '1' } }),
    '/api/bpl/kalenderdagar year': (date) => ({ query: { year: date.slice(0, 4), month: '1' } }),
    '/api/kontor/avvikelser/ar year': (date) => ({ query: { year: date.slice(0, 4) } }),
    '/api/incident/forsakringuppfoljning year': (date) => ({ query: { year: date.slice(0, 4), month: '1' } }),
    '/api/bpl/aterrapportera starttid': (date) => ({
      body: { uppdragId: 1, starttid: `${date}T05:00:00`, sluttid: '2026-11-21T05:00:00', notering: '' },
    }),
    '/api/bpl/aterrapportera sluttid': (date) => ({
      body: { uppdragId: 1, starttid: '2026-11-21T05:00:00', sluttid: `${date}T05:00:00`, notering: '' },
    }),
    '/api/utvardering/send datum': (datum) => ({
      body: { utbildningsort: 'Umeå', datum, ...Object.fromEntries(steps.map((step) => [step, 'Neutral'])) },
    }),
    ...ofDeviation((kind) => `/api/incident/add${kind}`),
    // Reports that the office enters for an employee who has called.
    ...ofDeviation((kind) => `/api/kontor/avvikelser/anmal/${kind}`, {
      reporterId: '00000000-0000-4000-8000-000000000000',
      way: 'telefon',
    }),
  }
  // The yearly report is for the office only.
  beforeAll(() => giveRole(portal.db, 'anna', 'hr'))
  const steps = ['val1', 'val2', 'val3', 'val4', 'val5', 'val6', 'val7', 'val8']

  test('is listed here for every call that takes one', async () => {
    const { body } = await portal.send(null, 'GET', '/api/openapi.json')
    interface Operation {
      parameters?: { name: string }[]
      requestBody?: { content: Record<string, { schema: { properties?: object } }> }
    }
    const found = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters = [], requestBody }) => [
        ...parameters.map(({ name }) => `${path} ${name}`),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
          Object.keys(schema.properties ?? {}).map((name) => `${path} ${name}`),
        ),
      ]),
    )
    const names = found.filter((name) => / (date|datum|year|starttid|sluttid)$/i.test(name))
    expect(names.sort()).toEqual(Object.keys(dated).sort())
  })

  test('is refused, five years are not', async () => {
    for (const [name, requestOf] of Object.entries(dated)) {
      const [path = '', field = ''] = name.split(' ')
      const ask = async (date: string) => {
        const { query, body } = requestOf(date)
        const address = query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path
        return portal.send('anna', body ? 'POST' : 'GET', address, { body })
      }
      for (const year of ['1900', '2020', '2032', '2099']) {
        const { status, body } = await ask(`${year}-06-01`)
        expect([name, year, status, body.modelState]).toEqual([name, year, 400, { [field]: ['Felaktigt årtal'] }])
      }
      for (const year of ['2021', '2031']) {
        const { body } = await ask(`${year}-06-01`)
        expect([name, year, body.modelState?.[field]]).not.toEqual([name, year, ['Felaktigt årtal']])
      }
    }
  })
})

test('an address that is not a call answers 404 in the envelope', async () => {
  const { status, body } = await portal.send('anna', 'GET', '/api/finns/inte')
  expect([status, body.result]).toEqual([404, null])
})

test('a deactivated employee loses access within 30 seconds, even with a valid token', async () => {
  const headers = { authorization: `Bearer ${await portal.token('ida')}` }
  const ask = async () => (await portal.send(null, 'GET', '/api/user/profile', { headers })).status
  expect(await ask()).toBe(200)
  await sql`update employees set active = false where user_name = 'ida'`.execute(portal.db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 30_001)
  expect(await ask()).toBe(403)
})

test('only a company’s own employees may sign in on its host', async () => {
  expect((await portal.send('anna', 'GET', '/api/user/profile', { host: 'norr.localhost' })).status).toBe(200)
  expect((await portal.send('anna', 'GET', '/api/user/profile', { host: 'staging-norr.localhost' })).status).toBe(200)
  expect((await portal.send('gunilla', 'GET', '/api/user/profile', { host: 'norr.localhost' })).status).toBe(403)
  expect((await portal.send('gunilla', 'GET', '/api/user/profile', { host: 'dev.localhost' })).status).toBe(200)
})

test('the log identifies nobody', () => {
  const text = portal.logged.join('')
  for (const personal of ['anna', 'Bearer', '127.0.0.1', 'eyJ']) expect(text).not.toContain(personal)
})
