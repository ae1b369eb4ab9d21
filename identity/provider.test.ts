import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { authenticator } from '#core/people/server/authentication.ts'
import { answerErrors } from '#platform/server/http/errors.ts'
import { ensureEmployees } from '#core/people/server/store.ts'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { copyOfTemplate, type TemplateCopy } from '../app/server/test-copy.ts'
import { accountsNamed } from './accounts.ts'
import { embeddedProvider } from './index.ts'
import { payloadStore } from './store.ts'
import { locationOf, pkce, TestBrowser, type Pkce } from './test-browser.ts'

const config = readConfig({ VARIANTS_DIR: new URL('../variants', import.meta.url).pathname })
let ahead = 0
const clock = () => new Date(Date.now() + ahead)
const logged: string[] = []

const featured = async () => [
  { userName: 'anna', name: 'Anna Lindgren', position: 'Bussförare', company: 'norr', role: 'Skyddsombud' },
  { userName: 'ida', name: 'Ida Sjö', position: 'Bussförare', company: 'syd', role: null },
]

let variants: Variants
let copy: TemplateCopy
let opened: OpenDatabase
let app: FastifyInstance
let port: number

/** A portal with only the provider and one call. */
async function start(at: number, settings = config): Promise<FastifyInstance> {
  const { db } = opened
  const log: FastifyBaseLogger = pino(
    { level: 'info', base: null },
    { write: (line: string) => void logged.push(line) },
  )
  const portal = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const embedded = await embeddedProvider({ db, config: settings, variants, clock, log: portal.log, featured })
  answerErrors(portal)
  const authenticate = authenticator({
    db,
    config: settings,
    variants,
    clock,
    embedded,
    log: portal.log,
    named: async () => [],
  })
  portal.route({
    method: 'GET',
    url: '/who',
    handler: async (request) => ({ who: (await authenticate(request)).employee.userName }),
  })
  await portal.register(embedded.routes)
  await portal.listen({ port: at, host: '127.0.0.1' })
  return portal
}

beforeAll(async () => {
  variants = await loadVariants(config.variantsDir)
  copy = await copyOfTemplate()
  opened = await copy.open()
  const person = (company: string, userName: string) =>
    ensureEmployees(opened.db, company, [
      { company, number: userName, userName, firstName: 'Kim', lastName: 'Ek', claims: [] },
    ])
  await person('norr', 'gone')
  await person('norr', '990001')
  await person('syd', '990001')
  app = await start(0)
  port = (app.server.address() as { port: number }).port
})

afterAll(async () => {
  await app.close()
  await opened.close()
  await copy.drop()
})

const clientOf = (hostname: string) => variants.forHost(hostname).signIn.clientId

function authorization(
  browser: TestBrowser,
  hostname: string,
  { challenge }: Pkce,
  extra: Record<string, string> = {},
): string {
  const silent = extra['prompt'] === 'none'
  return `${browser.origin(hostname)}/oidc/auth?${new URLSearchParams({
    client_id: clientOf(hostname),
    redirect_uri: `${browser.origin(hostname)}/${silent ? 'silent-renew' : 'callback'}`,
    response_type: 'code',
    scope: 'openid profile',
    state: 'here',
    nonce: 'once',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  })}`
}

function exchange(browser: TestBrowser, hostname: string, back: URL, { verifier }: Pkce) {
  return browser.tokens(hostname, {
    grant_type: 'authorization_code',
    client_id: clientOf(hostname),
    redirect_uri: back.origin + back.pathname,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
  })
}

async function signIn(browser: TestBrowser, hostname: string, form: Record<string, string>) {
  const proof = pkce()
  const page = await browser.follow(authorization(browser, hostname, proof))
  expect(page.body).toContain('<h1>Logga in</h1>')
  const back = await browser.follow(page.url, form)
  if (!back.url.searchParams.has('code')) return { page: back, token: null }
  const { json } = await exchange(browser, hostname, back.url, proof)
  return { page: back, token: json.id_token }
}

const anna = { username: 'anna', password: 'demo' }

async function whoIs(browser: TestBrowser, hostname: string, token: string) {
  const answer = await browser.fetch(`${browser.origin(hostname)}/who`, undefined, { authorization: `Bearer ${token}` })
  return { status: answer.status, ...(JSON.parse(answer.body) as { who?: string }) }
}

