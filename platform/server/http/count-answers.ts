import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
// For the type of `config.call`.
import './answer.ts'
import { hasBody } from './door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When reading of the body began, and when all of it had arrived, by performance.now(). Null if there is no body, or not yet. */
    bodyFrom: number | null
    bodyUntil: number | null
  }
}

/**
 * Counts every answer by its route's pattern, and its time without the time in which the body arrived: a photo over slow coverage takes a
 * phone seconds, and costs the server nothing. What the server does before it reads the body, such as checking the token, is included. An
 * `unlogged` call is not counted: frequent readings of the numbers would show when an anonymous answer came.
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

/** Milliseconds in which the body arrived; until the answer if the body was not read to its end. */
function sendingTime({ bodyFrom, bodyUntil }: FastifyRequest): number {
  return bodyFrom === null ? 0 : (bodyUntil ?? performance.now()) - bodyFrom
}
