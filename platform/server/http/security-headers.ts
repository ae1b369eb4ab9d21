import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { routeOf } from './route.ts'
// For the type of `config.call`.
import './answer.ts'

/** Those that mean something for an answer that is no document. Each other one would cost a phone bytes, and the server time. */
const ofCalls = new Set([
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
])

export type Headers = readonly (readonly [name: string, value: string])[]

export const headersOfCalls = (headers: Headers): Headers => headers.filter(([name]) => ofCalls.has(name))

/** Browser features that are switched off: the portal takes pictures through a file field, which needs no permission. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']

/** The headers of every answer but those of calls, which have some of them. They are built once; helmet's Fastify plugin builds them at each request. */
export function securityHeaders(options: HelmetOptions): Headers {
  const headers: [string, string][] = [['Permissions-Policy', permissions.map((name) => `${name}=()`).join(', ')]]
  const collect = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} }
  helmet(options)({} as IncomingMessage, collect as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error
  })
  return headers
}

/**
 * Sets the headers on every answer; of a call, those that concern it. That is written by Fastify, which then gives Node all headers at once.
 * Other answers may be sent by libraries that only know Node's response.
 */
export function sendHeaders(app: FastifyInstance, headersOf: (request: FastifyRequest) => Headers): void {
  const known = new Map<Headers, Record<string, string>>()
  const forCall = (headers: Headers) => {
    let own = known.get(headers)
    if (!own) known.set(headers, (own = Object.fromEntries(headersOfCalls(headers))))
    return own
  }
  app.addHook('onRequest', (request, reply, done) => {
    const headers = headersOf(request)
    if (routeOf(request).config.call) reply.headers(forCall(headers))
    else for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
