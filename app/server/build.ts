import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import { fastify, LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Clock, Database, Platform } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { guardCalls } from '#platform/server/http/answer.ts'
import { authenticator, type EmbeddedProvider } from '#platform/server/http/authentication.ts'
import { answerErrors, errorEnvelope } from '#platform/server/http/errors.ts'
import { requestLog } from '#platform/server/http/request-log.ts'
import { checkRequest, writeAnswer } from '#platform/server/http/schemas.ts'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import type { Variants } from '#platform/server/variants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { areas, portsOn } from './areas.ts'
import { webPages, type PageInDevelopment } from './web.ts'

export interface AppParts {
  readonly db: Database
  readonly config: Config
  readonly variants: Variants
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly version: string
  /** The demo's provider; null where every variant names its own. */
  readonly embedded: (EmbeddedProvider & { readonly routes: FastifyPluginAsync }) | null
  /** The folder of the built page, or the page in development; null serves the API alone. */
  readonly page: string | PageInDevelopment | null
}

// Messages of the schemas that an area did not word itself.
z.config(z.locales.sv())

/** The portal as a value: nothing listens, nothing is opened. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, variants, clock, embedded, version } = parts
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // What the router cannot read, such as a lone % in an address, never reaches the error handler.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(400).send(errorEnvelope('Förfrågan innehåller fel.'))
    },
  })
  app.setValidatorCompiler(checkRequest)
  app.setSerializerCompiler(writeAnswer)
  app.decorate('calls', [])
  requestLog(app)
  answerErrors(app)
  securityHeaders(app, {
    // The pages send a policy of their own, by variant; this one is for everything else.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: false,
    strictTransportSecurity: config.publicUrl?.protocol === 'https:',
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Linjen', version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })

  await app.register(async (calls) => {
    guardCalls(calls, authenticator({ db, config, variants, clock, embedded }))
    await calls.register(rateLimit, {
      hook: 'preHandler',
      max: config.writesPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => request.signedIn?.employee.id ?? request.ip,
    })
    const platform: Platform = { db, clock, config, variants, log: parts.log, version }
    for (const area of areas) area.routes?.(calls, platform, portsOn(db))
  })

  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/healthz', { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
  app.all('/api/*', { schema: { hide: true } }, (_request, reply) =>
    reply.status(404).send(errorEnvelope('Adressen finns inte.')),
  )
  if (embedded) await app.register(embedded.routes)
  if (parts.page) await webPages(app, { config, variants, embedded, version, page: parts.page })
  return app
}
