import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
// For the type of `config.call`.
import './answer.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

/** Browser features that are switched off: the portal takes pictures through a file field, which needs no permission. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']

/** The headers of every answer. They are built once; helmet's Fastify plugin builds them at each request. */
export function securityHeaders(options: HelmetOptions): Headers {
  const headers: [string, string][] = [['Permissions-Policy', permissions.map((name) => `${name}=()`).join(', ')]]
  const collect = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} }
  helmet(options)({} as IncomingMessage, collect as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error
  })
  return headers
}

/**
 * Sets the headers on every answer. The answer to a call is written by Fastify, which then gives Node all headers at once. Other answers
 * may be sent by libraries that only know Node's response.
 */
export function sendHeaders(app: FastifyInstance, headersOf: (request: FastifyRequest) => Headers): void {
  const asObject = new Map<Headers, Record<string, string>>()
  app.addHook('onRequest', (request, reply, done) => {
    const headers = headersOf(request)
    if (!asObject.has(headers)) asObject.set(headers, Object.fromEntries(headers))
    if (request.routeOptions.config.call) reply.headers(asObject.get(headers)!)
    else for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
