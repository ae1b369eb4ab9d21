import type { FastifyInstance } from 'fastify'
// For the types of `config.call`, `config.probe` and `employeeId`, which are declared where they are set.
import './answer.ts'
import './door.ts'
import './signed-in.ts'

const refused = [401, 403]

/**
 * One line per request: method, the route's pattern, status and time. Never the URL itself, its query, the client's
 * address or a header: they identify people. A call that is `unlogged` has no line, nor has a probe that succeeds, which a load balancer
 * asks for each second. A refused request has the employee's random
 * id, so that attempts at other people's data can be traced.
 */
export function requestLog(app: FastifyInstance): void {
  app.decorateRequest('employeeId', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = null, config } = request.routeOptions
    const { call, probe } = config
    if (call?.unlogged || (probe && reply.statusCode === 200)) return done()
    request.log.info(
      {
        // Named here, because Node may call this outside the request's context.
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(refused.includes(reply.statusCode) && request.employeeId && { employee: request.employeeId }),
      },
      'request',
    )
    done()
  })
}
