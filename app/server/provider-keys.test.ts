// Different sign-in providers: their keys, their algorithms, and their answers, also late ones.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testIssuer, type TestIssuer } from './test-issuer.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

interface Key {
  readonly alg: string
  readonly open: JWK
  readonly secret: CryptoKey
}

async function keyFor(alg: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, open: await exportJWK(publicKey), secret: privateKey }
}

/** The provider's answers. A test may change them. */
interface Faces {
  metadata: Record<string, unknown>
  keys: readonly JWK[]
  away: boolean
  answer: ((path: string, response: ServerResponse) => boolean) | null
  asked: number
}

const names = ['algorithms', 'away', 'changing', 'rotating'] as const
type Name = (typeof names)[number]
const faces: Record<Name, Faces> = Object.fromEntries(
  names.map((name) => [name, { metadata: {}, keys: [], away: false, answer: null, asked: 0 }]),
) as unknown as Record<Name, Faces>
const authorities = {} as Record<Name, string>
const servers: Server[] = []
let issuers: TestIssuer
let portal: TestPortal
let own: Key

function answering(face: Faces): RequestListener {
  return (request, response) => {
    const path = request.url ?? ''
    face.asked++
    if (face.away) return request.socket.destroy()
    if (face.answer?.(path, response)) return
    const issuer = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json')
    if (path === '/keys') return response.end(JSON.stringify({ keys: face.keys }))
    return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, ...face.metadata }))
  }
}

