import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Sends helmet's headers with every answer. Its Fastify plugin puts them together anew for each request, which costs more
 * than all that this portal does with a token (bench); here they are put together once.
 */
export function securityHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const protect = helmet(options)
  app.addHook('onRequest', (request, reply, done) => {
    protect(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
}
