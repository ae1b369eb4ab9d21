// A sign-in provider that is unavailable, or slow to publish a key.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testIssuer, type TestIssuer } from './test-issuer.ts'
import { signingKey, testPortal, type TestPortal } from './test-portal.ts'

const publicKey = {
  ...createPublicKey({ key: signingKey, format: 'jwk' }).export({ format: 'jwk' }),
  kid: signingKey.kid,
  alg: signingKey.alg,
}
let published: readonly object[] = []

const servers: Server[] = []
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A provider that publishes its metadata and answers the request for its keys by `keys`. */
const providerWith = (keys: RequestListener) =>
  serve((request, response) => {
    if (request.url === '/keys') return keys(request, response)
    const issuer = `http://${request.headers.host}`
    return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
  })

let issuers: TestIssuer
let portal: TestPortal
const authorities: Record<string, string> = {}

beforeAll(async () => {
  authorities['silent'] = await serve(() => {})
  authorities['keyless'] = await providerWith(() => {})
  authorities['failing'] = await providerWith((_request, response) => response.writeHead(500).end())
  authorities['rotating'] = await providerWith((_request, response) =>
    response.end(JSON.stringify({ keys: published })),
  )
  const refusing = await serve(() => {})
  servers.pop()?.close()
  authorities['refusing'] = refusing
  const variants = Object.entries(authorities).map(([name, authority]) => [
    name,
    { company: 'norr', signIn: { authority } },
  ])
  issuers = await testIssuer(Object.fromEntries(variants))
  portal = await testPortal({ VARIANTS_DIR: issuers.variantsDir })
}, 60_000)
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await portal.close()
  await issuers.close()
})

async function ask(name: string) {
  const host = `${name}.localhost`
  const token = await portal.token('anna', { host, claims: { iss: authorities[name], sub: 'unknown' } })
  const began = performance.now()
  const answer = await portal.app.inject({
    url: '/api/user/profile',
    headers: { host, authorization: `Bearer ${token}` },
  })
  return { answer, seconds: (performance.now() - began) / 1000 }
}

test.each(['refusing', 'silent', 'keyless', 'failing'])('one that is %s gives 503, soon', async (name) => {
  const { answer, seconds } = await ask(name)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json()).toEqual({
    result: null,
    timestamp: expect.any(String),
    errorMessage: 'Inloggningstjänsten svarar inte just nu. Försök igen om en stund.',
  })
  // The promise is 2 seconds.
  expect(seconds).toBeLessThan(4.5)
})

test('is logged in one line, not one for each request', () => {
  const lines = portal.logged.filter((line) => line.includes('"unavailable"'))
  expect(lines).toHaveLength(1)
})

test('a key that is published after its first token is known within seconds', async () => {
  expect((await ask('rotating')).answer.statusCode).toBe(401)
  published = [publicKey]
  // 403: the token is valid, but no employee is linked to it.
  await expect.poll(async () => (await ask('rotating')).answer.statusCode, { timeout: 10_000, interval: 200 }).toBe(403)
})
