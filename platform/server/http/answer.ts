import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Call, ModelState } from '#platform/contract/call.ts'
import { type Gate, passes } from '#platform/contract/claims.ts'
import { fieldsInReach } from '#platform/contract/dates.ts'
import { outOfReach } from '#platform/contract/date-words.ts'
import { dateIn, dateOf, isYearInRange } from '#platform/contract/wall-clock.ts'
import type { Clock } from '../area.ts'
import { Base64File, envelopeOf } from './base64-file.ts'
import { routeOf } from './route.ts'
import type { SignedIn } from './signed-in.ts'
import { badlyFilled, notAllowed, refusalBySchema } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route that `answer` registers; the test of all routes finds the calls by it. */
    call?: Call<unknown, unknown, unknown>
  }
  interface FastifyInstance {
    /** Every registered call, for the tests that go over all of them. */
    calls: Call<unknown, unknown, unknown>[]
    clock: Clock
    /** The time zone of a company. */
    timeZoneOf: (company: string) => string
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
  /** Checks that need the store. They are also made if the schema refuses a body, so that everything wrong is reported at once. */
  readonly alsoWrong?: (ask: Ask<unknown, unknown>) => Promise<ModelState>
}

export interface Ask<Query, Body> extends SignedIn {
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
}

/** What a handler returns: where the answer is a text, also a file. */
type Result<Answer> = Answer | (string extends Answer ? Base64File : never)

/**
 * Registers a call: authenticated, gated and validated before the handler runs, and answered in the envelope.
 * The handler's `query` is the query string or, for a path with parameters, those parameters.
 */
export function answer<Answer, Query, Body>(
  app: FastifyInstance,
  call: Call<Answer, Query, Body>,
  schemas: Schemas<Answer, Query, Body>,
  handle: (ask: Ask<Query, Body>) => Promise<Result<Answer>> | Result<Answer>,
): void {
  const inPath = call.path.includes('/:')
  const dated = { query: fieldsInReach(schemas.query), body: fieldsInReach(schemas.body) }
  app.calls.push(call)
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    schema: {
      ...(schemas.query && { [inPath ? 'params' : 'querystring']: schemas.query }),
      ...(schemas.body && { body: schemas.body }),
      response: { 200: z.object({ result: schemas.answer, timestamp: z.string() }) },
    },
    attachValidation: schemas.alsoWrong !== undefined,
    handler: async (request, reply) => {
      const { employee, variant, signOut } = request.signedIn as SignedIn
      const query = (inPath ? request.params : request.query) as Query
      const ask = { employee, variant, signOut, query, body: request.body as Body, request }
      const { validationError } = request
      if (validationError) {
        throw refusalBySchema(validationError, await schemas.alsoWrong?.(ask)) ?? validationError
      }
      const timeZone = app.timeZoneOf(employee.company)
      refuseOutOfReach(query, dated.query, timeZone, app.clock())
      refuseOutOfReach(ask.body, dated.body, timeZone, app.clock())
      const result = await handle(ask)
      const timestamp = app.clock().toISOString()
      if (!(result instanceof Base64File)) return { result, timestamp }
      void reply.type('application/json; charset=utf-8')
      return envelopeOf(result, timestamp)
    },
  })
}

function refuseOutOfReach(given: unknown, fields: readonly string[], timeZone: string, now: Date): void {
  const wrong = fields.filter((field) => {
    // A marked field is text or, once parsed, a number.
    const value = (given as Readonly<Record<string, string | number | undefined>>)[field]
    if (value === undefined) return false
    const year = typeof value === 'number' ? value : Number(dateOf(value, timeZone).slice(0, 4))
    // Today's date is looked up only where it decides: no zone's year is more than one from that of UTC.
    const isNear = Math.abs(year - now.getUTCFullYear()) < 5
    return !isNear && !isYearInRange(year, dateIn(timeZone, now))
  })
  if (wrong.length > 0) throw badlyFilled(Object.fromEntries(wrong.map((field) => [field, [outOfReach]])))
}

/**
 * Also admits employees who pass one of these gates: the office, in an employee's form. Set on the server, so that the page does not learn
 * the office's rights. The feature that the call's own gate requires is required of everybody.
 */
export function alsoFor<Answer, Query, Body>(
  call: Call<Answer, Query, Body>,
  ...gates: readonly (Gate | undefined)[]
): Call<Answer, Query, Body> {
  const feature = call.gate?.feature
  const also = gates.flatMap((gate) => (gate ? [{ ...gate, ...(feature !== undefined && { feature }) }] : []))
  return { ...call, also }
}

/** Checks, before any part of a request is read, who is signed in and whether he or she may make the call. */
export function guardCalls(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest) => SignedIn | Promise<SignedIn>,
): void {
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { call } = routeOf(request).config
    if (!call) return done()
    const admit = (signedIn: SignedIn) => {
      const { employee, variant } = signedIn
      const opens = (gate: Gate | undefined) => passes(gate, employee.claims, variant.switchedOff)
      if (!opens(call.gate) && !call.also?.some(opens)) throw notAllowed()
      request.signedIn = signedIn
    }
    const signedIn = authenticate(request)
    if (signedIn instanceof Promise) return signedIn.then(admit)
    // A remembered token needs no promise, and most requests of a shift have one.
    admit(signedIn)
    done()
  })
}
