import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
// For the type of `config.call`.
import './answer.ts'
import { hasBody } from './door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its body began to be read, and when it had arrived; null: it has none, or has not come so far. */
    bodyFrom: number | null
    bodyUntil: number | null
  }
}

/**
 * Counts every answer by its route's pattern, and its time without that in which the body came: a photo over slow coverage takes a phone
 * seconds, and the server nothing. What the server does before it reads the body, such as signing in, is counted. An `unlogged` call is not counted: whoever reads the numbers often enough would know when an
 * anonymous answer came.
 */
export function countAnswers(app: FastifyInstance, metrics: Pick<Metrics, 'answered' | 'signInRefused'>): void {
  app.decorateRequest('bodyFrom', null)
  app.decorateRequest('bodyUntil', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw)) {
      request.raw.once('resume', () => (request.bodyFrom = performance.now()))
      request.raw.once('end', () => (request.bodyUntil = performance.now()))
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    if (!config.call?.unlogged) {
      metrics.answered({
        method: request.method,
        route,
        status: reply.statusCode,
        seconds: (reply.elapsedTime - sendingTime(request)) / 1000,
      })
    }
    if (reply.statusCode === 401 && request.headers.authorization) metrics.signInRefused()
    done()
  })
}

/** Of a body that is not read to its end, until the answer. */
function sendingTime({ bodyFrom, bodyUntil }: FastifyRequest): number {
  return bodyFrom === null ? 0 : (bodyUntil ?? performance.now()) - bodyFrom
}
