// What the embedded provider refuses: wrong passwords, floods, other hosts, and sign-ins of another browser.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { accountsNamed } from './accounts.ts'
import { payloadStore } from './store.ts'
import { locationOf, pkce, TestBrowser } from './test-browser.ts'
import { anna, config, signInSteps, type TestProvider, testProvider } from './test-provider.ts'

let provider: TestProvider
let clock: TestProvider['clock']
let logged: string[]
let moveClock: TestProvider['moveClock']
let opened: TestProvider['opened']
let port: number
let start: TestProvider['start']
let variants: TestProvider['variants']
beforeAll(async () => {
  provider = await testProvider()
  ;({ clock, logged, moveClock, opened, port, start, variants } = provider)
})
afterAll(() => provider.close())
const { authorization, signIn } = signInSteps(() => provider)

const idOf = async (userName: string, company: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from employees where user_name = ${userName} and company = ${company}`.execute(opened.db)
  return rows[0]?.id
}

/** Log lines of refused sign-ins after the first `since` lines. */
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
  // Nobody else is locked out, and Eva only for 15 minutes.
  expect((await signIn(new TestBrowser(port), 'norr.localhost', anna)).token).not.toBeNull()
  moveClock(15 * 60_000 + 1)
  expect((await tries('eva', 'demo')).status).toBe(303)
  moveClock(0)
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
  // A port that is already known and the port of the settings still work.
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
