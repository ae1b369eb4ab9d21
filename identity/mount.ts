import type { IncomingMessage, ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { providerHeaders } from './pages/page.ts'
import { mountPath } from './provider.ts'

/** A host's provider, and how the outside reaches that host. */
export interface Host {
  readonly origin: string
  readonly provider: Provider
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown
}

/** Tells the provider, which trusts these two headers, how it is reached. Whatever the client sent in them is gone. */
export function announceOrigin(request: FastifyRequest, origin: string): void {
  const { protocol, host } = new URL(origin)
  request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.raw.headers['x-forwarded-host'] = host
}

/** Sign-ins and renewals that may be begun a minute from one address, which a depot shares: each is a row for an hour. */
const BEGINNINGS_A_MINUTE = 240

/** What begins no sign-in. Other ways to write an address count as a beginning. */
const goesOn = /^\/(auth\/[\w-]{8,}|token|jwks|me|session\/[\w/]+|\.well-known\/[\w-]+)(\?|$)/

/** Hands everything below the mount path, unread, to the provider of the request's host. */
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
