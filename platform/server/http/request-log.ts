import type { FastifyInstance } from 'fastify'

/**
 * One line a request: method, the route's pattern, status and time. Never the address itself, its query, the sender's
 * address or a header: they name people.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
