import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '#platform/contract/call.ts'
import { passes } from '#platform/contract/claims.ts'
import type { SignedIn } from './authentication.ts'
import { notAllowed } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route that `answer` registers; the route-list test finds the calls by it. */
    call?: Call<unknown, unknown, unknown>
  }
  interface FastifyInstance {
    /** Every call that is registered: what holds for all is tested over this list. */
    calls: Call<unknown, unknown, unknown>[]
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
  }
}

/** The schemas of a call, from the area's contract. */
export interface Schemas<Answer, Query, Body> {
  readonly answer: z.ZodMiniType<Answer>
  readonly query?: z.ZodMiniType<Query>
  readonly body?: z.ZodMiniType<Body>
}

export interface Ask<Query, Body> extends SignedIn {
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
}

/**
 * Registers a call: authenticated, gated and checked before the handler sees it, and answered in the envelope.
 * Path parameters and the query string are one `query` to the handler.
 */
export function answer<Answer, Query, Body>(
  app: FastifyInstance,
  call: Call<Answer, Query, Body>,
  schemas: Schemas<Answer, Query, Body>,
  handle: (ask: Ask<Query, Body>) => Promise<Answer> | Answer,
): void {
  const inPath = call.path.includes('/:')
  app.calls.push(call)
  app.route({
    method: call.method,
    url: call.path,
    // Reads are not limited.
    config: { call, ...(call.method === 'GET' && { rateLimit: false }) },
    schema: {
      ...(schemas.query && { [inPath ? 'params' : 'querystring']: schemas.query }),
      ...(schemas.body && { body: schemas.body }),
      response: { 200: z.object({ result: schemas.answer, timestamp: z.string() }) },
    },
    handler: async (request) => {
      const { employee, variant } = request.signedIn as SignedIn
      const query = (inPath ? request.params : request.query) as Query
      const result = await handle({ employee, variant, query, body: request.body as Body, request })
      return { result, timestamp: new Date().toISOString() }
    },
  })
}

/** Before anything of a call is read: who asks, and may he or she ask this? */
export function guardCalls(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<SignedIn>): void {
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config
    if (!call) return
    const signedIn = await authenticate(request)
    if (!passes(call.gate, signedIn.employee.claims, signedIn.variant.switchedOff)) throw notAllowed()
    request.signedIn = signedIn
  })
}
