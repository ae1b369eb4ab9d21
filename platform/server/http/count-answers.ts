import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'
// For the type of `config.call`.
import './answer.ts'

/**
 * Counts every answer by its route's pattern. An `unlogged` call is not counted: whoever reads the numbers often enough would know when an
 * anonymous answer came.
 */
export function countAnswers(app: FastifyInstance, metrics: Pick<Metrics, 'answered' | 'signInRefused'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    if (!config.call?.unlogged) {
      metrics.answered({
        method: request.method,
        route,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      })
    }
    if (reply.statusCode === 401 && request.headers.authorization) metrics.signInRefused()
    done()
  })
}
