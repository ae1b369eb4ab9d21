import type { FastifyInstance } from 'fastify'
// What `config.call` and `employeeId` are: the types are declared where they are set.
import './answer.ts'
import './signed-in.ts'

const refused = [401, 403]

/**
 * One line a request: method, the route's pattern, status and time. Never the address itself, its query, the sender's
 * address or a header: they name people. A call that is `unlogged` has no line. Who was refused is named by the employee's random
 * id, so that who tries what is not his or hers can be found.
 */
export function requestLog(app: FastifyInstance): void {
  app.decorateRequest('employeeId', null)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.call?.unlogged) return done()
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(refused.includes(reply.statusCode) && request.employeeId && { employee: request.employeeId }),
      },
      'request',
    )
    done()
  })
}