test('an employee signs in by code and PKCE, and the API takes the ID token', async () => {
  const browser = new TestBrowser(port)
  const { page, token } = await signIn(browser, 'norr.localhost', anna)
  expect(page.url.pathname).toBe('/callback')
  expect(page.url.searchParams.get('state')).toBe('here')
  expect(decodeProtectedHeader(token!).alg).toBe('ES256')
  const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({
    iss: `${browser.origin('norr.localhost')}/oidc`,
    aud: 'linjen-norr',
    name: 'Anna Lindgren',
    preferred_username: 'anna',
    nonce: 'once',
  })
  expect(await whoIs(browser, 'norr.localhost', token!)).toEqual({ status: 200, who: 'anna' })
})

test("another variant's host does not accept the token", async () => {
  const browser = new TestBrowser(port)
  const { token } = await signIn(browser, 'norr.localhost', anna)
  expect((await whoIs(browser, 'localhost', token!)).status).toBe(401)
  expect((await whoIs(browser, 'vast.localhost', token!)).status).toBe(401)
})

test('a code is accepted once', async () => {
  const browser = new TestBrowser(port)
  const proof = pkce()
  const page = await browser.follow(authorization(browser, 'localhost', proof))
  const back = await browser.follow(page.url, anna)
  expect((await exchange(browser, 'localhost', back.url, proof)).status).toBe(200)
  expect((await exchange(browser, 'localhost', back.url, proof)).json.error).toBe('invalid_grant')
})

test('a code that many redeem at once is accepted once', async () => {
  const browser = new TestBrowser(port)
  const proof = pkce()
  const page = await browser.follow(authorization(browser, 'localhost', proof))
  const back = await browser.follow(page.url, anna)
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(browser, 'localhost', back.url, proof)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, json } of answers) expect([200, 400, 'invalid_grant']).toContain(json.error ?? status)
})

