// Signing in and out at the embedded provider, and staying signed in.
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payloadStore } from './store.ts'
import { locationOf, pkce, TestBrowser } from './test-browser.ts'
import { anna, signInSteps, type TestProvider, testProvider, whoIs } from './test-provider.ts'

let provider: TestProvider
let clock: TestProvider['clock']
let opened: TestProvider['opened']
let port: number
beforeAll(async () => {
  provider = await testProvider()
  ;({ clock, opened, port } = provider)
})
afterAll(() => provider.close())
const { authorization, exchange, signIn } = signInSteps(() => provider)

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
  await provider.restart()
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
