import type { FastifyInstance } from 'fastify'
// What `config.call` is: the type is declared where calls are registered.
import './answer.ts'

/**
 * One line a request: method, the route's pattern, status and time. Never the address itself, its query, the sender's
 * address or a header: they name people. A call that is `unlogged` has no line.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.call?.unlogged) return done()
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
