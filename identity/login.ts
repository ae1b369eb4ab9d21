import { readFile } from 'node:fs/promises'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import * as z from 'zod'
import type { Variant } from '#platform/contract/variant.ts'
import type { Clock, Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import type { Variants } from '#platform/server/variants.ts'
import { accountsNamed, demoPassword, whoSignsIn } from './accounts.ts'
import { failureLimit } from './failures.ts'
import { announceOrigin, type Host } from './mount.ts'
import { headersOf } from './pages/page.ts'
import { errorPage, loginErrors, loginPage, type Pick, type Trouble } from './pages/pages.ts'
import { mountPath } from './provider.ts'

/** Sign-ins per minute from one IP address, which a whole depot may share. */
const SIGN_INS_A_MINUTE = 120

/** An employee of the demo that its sign-in page offers. `company` is its id. */
export interface FeaturedEmployee {
  readonly userName: string
  readonly name: string
  readonly position: string
  readonly company: string
  /** The name of his or her role in the office. */
  readonly role: string | null
}

export interface LoginParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly variants: Variants
  readonly featured: () => Promise<readonly FeaturedEmployee[]>
  readonly hostOf: (request: FastifyRequest) => Host | null
}

const Submitted = z.object({
  username: z.string().max(100).default(''),
  password: z.string().max(200).default(''),
  pick: z.string().max(100).optional(),
})

/** The sign-in page: `/oidc/interaction/:uid`. It works without scripts. */
export async function loginRoutes(app: FastifyInstance, parts: LoginParts): Promise<void> {
  const { config, variants, hostOf } = parts
  const failures = failureLimit(parts.clock)
  await app.register(rateLimit, { global: false })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const variant = variants.forHost(request.hostname)
    if (error instanceof errors.SessionNotFound) return answer(reply, errorPage(variant, 'expired'), 400)
    const status = error.statusCode ?? 500
    if (status >= 500)
      request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'sign-in failed')
    const trouble: Trouble = status === 429 ? 'tooMany' : 'failed'
    return answer(reply, errorPage(variant, trouble), status)
  })

  const schema = { hide: true }
  const url = `${mountPath}/interaction/:uid`

  app.get(url, { schema }, async (request, reply) => {
    const at = await interactionOf(request, reply)
    if (!at) return absent(request, reply)
    return showLogin(request, reply, { userName: '', error: null })
  })

  app.post(
    url,
    { schema, config: { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const host = await interactionOf(request, reply)
      if (!host) return absent(request, reply)
      const submitted = Submitted.safeParse(request.body ?? {})
      // The interaction's cookie is not sent from other sites (SameSite); this check is a second protection in browsers that send the header.
      const site = request.headers['sec-fetch-site']
      if (!submitted.success || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
        return answer(reply, errorPage(variants.forHost(request.hostname), 'failed'), 400)
      }
      const { username, password, pick } = submitted.data
      const picked = config.demo ? pick : undefined
      const credentials = picked ? { userName: picked, password: demoPassword } : { userName: username, password }
      const variant = variants.forHost(request.hostname)
      const named = await accountsNamed(parts, variant, credentials.userName)
      const tried = named.length === 1 ? named[0]?.id : undefined
      const account = tried ?? `${variant.name}/${credentials.userName.trim().toLowerCase()}`
      if (failures.tooMany(account)) {
        request.log.warn({ reason: 'too many', employee: tried }, 'sign-in refused')
        return answer(reply, errorPage(variant, 'tooMany'), 429)
      }
      const who = whoSignsIn(named, variant, credentials.password)
      if (typeof who === 'string') {
        failures.add(account)
        request.log.info({ reason: who, employee: tried }, 'sign-in refused')
        return showLogin(request, reply, { userName: username.trim(), error: loginErrors[who] })
      }
      failures.forget(account)
      const login = { accountId: who.id, remember: true }
      const next = await host.provider.interactionResult(
        request.raw,
        reply.raw,
        { login },
        { mergeWithLastSubmission: false },
      )
      return reply.redirect(next, 303)
    },
  )

  /** The host's provider, if the browser has the cookie of this interaction. Throws SessionNotFound otherwise. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<Host | null> {
    const host = hostOf(request)
    if (!host) return null
    announceOrigin(request, host.origin)
    const { uid } = await host.provider.interactionDetails(request.raw, reply.raw)
    if (uid !== (request.params as { uid: string }).uid) throw new errors.SessionNotFound('another interaction')
    return host
  }

  async function showLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { userName: string; error: string | null },
  ) {
    const variant = variants.forHost(request.hostname)
    const picks = config.demo ? await picksOf(variant) : []
    const logo = inPage(variants.logo(variant))
    // Only the demo has this page, so a folder that hangs while it is read holds up no installation.
    const pattern = await readFile(variants.file(variant, 'pattern.svg')).then(inPage, () => null)
    return answer(reply, loginPage({ variant, logo, pattern, picks, ...shown }), 200)
  }

  async function picksOf(variant: Variant): Promise<Pick[]> {
    const featured = await parts.featured()
    return featured
      .filter(({ company }) => !variant.company || variant.company.id === company)
      .map(({ userName, name, position, company, role }) => ({
        value: `${company}/${userName}`,
        name,
        position,
        role,
        company: variants.companies.get(company)?.name ?? company,
      }))
  }

  function absent(request: FastifyRequest, reply: FastifyReply) {
    return answer(reply, errorPage(variants.forHost(request.hostname), 'absent'), 404)
  }
}

export function answer(reply: FastifyReply, page: string, status: number): FastifyReply {
  return reply.status(status).headers(headersOf(page)).type('text/html; charset=utf-8').send(page)
}

const inPage = (svg: Buffer) => `data:image/svg+xml;base64,${svg.toString('base64')}`
