import { afterAll, beforeAll, expect, test } from 'vitest'
import { troublePath } from '../../areas/sign-in/rules.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let direct: TestPortal
let behind: TestPortal
beforeAll(async () => {
  direct = await testPortal()
  behind = await testPortal({ TRUST_PROXY: '10.0.0.0/8' })
})
afterAll(async () => {
  await direct.close()
  await behind.close()
})

const given = '5f0c1f7e-8f4f-4d5b-9a3c-0f6f2f9f5a01'

async function answered(portal: TestPortal, id: string | string[], remoteAddress: string, url = '/api/openapi.json') {
  const from = portal.logged.length
  const headers = { host: 'localhost', 'x-request-id': id }
  const { headers: answer } = await portal.app.inject({ url, headers, remoteAddress })
  const lines = portal.logged.slice(from).map((line) => JSON.parse(line) as { reqId: string; msg: string })
  expect(new Set(lines.map(({ reqId }) => reqId))).toEqual(new Set([answer['x-request-id']]))
  return answer['x-request-id']
}

test('a trusted proxy’s id is that of the log lines and of the answer', async () => {
  expect(await answered(behind, given, '10.1.2.3')).toBe(given)
  expect(await answered(behind, given, '::ffff:10.1.2.3', '/api/user/profile')).toBe(given)
  expect(await answered(behind, given, '10.1.2.3', '/nowhere')).toBe(given)
})

test.each([
  ['short', 'short'],
  ['too long', 'x'.repeat(65)],
  ['an address', '10.0.0.7:51234'],
  ['haproxy’s default, with the client’s address', '7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790'],
  ['a line break’s beginning', 'abcdefgh\\n'],
  ['two', [given, given]],
])('one that is %s is replaced by a random one', async (_what, id) => {
  const made = await answered(behind, id, '10.1.2.3')
  expect(made).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
})

test('anybody else’s is not believed', async () => {
  expect(await answered(behind, given, '192.168.0.7')).not.toBe(given)
  expect(await answered(direct, given, '127.0.0.1')).not.toBe(given)
})

test('a line that is not the request’s own has the id as well', async () => {
  const from = behind.logged.length
  const headers = { host: 'localhost', 'x-request-id': given, 'content-type': 'text/plain' }
  const payload = 'invalid_request'
  await behind.app.inject({ method: 'POST', url: troublePath, headers, payload, remoteAddress: '10.0.0.1' })
  const lines = behind.logged.slice(from).map((line) => JSON.parse(line) as { reqId: string; msg: string })
  expect(lines.map(({ msg, reqId }) => [msg, reqId])).toEqual([
    ['sign-in trouble', given],
    ['request', given],
  ])
})

test('an address that cannot be decoded is answered with an id too', async () => {
  const { statusCode, headers } = await direct.app.inject({ url: '/%', headers: { host: 'localhost' } })
  expect([statusCode, headers['x-request-id']]).toEqual([400, expect.stringMatching(/^[\da-f-]{36}$/)])
})
