// Which host the portal takes a request behind a proxy to be for, as docs/operating.md describes. The host decides the
// company.
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** The status for an employee of Norr at Norr's host, when the proxy says that the host was Väst's. */
async function statusAs(portal: TestPortal, remoteAddress: string) {
  const headers = {
    host: 'norr.localhost',
    'x-forwarded-host': 'vast.localhost',
    authorization: `Bearer ${await portal.token('anna', { host: 'norr.localhost' })}`,
  }
  return (await portal.app.inject({ url: '/api/user/profile', headers, remoteAddress })).statusCode
}

test('without TRUST_PROXY the host is that of Host, whatever a client sends', async () => {
  expect(await statusAs(direct, '10.0.0.1')).toBe(200)
})

test('X-Forwarded-Host counts from the addresses of TRUST_PROXY, and from no other', async () => {
  expect(await statusAs(behind, '10.0.0.1')).not.toBe(200)
  expect(await statusAs(behind, '192.0.2.1')).toBe(200)
})
