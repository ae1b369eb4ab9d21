// The embedded provider with two companies' employees, and a browser's steps through a sign-in, for tests.
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '#platform/server/config.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { authenticator } from '#core/people/server/accounts/authentication.ts'
import { answerErrors } from '#platform/server/http/errors.ts'
import { ensureEmployees } from '#core/people/server/store.ts'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { copyOfTemplate } from '../app/server/test-copy.ts'
import { embeddedProvider } from './index.ts'
import { pkce, type Pkce, type TestBrowser } from './test-browser.ts'

export const config = readConfig({ VARIANTS_DIR: new URL('../variants', import.meta.url).pathname })

const featured = async () => [
  { userName: 'anna', name: 'Anna Lindgren', position: 'Bussförare', company: 'norr', role: 'Skyddsombud' },
  { userName: 'ida', name: 'Ida Sjö', position: 'Bussförare', company: 'syd', role: null },
]

export interface TestProvider {
  readonly variants: Variants
  readonly opened: OpenDatabase
  readonly port: number
  /** The log lines of every portal that was started. */
  readonly logged: string[]
  readonly clock: () => Date
  /** Sets the clock this many milliseconds ahead of the real time. */
  moveClock: (ahead: number) => void
  /** Starts a portal with only the provider and one call; port 0 takes a free one. */
  start: (at: number, settings?: typeof config) => Promise<FastifyInstance>
  /** Stops the first portal and starts another one on its port. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

export async function testProvider(): Promise<TestProvider> {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const logged: string[] = []
  const variants = await loadVariants(config.variantsDir)
  const copy = await copyOfTemplate()
  const opened = await copy.open()
  const start = async (at: number, settings = config): Promise<FastifyInstance> => {
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
  const person = (company: string, userName: string) =>
    ensureEmployees(opened.db, company, [
      { company, number: userName, userName, firstName: 'Kim', lastName: 'Ek', claims: [] },
    ])
  await person('norr', 'gone')
  await person('norr', '990001')
  await person('syd', '990001')
  let app = await start(0)
  const { port } = app.server.address() as { port: number }
  return {
    variants,
    opened,
    port,
    logged,
    clock,
    moveClock: (to) => {
      ahead = to
    },
    start,
    restart: async () => {
      await app.close()
      app = await start(port)
    },
    close: async () => {
      await app.close()
      await opened.close()
      await copy.drop()
    },
  }
}

export const anna = { username: 'anna', password: 'demo' }

/** Asks the portal which employee a token belongs to. */
export async function whoIs(browser: TestBrowser, hostname: string, token: string) {
  const answer = await browser.fetch(`${browser.origin(hostname)}/who`, undefined, {
    authorization: `Bearer ${token}`,
  })
  return { status: answer.status, ...(JSON.parse(answer.body) as { who?: string }) }
}

/**
 * The steps of a sign-in at the provider. Each step calls `of`, because tests start the provider after these steps are
 * created.
 */
export function signInSteps(of: () => TestProvider) {
  const clientOf = (hostname: string) => of().variants.forHost(hostname).signIn.clientId

  function authorization(
    browser: TestBrowser,
    hostname: string,
    { challenge }: Pkce,
    extra: Record<string, string> = {},
  ): string {
    const silent = extra['prompt'] === 'none'
    const query = new URLSearchParams({
      client_id: clientOf(hostname),
      redirect_uri: `${browser.origin(hostname)}/${silent ? 'silent-renew' : 'callback'}`,
      response_type: 'code',
      scope: 'openid profile',
      state: 'here',
      nonce: 'once',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...extra,
    })
    return `${browser.origin(hostname)}/oidc/auth?${query.toString()}`
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
    if (!page.body.includes('<h1>Logga in</h1>')) throw new Error(`no sign-in page: ${page.body}`)
    const back = await browser.follow(page.url, form)
    if (!back.url.searchParams.has('code')) return { page: back, token: null }
    const { json } = await exchange(browser, hostname, back.url, proof)
    return { page: back, token: json.id_token }
  }

  return { authorization, exchange, signIn }
}
