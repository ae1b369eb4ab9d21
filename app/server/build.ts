import swagger from '@fastify/swagger'
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Clock, Database, Platform } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { guardCalls } from '#platform/server/http/answer.ts'
import { compressAnswers } from '#platform/server/http/compress-answers.ts'
import { permissionsWhereNamed } from '#core/cases/server/where-named.ts'
import { authenticator } from '#core/people/server/accounts/authentication.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import { currentArea } from '#platform/server/db/turns.ts'
import {
  answerUnparsed,
  clientTimes,
  guardDoor,
  serverTimes,
  type ClientTimes,
  type Doorstep,
} from '#platform/server/http/door.ts'
import { answerErrors, errorEnvelope, sentenceOf } from '#platform/server/http/errors.ts'
import { countAnswers } from '#platform/server/http/count-answers.ts'
import { nameRequests, requestIds } from '#platform/server/http/request-id.ts'
import { requestLog } from '#platform/server/http/request-log.ts'
import { checkRequest, writeAnswer } from '#platform/server/http/schemas.ts'
import { keepRoutes } from '#platform/server/http/route.ts'
import { securityHeaders, sendHeaders } from '#platform/server/http/security-headers.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { limitWrites } from '#platform/server/http/write-limit.ts'
import type { Variants } from '#platform/server/variants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { doors, portsOn } from './areas.ts'
import type { SharedFiles } from './page/built-files.ts'
import { probeRoutes, type Readiness } from './probes.ts'
import type { Tracing } from './tracing.ts'
import { webPages, type PageInDevelopment } from './web.ts'

export interface AppParts {
  readonly db: Database
  readonly reads?: Database | undefined
  readonly config: Config
  readonly variants: Variants
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly version: string
  /** The demo's provider. Null if every variant has its own provider. */
  readonly embedded: (EmbeddedProvider & { readonly routes: FastifyPluginAsync }) | null
  /** The folder of the built page, or the page in development. Null: serves the API alone. */
  readonly page: string | PageInDevelopment | null
  readonly shared?: SharedFiles | null
  readonly ready: () => Promise<Readiness>
  readonly doorstep: Doorstep
  readonly times?: ClientTimes
  readonly metrics?: Metrics | null
  readonly tracing?: Tracing | null
}

// Swedish default messages for validation errors.
z.config(z.locales.sv())

/** Builds the portal. It does not listen or open anything yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, variants, clock, embedded, version, doorstep, times = clientTimes, metrics, tracing } = parts
  const headersWith = (includeSubDomains: boolean) =>
    securityHeaders({
      // For everything but the pages, which send their own policy by variant.
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      frameguard: false,
      // Chromium isolates origins without this header. With it, Chromium starts a second process for every page that is opened
      // (docs/decisions/0098).
      originAgentCluster: false,
      strictTransportSecurity: config.publicUrl?.protocol === 'https:' && { includeSubDomains },
      referrerPolicy: { policy: 'same-origin' },
    })
  const headers = headersWith(false)
  // The operator has decided for the subdomains of this host, not for those of each company's.
  const headersOfPublicHost = headersWith(config.hstsSubdomains)
  const headersOf = ({ hostname }: FastifyRequest) =>
    hostname.toLowerCase() === config.publicUrl?.hostname ? headersOfPublicHost : headers
  const app = fastify({
    loggerInstance: parts.log,
    // It names the request in each line by itself (portalLog), and a child for each costs 1 µs.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...serverTimes(times),
    clientErrorHandler: answerUnparsed(headers, times),
    // An address that the router cannot decode, such as one with a lone %, never reaches the error handler.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.raw.setHeader('x-request-id', request.id)
      for (const [name, value] of headersOf(request)) reply.raw.setHeader(name, value)
      void reply.status(400).send(errorEnvelope(sentenceOf(400)))
    },
  })
  app.setValidatorCompiler(checkRequest)
  app.setSerializerCompiler(writeAnswer)
  app.decorate('calls', [])
  app.decorate('clock', clock)
  app.decorate('timeZoneOf', (company: string) => variants.timeZoneOf(company))
  keepRoutes(app)
  nameRequests(app)
  await tracing?.register(app)
  requestLog(app)
  if (metrics) countAnswers(app, metrics)
  answerErrors(app)
  sendHeaders(app, headersOf)
  guardDoor(app, doorstep, times)
  await compressAnswers(app)
  await app.register(swagger, {
    openapi: {
      info: { title: 'Linjen', version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })

  await app.register(async (calls) => {
    const platform: Platform = {
      db,
      ...(parts.reads && { reads: parts.reads }),
      clock,
      config,
      variants,
      log: parts.log,
      version,
    }
    // Finding out where an employee is named may wait for locked cases. It must not use the connections of the area that was
    // called.
    const named = (employee: Parameters<typeof permissionsWhereNamed>[1]) =>
      currentArea.run('cases', () => permissionsWhereNamed(platform, employee))
    guardCalls(calls, authenticator({ db, config, variants, clock, embedded, log: parts.log, named }))
    limitWrites(calls, db, config.writesPerMinute)
    for (const door of doors) {
      await calls.register(async (own) => {
        own.addHook('onRequest', (_request, _reply, done) => currentArea.run(door.name, done))
        door.routes?.(own, platform, portsOn(db, platform.variants))
      })
    }
  })

  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  probeRoutes(app, doorstep, parts.ready)
  app.all('/api/*', { schema: { hide: true } }, (request, reply) => {
    const allowed = methodsAt(app.calls, request.url)
    if (allowed.length === 0) return reply.callNotFound()
    return reply
      .status(405)
      .header('allow', allowed.join(', '))
      .send(errorEnvelope(sentenceOf(405)))
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(errorEnvelope(sentenceOf(404))))
  if (embedded) await app.register(embedded.routes)
  if (parts.page)
    await webPages(app, { config, variants, embedded, version, page: parts.page, shared: parts.shared ?? null })
  return app
}

/** The methods of the calls at an address. */
function methodsAt(calls: FastifyInstance['calls'], url: string): string[] {
  const parts = pathParts(url.split('?')[0] ?? '')
  const here = calls.filter(({ path }) => {
    const own = pathParts(path)
    return own.length === parts.length && own.every((part, at) => part.startsWith(':') || part === parts[at])
  })
  return [...new Set(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const pathParts = (path: string) => path.replace(/\/$/, '').split('/')
