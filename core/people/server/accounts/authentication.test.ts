// Who counts as signed in, tested from outside: by token and host, with the portal's clock and log.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findByUserName } from '../store.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { REMEMBERED_MS } from './authentication.ts'

let portal: TestPortal
let anna: string
const start = new Date('2026-11-21T11:00:00Z')

beforeAll(async () => {
  portal = await testPortal()
  anna = (await findByUserName(portal.db, 'anna', null))[0]!.id
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = start
})

const seconds = () => Math.floor(portal.clock.now.getTime() / 1000)
const wait = (ms: number) => void (portal.clock.now = new Date(portal.clock.now.getTime() + ms))

async function asks(token: string, { host = 'localhost', path = '/api/user/profile', scheme = 'Bearer' } = {}) {
  const { statusCode, headers } = await portal.app.inject({
    url: path,
    headers: { host, authorization: `${scheme} ${token}` },
  })
  return { status: statusCode, challenge: headers['www-authenticate'] }
}

/** Runs a request, and returns its status and the lines that were logged meanwhile. */
async function logs(work: () => Promise<{ status: number }>) {
  const before = portal.logged.length
  const { status } = await work()
  return { status, lines: portal.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const withClaims = (claims: Record<string, unknown>) => portal.token('anna', { claims })

describe('the token', () => {
  test.each([
    ['an array as subject', { sub: ['a'] }],
    ['a number as subject', { sub: 1 }],
    ['an object as subject', { sub: { a: 1 } }],
    ['an empty subject', { sub: '' }],
    ['a NUL in the subject', { sub: 'a\u0000b' }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
    ['a text as time', { iat: 'now' }],
    ['ten years', { exp: start.getTime() / 1000 + 315_360_000 }],
    ['no end', { exp: 1e308 }],
    ['an hour ahead', { iat: start.getTime() / 1000 + 3600, exp: start.getTime() / 1000 + 7200 }],
    ['not valid yet', { nbf: start.getTime() / 1000 + 240 }],
  ])('with %s is refused with 401', async (_what, claims) => {
    const { status, challenge } = await asks(await withClaims(claims))
    expect([status, challenge]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  test('with a lifetime of a day is accepted, with a minute more it is not', async () => {
    expect((await asks(await withClaims({ exp: seconds() + 86_400 }))).status).toBe(200)
    expect((await asks(await withClaims({ exp: seconds() + 86_460 }))).status).toBe(401)
  })

  test('may be sent with the scheme in any case, and if it is absent there is a challenge', async () => {
    const token = await withClaims({})
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await asks(token, { scheme })).status).toBe(200)
    expect((await asks(token, { scheme: 'Basic' })).status).toBe(401)
    const bare = await portal.app.inject({ url: '/api/user/profile', headers: { host: 'localhost' } })
    expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })
})

describe('a clock that differs', () => {
  const at = start.getTime() / 1000
  test.each([
    ['two minutes ahead', { nbf: at + 120, iat: at + 120, exp: at + 420 }],
    ['two minutes behind', { nbf: at - 420, iat: at - 420, exp: at - 120 }],
    ['ten minutes ahead, of a provider that says nothing of when a token begins to count', { iat: at + 600 }],
  ])('is taken: %s', async (_what, claims) => {
    expect((await asks(await withClaims(claims))).status).toBe(200)
  })

  test.each([
    ['nbf', { nbf: at + 240 }, 240],
    ['iat', { iat: at + 660 }, 660],
  ])(
    'by more is logged with the claim and the difference, and nothing else from the token: %s',
    async (claim, claims, offBySeconds) => {
      const token = await withClaims(claims)
      const { status, lines } = await logs(() => asks(token))
      expect(status).toBe(401)
      const entry = lines.find(({ msg }) => msg === 'token refused')
      expect(entry).toMatchObject({ level: 40, claim, offBySeconds })
      for (const part of token.split('.')) expect(JSON.stringify(lines)).not.toContain(part)
    },
  )

  test('is accepted if the setting allows it', async () => {
    const patient = await testPortal({ CLOCK_TOLERANCE: '400' })
    const claims = { nbf: seconds() + 390, iat: seconds() + 390 }
    const headers = { authorization: `Bearer ${await patient.token('anna', { claims })}` }
    expect((await patient.send(null, 'GET', '/api/user/profile', { headers })).status).toBe(200)
    await patient.close()
  })
})

test('a clock that is set back keeps nobody signed in', async () => {
  const token = await withClaims({ iat: seconds() - 7200, exp: seconds() + 7200 })
  expect((await asks(token)).status).toBe(200)
  wait(-3_600_000)
  await sql`update employees set active = false where id = ${anna}`.execute(portal.db)
  expect((await asks(token)).status).toBe(403)
  await sql`update employees set active = true where id = ${anna}`.execute(portal.db)
})

describe('who was refused', () => {
  const lineOf = (lines: Record<string, unknown>[]) => lines.find(({ msg }) => msg === 'request')

  test('for a missing claim is logged by id', async () => {
    const bertil = (await findByUserName(portal.db, 'bertil', null))[0]!.id
    const token = await portal.token('bertil')
    const { status, lines } = await logs(() => asks(token, { path: '/api/forslag/' }))
    expect(status).toBe(403)
    expect(lineOf(lines)).toMatchObject({ status: 403, employee: bertil })
  })

  test('for an expired token is logged by id', async () => {
    const token = await withClaims({ iat: seconds() - 7200, exp: seconds() - 3600 })
    const { lines } = await logs(() => asks(token))
    expect(lineOf(lines)).toMatchObject({ status: 401, employee: anna })
  })

  test('on another company’s host is logged by id', async () => {
    const host = 'vast.localhost'
    const token = await portal.token('anna', { host })
    const { lines } = await logs(() => asks(token, { host }))
    expect(lineOf(lines)).toMatchObject({ status: 403, employee: anna })
  })

  test('is unknown if the token is forged; an accepted employee is not logged', async () => {
    const forged = await logs(async () => asks(`${(await withClaims({})).slice(0, -6)}AAAAAA`))
    expect(lineOf(forged.lines)).not.toHaveProperty('employee')
    const good = await logs(async () => asks(await withClaims({})))
    expect(lineOf(good.lines)).not.toHaveProperty('employee')
  })

  test('has no line for an unlogged call', async () => {
    const token = await withClaims({ iat: seconds() - 7200, exp: seconds() - 3600 })
    const { status, lines } = await logs(async () => {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/undersokning/send',
        headers: { host: 'localhost', authorization: `Bearer ${token}` },
        payload: {},
      })
      return { status: answer.statusCode }
    })
    expect(status).toBe(401)
    expect(JSON.stringify(lines)).not.toContain(anna)
  })
})

describe('a sign-out', () => {
  const signsOut = async (token: string, host = 'localhost', payload?: object) => {
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: '/api/user/loggaut',
      headers: { host, authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
    return statusCode
  }

  test('ends the token at once, even if it was remembered as valid', async () => {
    const token = await withClaims({ nonce: 'ends' })
    expect((await asks(token)).status).toBe(200)
    expect(await signsOut(token)).toBe(200)
    expect((await asks(token)).status).toBe(401)
    expect(await signsOut(token)).toBe(401)
    expect((await asks(await withClaims({ nonce: 'another' }))).status).toBe(200)
  })

  test('ends the token however its signature is encoded', async () => {
    const token = await withClaims({ nonce: 'written' })
    expect(await signsOut(token)).toBe(200)
    // The last letter of a signature has unused bits: other letters decode to the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const last of letters) expect((await asks(token.slice(0, -1) + last)).status).toBe(401)
  })

  test('ends it in another process within half a minute, and after a restart', async () => {
    const other = await portal.beside()
    const token = await withClaims({ nonce: 'elsewhere' })
    const there = async () =>
      (
        await other.inject({
          url: '/api/user/profile',
          headers: { host: 'localhost', authorization: `Bearer ${token}` },
        })
      ).statusCode
    expect(await there()).toBe(200)
    await signsOut(token, 'localhost', {})
    wait(REMEMBERED_MS + 1)
    expect(await there()).toBe(401)
    await other.close()
  })

  test('ends all earlier tokens of the session, but not later ones or another session’s', async () => {
    const older = await withClaims({ sid: 's1', iat: seconds() - 600, nonce: 'older' })
    const newer = await withClaims({ sid: 's1', nonce: 'newer' })
    const another = await withClaims({ sid: 's2', nonce: 'another session' })
    const somebody = await portal.token('david', { claims: { sid: 's1' } })
    expect((await asks(older)).status).toBe(200)
    expect(await signsOut(await withClaims({ sid: 's1', iat: seconds() - 60 }))).toBe(200)
    expect([(await asks(older)).status, (await asks(newer)).status]).toEqual([401, 401])
    expect([(await asks(another)).status, (await asks(somebody)).status]).toEqual([200, 200])
    // The provider's session outlived the sign-out: a new token from it is accepted.
    wait(1000)
    expect((await asks(await withClaims({ sid: 's1', nonce: 'back' }))).status).toBe(200)
  })

  test('with a token of a provider whose clock is ahead still ends that token', async () => {
    const token = await withClaims({ sid: 's3', iat: seconds() + 45 })
    expect(await signsOut(token)).toBe(200)
    expect((await asks(token)).status).toBe(401)
  })

  describe('at a provider that sets the time of issue back', () => {
    const BACK_S = 300
    let own: TestPortal
    beforeAll(async () => {
      own = await testPortal()
    })
    afterAll(() => own.close())

    const later = (s: number) => void (own.clock.now = new Date(own.clock.now.getTime() + s * 1000))
    /** A token of a session that was issued so many seconds ago. */
    const issued = (sid: string, ago = 0) => {
      const iat = Math.floor(own.clock.now.getTime() / 1000) - BACK_S - ago
      return own.token('anna', { claims: { sid, iat, exp: iat + 3600 } })
    }
    const status = async (token: string, method: 'GET' | 'POST' = 'GET') => {
      const url = method === 'GET' ? '/api/user/profile' : '/api/user/loggaut'
      const headers = { host: 'localhost', authorization: `Bearer ${token}` }
      return (await own.app.inject({ method, url, headers })).statusCode
    }

    test('lets the same session in again at once, but none of the tokens from before', async () => {
      const first = await issued('lags')
      expect(await status(first)).toBe(200)
      later(900)
      const [older, between] = [await issued('lags', 1000), await issued('lags', 60)]
      expect(await status(first, 'POST')).toBe(200)
      for (const token of [first, older, between]) expect(await status(token)).toBe(401)
      later(2)
      expect(await status(await issued('lags'))).toBe(200)
      expect(await status(between)).toBe(401)
    })

    test('ends what was issued until ten minutes before, also where only an old token has been seen', async () => {
      const beside = await own.beside()
      const headers = (token: string) => ({ host: 'localhost', authorization: `Bearer ${token}` })
      const late = await issued('late', 1500)
      const before = await issued('late', 600)
      const ended = await beside.inject({ method: 'POST', url: '/api/user/loggaut', headers: headers(late) })
      expect(ended.statusCode).toBe(200)
      for (const token of [late, before])
        expect((await beside.inject({ url: '/api/user/profile', headers: headers(token) })).statusCode).toBe(401)
      await beside.close()
    })
  })

  test('is stored as a hash until such a token has expired, and then deleted', async () => {
    const token = await withClaims({ sid: 's4' })
    await signsOut(token)
    const { rows } = await sql<{ key: string }>`select key from ended_sign_ins`.execute(portal.db)
    for (const { key } of rows) {
      expect(key).toMatch(/^[\w-]{43}$/)
      expect(token).not.toContain(key)
    }
    const { forgetEndedSignIns } = await import('./ended-sign-ins.ts')
    const left = async () => (await sql`select 1 from ended_sign_ins`.execute(portal.db)).rows.length
    await forgetEndedSignIns(portal.db, new Date(start.getTime() + 86_400_000))
    expect(await left()).toBeGreaterThan(0)
    await forgetEndedSignIns(portal.db, new Date(start.getTime() + 86_400_000 + 900_000))
    expect(await left()).toBe(0)
  })

  test('accepts only an empty body', async () => {
    expect(await signsOut(await withClaims({ nonce: 'body' }), 'localhost', { token: 'another' })).toBe(400)
  })
})

describe('what the employee’s company has switched off', () => {
  test('is off on the group’s hosts too, and the claims say so', async () => {
    for (const host of ['localhost', 'dev.localhost']) {
      const faults = await portal.send('gunilla', 'GET', '/api/fordonskontroll/categories', { host })
      expect([host, faults.status]).toEqual([host, 403])
      const eco = await portal.send('ida', 'GET', '/api/bpl/ecodriving/overview', { host })
      expect([host, eco.status]).toEqual([host, 403])
      const { body } = await portal.send('gunilla', 'GET', '/api/user/profile', { host })
      expect(body.result).toContainEqual({ type: 'SwitchedOff', value: 'vehicleFaults' })
      expect((await portal.send('anna', 'GET', '/api/fordonskontroll/categories', { host })).status).toBe(200)
    }
  })
})

test('a table of cases that cannot be read keeps nobody from signing in, and is logged', async () => {
  await sql`alter table cases rename to cases_away`.execute(portal.db)
  wait(REMEMBERED_MS + 1)
  const { status, lines } = await logs(async () => asks(await withClaims({})))
  await sql`alter table cases_away rename to cases`.execute(portal.db)
  expect(status).toBe(200)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'cases that name an employee cannot be read' }))
})

test('a remembered token keeps nothing of its request in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const sent = await (async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/forslag/',
      headers: { host: 'localhost', authorization: `Bearer ${await portal.token('anna')}` },
      payload: { Rubrik: 'x'.repeat(100_000) },
    })
    expect(answer.statusCode).toBe(400)
    return new WeakRef(answer.raw.req)
  })()
  // A dereferenced WeakRef keeps its target until the next task, so only the result leaves this function.
  const isGone = async () => {
    await setImmediate()
    collect()
    return sent.deref() === undefined
  }
  await expect.poll(isGone).toBe(true)
})
