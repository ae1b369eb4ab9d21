import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Database } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { portalLog } from '#platform/server/http/request-id.ts'
import type { Doorstep } from '#platform/server/http/door.ts'
import { findByUserName } from '#core/people/server/store.ts'
// For the type of `app.calls`, which is declared where calls are registered.
import '#platform/server/http/answer.ts'
import { sharedPageFiles, sharePageFiles } from '#platform/server/page-files.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from './config.ts'
import { required } from './jobs.ts'
import { buildApp, type AppParts } from './build.ts'
import { readiness } from './probes.ts'
import { copyOfTemplate } from './test-copy.ts'
import { testNow, testPayslipKey } from './test-template.ts'

export interface TestAnswer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

export interface TestPortal {
  readonly app: FastifyInstance
  readonly db: Database
  /** The clock of the portal; a test may move it. */
  readonly clock: { now: Date }
  /** Whether the portal accepts requests. A test may close it. */
  readonly doorstep: Doorstep
  /** Lines of the log so far. */
  readonly logged: string[]
  token(userName: string, options?: TokenOptions): Promise<string>
  /** Sends a request as an employee, or without a sign-in if `userName` is null. */
  send(
    userName: string | null,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    options?: SendOptions,
  ): Promise<TestAnswer>
  /** A second process on the same database, with the same page or another version's. It shares nothing else. Close it before the portal. */
  beside(page?: string): Promise<FastifyInstance>
  close(): Promise<void>
}

interface SendOptions {
  readonly host?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface TokenOptions {
  readonly host?: string
  /** Claims that differ from those of a valid token. */
  readonly claims?: Readonly<Record<string, unknown>>
}

const keys = await generateKeyPair('ES256', { extractable: true })
/** The key of every test token, also for a company's own issuer (test-issuer.ts). */
export const signingKey = { ...(await exportJWK(keys.privateKey)), kid: 'test', alg: 'ES256', use: 'sig' }
const publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'ES256' }

/**
 * A portal on its own copy of the template, with tokens of a test provider. Close it at the end. `onDisk`: an embedded database is in
 * DATA_DIR, for a test that reads its files.
 */
export async function testPortal(
  settings: Readonly<Record<string, string>> = {},
  { onDisk = false, page = null, times }: { onDisk?: boolean } & Pick<Partial<AppParts>, 'page' | 'times'> = {},
): Promise<TestPortal> {
  const doorstep: Doorstep = { state: 'open' }
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, ...settings })
  const copy = await copyOfTemplate(onDisk ? config.dataDir : null)
  const opened = await copy.open()
  const clock = { now: testNow }
  const logged: string[] = []
  const variants = await loadVariants(config.variantsDir)
  const embedded = {
    issuerOf: (origin: string) => `${origin}/oidc`,
    keys: createLocalJWKSet({ keys: [publicKey] }),
    routes: async () => {},
  }
  const log = portalLog('info', { write: (line) => void logged.push(line) })
  const { db } = opened
  const build = (built = page) =>
    buildApp({
      db,
      config,
      variants,
      clock: () => clock.now,
      log,
      version: '20261121.1',
      embedded,
      page: built,
      shared:
        typeof built === 'string'
          ? { find: sharedPageFiles(db), share: () => sharePageFiles(db, join(built, 'assets')) }
          : null,
      ready: readiness(opened.probe, required, blobStore(config)),
      doorstep,
      times,
    })
  const app = await build()

  async function token(userName: string, { host = 'localhost', claims = {} }: TokenOptions = {}): Promise<string> {
    const [employee] = await findByUserName(db, userName, null)
    const seconds = Math.floor(clock.now.getTime() / 1000)
    const payload = {
      iss: `http://${host}/oidc`,
      aud: variants.forHost(host).signIn.clientId,
      sub: employee?.id ?? randomUUID(),
      // Every token is unique, as from a real provider. Otherwise signing one out would also end the others.
      jti: randomUUID(),
      iat: seconds,
      exp: seconds + 3600,
      ...claims,
    }
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'test' }).sign(keys.privateKey)
  }

  return {
    app,
    db,
    clock,
    doorstep,
    logged,
    token,
    beside: build,
    async send(userName, method, url, { host = 'localhost', body, headers = {} } = {}) {
      const authorization = userName ? { authorization: `Bearer ${await token(userName, { host })}` } : {}
      const answer = await app.inject({
        method,
        url,
        headers: { host, ...authorization, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    async close() {
      await app.close()
      await opened.close()
      await copy.drop()
    },
  }
}
