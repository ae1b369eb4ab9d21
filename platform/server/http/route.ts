import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Fastify's `routeOptions`, which it makes anew each time it is asked. Null until `routeOf` is called. */
    route: FastifyRequest['routeOptions'] | null
  }
}

/** To be called before `routeOf`. */
export function keepRoutes(app: FastifyInstance): void {
  app.decorateRequest('route', null)
}

/** The route that a request came to. Each of the hooks before an answer asks for it. After it, `callNotFound` may have led to another. */
export const routeOf = (request: FastifyRequest): FastifyRequest['routeOptions'] =>
  (request.route ??= request.routeOptions)
