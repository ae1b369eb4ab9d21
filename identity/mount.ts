import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { providerHeaders } from './pages/page.ts'
import { mountPath } from './provider.ts'

/** A host's provider, and how the outside reaches that host. */
export interface Host {
  readonly origin: string
  readonly provider: Provider
}

/** Tells the provider, which trusts these two headers, how it is reached. Whatever the client sent in them is gone. */
export function announceOrigin(request: FastifyRequest, origin: string): void {
  const { protocol, host } = new URL(origin)
  request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.raw.headers['x-forwarded-host'] = host
}

/** Hands everything below the mount path, unread, to the provider of the request's host. */
export function mountProvider(
  app: FastifyInstance,
  hostOf: (request: FastifyRequest) => Host | null,
  absent: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.route({
    method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    url: `${mountPath}/*`,
    schema: { hide: true },
    handler: (request, reply) => {
      const host = hostOf(request)
      if (!host) return absent(request, reply)
      announceOrigin(request, host.origin)
      reply.hijack()
      for (const [name, value] of Object.entries(providerHeaders)) reply.raw.setHeader(name, value)
      const raw = request.raw as typeof request.raw & { originalUrl?: string }
      raw.originalUrl = raw.url ?? ''
      raw.url = raw.originalUrl.slice(mountPath.length)
      return host.provider.callback()(raw, reply.raw)
    },
  })
}
