import type { IncomingMessage, ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { providerHeaders } from './pages/page.ts'
import { mountPath } from './provider.ts'

/** A host's provider, and the origin under which the host is reached from outside. */
export interface Host {
  readonly origin: string
  readonly provider: Provider
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown
}

/** Sets the two headers from which the provider takes its origin. Values that the client sent are overwritten. */
export function announceOrigin(request: FastifyRequest, origin: string): void {
  const { protocol, host } = new URL(origin)
  request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.raw.headers['x-forwarded-host'] = host
}

/** Sign-ins and renewals that may begin per minute from one IP address, which a depot may share: each is a row for an hour. */
const BEGINNINGS_A_MINUTE = 240

/** Requests that do not begin a sign-in. Any other spelling of an address counts as a beginning. */
const goesOn = /^\/(auth\/[\w-]{8,}|token|jwks|me|session\/[\w/]+|\.well-known\/[\w-]+)(\?|$)/

/** Passes everything below the mount path, unparsed, to the provider of the request's host. */
export async function mountProvider(
  app: FastifyInstance,
  hostOf: (request: FastifyRequest) => Host | null,
  refuse: (request: FastifyRequest, reply: FastifyReply, trouble: 'absent' | 'tooMany' | 'failed') => unknown,
): Promise<void> {
  await app.register(rateLimit, { global: false })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error.statusCode === 429) return refuse(request, reply, 'tooMany')
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'sign-in failed')
    return refuse(request, reply, 'failed')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.route({
    method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    url: `${mountPath}/*`,
    schema: { hide: true },
    config: {
      rateLimit: {
        max: BEGINNINGS_A_MINUTE,
        timeWindow: '1 minute',
        allowList: (request: FastifyRequest) => goesOn.test(request.url.slice(mountPath.length)),
      },
    },
    handler: (request, reply) => {
      const host = hostOf(request)
      if (!host) return refuse(request, reply, 'absent')
      announceOrigin(request, host.origin)
      reply.hijack()
      for (const [name, value] of Object.entries(providerHeaders)) reply.raw.setHeader(name, value)
      const raw = request.raw as typeof request.raw & { originalUrl?: string }
      raw.originalUrl = raw.url ?? ''
      raw.url = raw.originalUrl.slice(mountPath.length)
      return host.answer(raw, reply.raw)
    },
  })
}