test('a consumed code cannot be consumed again', async () => {
  const codes = payloadStore(opened.db, clock)('AuthorizationCode')
  await codes.upsert('once', { kind: 'AuthorizationCode' }, 60)
  const tries = await Promise.allSettled(Array.from({ length: 5 }, async () => codes.consume('once')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual(
    Array.from({ length: 4 }, () => 'invalid_grant'),
  )
})

test('a signed-in employee is renewed without a question, from a frame of the portal', async () => {
  const browser = new TestBrowser(port)
  await signIn(browser, 'localhost', anna)
  const proof = pkce()
  const silent = await browser.follow(authorization(browser, 'localhost', proof, { prompt: 'none' }))
  expect(silent.url.pathname).toBe('/silent-renew')
  expect(silent.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(silent.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  const { json } = await exchange(browser, 'localhost', silent.url, proof)
  expect((await whoIs(browser, 'localhost', json.id_token)).who).toBe('anna')
})

test('a silent request by somebody who is not signed in is refused without a page', async () => {
  const browser = new TestBrowser(port)
  const silent = await browser.follow(authorization(browser, 'localhost', pkce(), { prompt: 'none' }))
  expect(silent.url.pathname).toBe('/silent-renew')
  expect(silent.url.searchParams.get('error')).toBe('login_required')
})

test('signing out ends the session without a question', async () => {
  const browser = new TestBrowser(port)
  const { token } = await signIn(browser, 'localhost', anna)
  const end = new URLSearchParams({
    id_token_hint: token!,
    post_logout_redirect_uri: `${browser.origin('localhost')}/loggedout`,
    state: 'bye',
  })
  const address = `${browser.origin('localhost')}/oidc/session/end?${end}`
  const answer = await browser.fetch(address)
  expect(answer.status).toBe(303)
  expect(locationOf(answer)).toBe(`${browser.origin('localhost')}/loggedout?state=bye`)
  const silent = await browser.follow(authorization(browser, 'localhost', pkce(), { prompt: 'none' }))
  expect(silent.url.searchParams.get('error')).toBe('login_required')
  // Again from a second tab: there is nothing left to end.
  expect(locationOf(await browser.fetch(address))).toBe(`${browser.origin('localhost')}/loggedout?state=bye`)
})

test('signing out needs a confirmation if no ID token shows who asks', async () => {
  const browser = new TestBrowser(port)
  await signIn(browser, 'localhost', anna)
  const asked = await browser.fetch(`${browser.origin('localhost')}/oidc/session/end`)
  expect(asked.body).toContain('Vill du logga ut?')
  const silent = await browser.follow(authorization(browser, 'localhost', pkce(), { prompt: 'none' }))
  expect(silent.url.searchParams.has('code')).toBe(true)
})

test('a restart keeps keys and sessions', async () => {
  const browser = new TestBrowser(port)
  const { token } = await signIn(browser, 'localhost', anna)
  await app.close()
  app = await start(port)
  expect((await whoIs(browser, 'localhost', token!)).who).toBe('anna')
  const silent = await browser.follow(authorization(browser, 'localhost', pkce(), { prompt: 'none' }))
  expect(silent.url.searchParams.has('code')).toBe(true)
})

test('a wrong password is reported, and the user name stays', async () => {
  const browser = new TestBrowser(port)
  const { page } = await signIn(browser, 'localhost', { username: 'anna"<', password: 'fel' })
  expect(page.status).toBe(200)
  expect(page.body).toContain('Fel användarnamn eller lösenord')
  expect(page.body).toContain('value="anna&#34;&#60;"')
  expect(page.body.match(/aria-invalid="true" aria-describedby="error"/g)).toHaveLength(2)
})

test("on a company's own host only its employees may sign in", async () => {
  const browser = new TestBrowser(port)
  const { page } = await signIn(browser, 'vast.localhost', anna)
  expect(page.body).toContain('Fel användarnamn eller lösenord')
  expect((await signIn(browser, 'vast.localhost', { username: 'norr/anna', password: 'demo' })).token).toBeNull()
  expect((await signIn(browser, 'dev.localhost', anna)).token).not.toBeNull()
})

test('a user name that two companies share is distinguished by the company', async () => {
  const browser = new TestBrowser(port)
  const typed = { username: '990001', password: 'demo' }
  expect((await signIn(browser, 'localhost', typed)).page.body).toContain(
    'Skriv bolaget först, till exempel norr/10001.',
  )
  expect((await signIn(new TestBrowser(port), 'norr.localhost', typed)).token).not.toBeNull()
  expect((await signIn(new TestBrowser(port), 'localhost', { ...typed, username: 'Syd/990001 ' })).token).not.toBeNull()
})

test('the demo offers its employees, on a company host only its own, and one click signs in', async () => {
  const browser = new TestBrowser(port)
  const everywhere = await browser.follow(authorization(browser, 'localhost', pkce()))
  expect(everywhere.body).toContain('value="syd/ida"')
  const page = await browser.follow(authorization(browser, 'norr.localhost', pkce()))
  expect(page.body).not.toContain('value="syd/ida"')
  expect(page.body).toContain('Bussförare, Linjen Norr')
  expect(page.body).toContain('Roll på kontoret: Skyddsombud')
  const { token } = await signIn(browser, 'norr.localhost', { pick: 'norr/anna' })
  expect((await whoIs(browser, 'norr.localhost', token!)).who).toBe('anna')
})

test('a deactivated employee can neither sign in nor be renewed', async () => {
  const browser = new TestBrowser(port)
  const gone = { username: 'gone', password: 'demo' }
  expect((await signIn(browser, 'localhost', gone)).token).not.toBeNull()
  await sql`update employees set active = false where user_name = 'gone'`.execute(opened.db)
  const silent = await browser.follow(authorization(browser, 'localhost', pkce(), { prompt: 'none' }))
  expect(silent.url.searchParams.get('error')).toBe('login_required')
  const { page } = await signIn(browser, 'localhost', gone)
  expect(page.body).toContain('Fel användarnamn eller lösenord')
})

test('somebody may sign in while another person’s session is still open', async () => {
  const browser = new TestBrowser(port)
  await signIn(browser, 'localhost', anna)
  const proof = pkce()
  const page = await browser.follow(authorization(browser, 'localhost', proof, { prompt: 'login' }))
  const between = await browser.follow(page.url, { username: 'ida', password: 'demo' })
  // The library ends the first session through a form that submits itself; its script is the only one allowed.
  const action = /action="([^"]+)"/.exec(between.body)?.[1] ?? ''
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(between.body)?.[1] ?? ''
  expect(between.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
  const back = await browser.follow(action, { xsrf, logout: 'yes' })
  const { json } = await exchange(browser, 'localhost', back.url, proof)
  expect((await whoIs(browser, 'localhost', json.id_token)).who).toBe('ida')
})

test('the token names its session, so that a sign-out can end all of the session’s tokens', async () => {
  const { token } = await signIn(new TestBrowser(port), 'localhost', anna)
  const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(claims['sid']).toMatch(/^[\w-]{10,}$/)
})

test('a renewed token belongs to the same session', async () => {
  const browser = new TestBrowser(port)
  const { token } = await signIn(browser, 'localhost', anna)
  const proof = pkce()
  const silent = await browser.follow(authorization(browser, 'localhost', proof, { prompt: 'none' }))
  const { json } = await exchange(browser, 'localhost', silent.url, proof)
  const sessionOf = (text: string) =>
    (JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid
  expect(sessionOf(json.id_token)).toBe(sessionOf(token!))
})

const idOf = async (userName: string, company: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from employees where user_name = ${userName} and company = ${company}`.execute(opened.db)
  return rows[0]?.id
}

/** Log lines of refused sign-ins since that position. */
const refusals = (since: number) =>
  logged
    .slice(since)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'sign-in refused')

test('a refused sign-in is logged with the employee’s id, never with what was typed', async () => {
  const since = logged.length
  await signIn(new TestBrowser(port), 'localhost', { username: 'anna', password: 'hemligt' })
  await signIn(new TestBrowser(port), 'localhost', { username: 'ingen-alls', password: 'hemligt' })
  const [known, unknown] = refusals(since)
  expect(known).toMatchObject({ reason: 'wrong', employee: await idOf('anna', 'norr') })
  expect(unknown).not.toHaveProperty('employee')
  for (const typed of ['ingen-alls', 'hemligt', '"anna"']) expect(logged.slice(since).join('')).not.toContain(typed)
})

test('queries the database in the same way for existing and unknown names, so that the time taken reveals nothing', async () => {
  const asked = async (userName: string) => {
    const statements: string[] = []
    const db = opened.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements.push('one')
        return result
      },
    })
    const named = await accountsNamed({ db, variants }, variants.forHost('norr.localhost'), userName)
    return { found: named.length, statements: statements.length }
  }
  expect(await Promise.all(['anna', 'Anna', 'ingen-alls', 'INGEN-ALLS', 'norr/anna'].map(asked))).toEqual([
    { found: 1, statements: 1 },
    { found: 1, statements: 1 },
    { found: 0, statements: 1 },
    { found: 0, statements: 1 },
    { found: 1, statements: 1 },
  ])
})

test('an account accepts a limited number of wrong passwords, by any of its names, and then none for a while', async () => {
  const browser = new TestBrowser(port)
  const page = await browser.follow(authorization(browser, 'norr.localhost', pkce()))
  const tries = (username: string, password: string) => browser.fetch(page.url, { username, password })
  for (let n = 0; n < 20; n++) {
    expect((await tries(n % 2 ? 'norr/eva' : 'Eva', 'fel')).body).toContain('Fel användarnamn eller lösenord')
  }
  const since = logged.length
  const kept = await tries('eva', 'demo')
  expect([kept.status, kept.headers.location]).toEqual([429, undefined])
  expect(refusals(since)).toMatchObject([{ reason: 'too many', employee: await idOf('eva', 'norr') }])
  // Nobody else is locked out, and she is not for longer than that.
  expect((await signIn(new TestBrowser(port), 'norr.localhost', anna)).token).not.toBeNull()
  ahead = 15 * 60_000 + 1
  expect((await tries('eva', 'demo')).status).toBe(303)
  ahead = 0
})

test('over https the cookies have names that only this host may set', async () => {
  const behindProxy = await start(
    0,
    readConfig({ NODE_ENV: 'test', VARIANTS_DIR: config.variantsDir, PUBLIC_URL: 'https://localhost' }),
  )
  const browser = new TestBrowser((behindProxy.server.address() as { port: number }).port)
  const proof = pkce()
  const address = new URL(authorization(browser, 'localhost', proof))
  const over = (path: string) => `https://localhost${path}`
  address.searchParams.set('redirect_uri', over('/callback'))
  const set: string[] = []
  const visit = async (url: string | URL, form?: Record<string, string>) => {
    const answer = await browser.fetch(url, form)
    set.push(...((answer.headers['set-cookie'] as string[] | undefined) ?? []))
    return answer
  }
  const asked = await visit(over(address.pathname + address.search))
  const signedIn = await visit(new URL(locationOf(asked)!, over('/')), anna)
  const back = await visit(new URL(locationOf(signedIn)!, over('/')))
  expect(new URL(locationOf(back)!).searchParams.has('code')).toBe(true)
  const kept = set.filter((line) => !/expires=Thu, 01 Jan 1970/i.test(line))
  expect(kept.length).toBeGreaterThan(3)
  for (const line of kept) {
    expect(line).toMatch(/; secure/i)
    expect(line).toMatch(/; httponly/i)
    expect(line).not.toMatch(/domain=/i)
    if (line.startsWith('__Host-')) expect(line).toMatch(/path=\/;/i)
    else expect(line).toMatch(/^__Secure-/)
  }
  expect(kept.some((line) => line.startsWith('__Host-linjen_standard_session='))).toBe(true)
  await behindProxy.close()
})

test('nobody can fill the table with sign-ins that are never finished', async () => {
  const begun = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from oidc_payloads where model = 'Interaction'`.execute(opened.db)
    return rows[0]?.n ?? 0
  }
  const own = await start(0)
  const browser = new TestBrowser((own.server.address() as { port: number }).port)
  const before = await begun()
  const answers = []
  for (let n = 0; n < 245; n++) answers.push(await browser.fetch(authorization(browser, 'localhost', pkce())))
  expect((await begun()) - before).toBe(240)
  const last = answers.at(-1)
  expect(last?.status).toBe(429)
  expect(last?.body).toContain('<html lang="sv"')
  // A sign-in that has begun may continue.
  expect((await browser.fetch(`${browser.origin('localhost')}/oidc/jwks`)).status).toBe(200)
  for (const path of ['auth/', '%61uth', 'AUTH'])
    expect((await browser.fetch(authorization(browser, 'localhost', pkce()).replace('auth', path))).status).toBe(429)
  const page = await browser.fetch(new URL(locationOf(answers[239]!)!, browser.origin('localhost')))
  expect(page.body).toContain('<h1>Logga in</h1>')
  await own.close()
  await sql`
    insert into oidc_payloads (model, id, payload, expires_at)
    select 'Interaction', 'many' || n, '{}', now() + n * interval '1 second' from generate_series(1, 6000) as s(n)`.execute(
    opened.db,
  )
  await payloadStore(opened.db, clock)('Session').upsert('any', {}, 60)
  expect(await begun()).toBe(5000)
  await sql`delete from oidc_payloads where model = 'Interaction'`.execute(opened.db)
}, 60_000)

test('a host that no variant names has no provider', async () => {
  const browser = new TestBrowser(port)
  const answer = await browser.fetch(`${browser.origin('evil.example')}/oidc/.well-known/openid-configuration`)
  expect(answer.status).toBe(404)
  expect((await browser.fetch(`${browser.origin('localhost')}/oidc/nothing`)).status).toBe(404)
})

test('PKCE, the host’s own client and a registered address are required', async () => {
  const browser = new TestBrowser(port)
  const proof = pkce()
  const bare = new URL(authorization(browser, 'localhost', proof))
  bare.searchParams.delete('code_challenge')
  bare.searchParams.delete('code_challenge_method')
  expect((await browser.follow(bare)).url.searchParams.get('error')).toBe('invalid_request')
  const plain = authorization(
    browser,
    'localhost',
    { ...proof, challenge: proof.verifier },
    { code_challenge_method: 'plain' },
  )
  expect((await browser.follow(plain)).url.searchParams.get('error')).toBe('invalid_request')
  const other = await browser.follow(authorization(browser, 'localhost', proof, { client_id: 'linjen-norr' }))
  expect(other.status).toBe(400)
  expect(other.body).toContain('Ett fel inträffade.')
  const elsewhere = { redirect_uri: 'https://evil.example/callback' }
  expect((await browser.follow(authorization(browser, 'localhost', proof, elsewhere))).status).toBe(400)
})

test('ever new ports in the Host header are refused after a while, but the portal’s own port works', async () => {
  const other = await start(0)
  const ask = async (host: string) =>
    (await other.inject({ url: '/oidc/.well-known/openid-configuration', headers: { host } })).statusCode
  expect(await ask('norr.localhost:9000')).toBe(200)
  const statuses = []
  for (let n = 1; n <= 30; n++) statuses.push(await ask(`localhost:${n}`))
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  // Ports that are already known, and that of the settings.
  expect([await ask('norr.localhost:9000'), await ask(`syd.localhost:${config.port}`)]).toEqual([200, 200])
  await other.close()
})

test("a sign-in that is not this browser's cannot be completed", async () => {
  const page = await new TestBrowser(port).follow(authorization(new TestBrowser(port), 'localhost', pkce()))
  const answer = await new TestBrowser(port).fetch(page.url, anna)
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('Inloggningen tog för lång tid')
})

test('a form of another site is refused if the browser reports it', async () => {
  const browser = new TestBrowser(port)
  const page = await browser.follow(authorization(browser, 'localhost', pkce()))
  expect((await browser.fetch(page.url, anna, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
})