beforeAll(async () => {
  own = await keyFor('ES256')
  for (const name of names) {
    const server = createServer(answering(faces[name])).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    authorities[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const variants = names.map((name) => [name, { company: 'norr', signIn: { authority: authorities[name] } }])
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
const passes = (minutes: number) => void (portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000))

interface Token {
  readonly key?: Key
  readonly header?: object
  readonly claims?: object
}

/** The status for a token. No employee is linked to it, so a valid one gives 403. */
async function ask(name: Name, { key = own, header = {}, claims = {} }: Token = {}): Promise<number> {
  const host = `${name}.localhost`
  const seconds = Math.floor(portal.clock.now.getTime() / 1000)
  const payload = {
    iss: authorities[name],
    aud: `linjen-${name}`,
    sub: 'unknown',
    iat: seconds,
    exp: seconds + 3600,
    ...claims,
  }
  const token = await new SignJWT(payload).setProtectedHeader({ alg: key.alg, ...header }).sign(key.secret)
  const headers = { host, authorization: `Bearer ${token}` }
  return (await portal.app.inject({ url: '/api/user/profile', headers })).statusCode
}

const servingOn = () => portal.logged.filter((line) => line.includes('known keys still in use'))

const good = 403
const refused = 401
const unavailable = 503

test('every asymmetric algorithm that the provider lists is accepted, with several keys without an id', async () => {
  const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
  const keys = await Promise.all([...algorithms, 'RS256', 'ES256'].map(keyFor))
  faces.algorithms.keys = keys.map(({ open }) => open)
  faces.algorithms.metadata = { id_token_signing_alg_values_supported: [...algorithms, 'HS256', 'none'] }
  const statuses: [string, number][] = []
  for (const key of keys) statuses.push([key.alg, await ask('algorithms', { key })])
  expect(statuses).toEqual(keys.map(({ alg }) => [alg, good]))
  expect(await ask('algorithms', { key: await keyFor('ES256') })).toBe(refused)
})

test('an algorithm with a shared secret is not, even if the provider lists it', async () => {
  const text = JSON.stringify(faces.algorithms.keys[0])
  const secret = await crypto.subtle.importKey('raw', Buffer.from(text), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  expect(await ask('algorithms', { key: { alg: 'HS256', open: {}, secret } })).toBe(refused)
})

describe('an unavailable provider', () => {
  const known: Token = { header: { kid: 'known' } }
  beforeAll(async () => {
    faces.away.keys = [{ ...own.open, kid: 'known' }]
  })

  test('has its known keys accepted for a day, and no longer', async () => {
    expect(await ask('away', known)).toBe(good)
    faces.away.away = true
    passes(11)
    expect(await ask('away', known)).toBe(good)
    passes(23 * 60)
    expect(await ask('away', known)).toBe(good)
    expect(servingOn()).toHaveLength(1)
    passes(60)
    expect(await ask('away', known)).toBe(unavailable)
  })

  test('is asked for an unknown key', async () => {
    faces.away.away = false
    await expect.poll(() => ask('away', known), { timeout: 10_000, interval: 200 }).toBe(good)
    faces.away.away = true
    const unknown: Token = { header: { kid: 'unknown' } }
    await expect.poll(() => ask('away', unknown), { timeout: 10_000, interval: 200 }).toBe(unavailable)
    expect(await ask('away', known)).toBe(good)
  })
})

test('a replacement for a key without an id is known within seconds', async () => {
  faces.rotating.keys = [own.open]
  expect(await ask('rotating')).toBe(good)
  const next = await keyFor('ES256')
  faces.rotating.keys = [next.open]
  await expect.poll(() => ask('rotating', { key: next }), { timeout: 10_000, interval: 200 }).toBe(good)
  expect(await ask('rotating')).toBe(refused)
  const asked = faces.rotating.asked
  for (let n = 0; n < 20; n++) await ask('rotating')
  expect(faces.rotating.asked).toBe(asked)
})

test('a key that the provider withdraws is accepted for ten minutes at most', async () => {
  const kid = await calculateJwkThumbprint(own.open)
  faces.changing.keys = [{ ...own.open, kid }]
  expect(await ask('changing', { header: { kid } })).toBe(good)
  faces.changing.keys = []
  passes(10)
  expect(await ask('changing', { header: { kid } })).toBe(refused)
})

describe('an answer that no provider should give', () => {
  const drip = (response: ServerResponse, bytes: string) => {
    const timer = setInterval(() => response.write(bytes), 1)
    response.on('close', () => clearInterval(timer))
    return true
  }
  const hostile: Record<string, Faces['answer']> = {
    'names another issuer': (path, response) =>
      path !== '/keys' &&
      !!response.end(JSON.stringify({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/keys' })),
    'leads elsewhere': (_path, response) => !!response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'is without end': (path, response) => path === '/keys' && drip(response, ' '.repeat(10_000)),
    'comes drop by drop': (path, response) => path === '/keys' && drip(response, ' '),
    'is no JSON': (_path, response) => !!response.end('<html>'),
    'has no keys': (path, response) => path === '/keys' && !!response.end('{"keys":"none"}'),
    'has an address that is none': (path, response) =>
      path !== '/keys' && !!response.end(JSON.stringify({ issuer: authorities.changing, jwks_uri: 'keys' })),
    'lists only shared secrets': (path, response) =>
      path !== '/keys' &&
      !!response.end(
        JSON.stringify({
          issuer: authorities.changing,
          jwks_uri: `${authorities.changing}/keys`,
          id_token_signing_alg_values_supported: ['HS256'],
        }),
      ),
  }

  test.each(Object.keys(hostile))('%s: known keys are still accepted, and without any it is 503', async (what) => {
    faces.changing.answer = null
    faces.changing.keys = [own.open]
    passes(24 * 60)
    await expect.poll(() => ask('changing'), { timeout: 10_000, interval: 200 }).toBe(good)
    faces.changing.answer = hostile[what] ?? null
    passes(11)
    const { asked } = faces.changing
    const said = servingOn().length
    expect(await ask('changing')).toBe(good)
    expect(faces.changing.asked).toBeGreaterThan(asked)
    expect(servingOn().slice(said)).toEqual([expect.stringContaining('"reason":"sign-in provider: 127.0.0.1:')])
    passes(24 * 60)
    expect(await ask('changing')).toBe(unavailable)
  })
})
