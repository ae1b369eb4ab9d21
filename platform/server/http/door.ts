import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RETRY_AFTER_SECONDS } from '../unavailable.ts'
import { errorEnvelope, sentenceOf, stoppingSentence } from './errors.ts'
import { routeOf } from './route.ts'
import type { Headers } from './security-headers.ts'
// For the type of `config.call`, which is declared where calls are registered.
import './answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route for monitoring: answered also without a Host header, and while the portal stops. */
    probe?: true
  }
}

/** Whether the portal accepts requests: while `leaving` it does, but asks clients to send no more. */
export interface Doorstep {
  state: 'open' | 'leaving' | 'closed'
}

/** How long a client may take, in milliseconds. */
export interface ClientTimes {
  /** For its headers. */
  readonly headers: number
  /** For the whole request. */
  readonly request: number
  /** For the whole request, with a file. */
  readonly upload: number
  /** Without sending or receiving a byte. */
  readonly silence: number
  /** To receive the answer to a request that is not read to its end. */
  readonly farewell: number
}

export const clientTimes: ClientTimes = {
  headers: 20_000,
  request: 30_000,
  upload: 10 * 60_000,
  silence: 60_000,
  farewell: 1000,
}

/** The limits that Node's server applies itself; `guardDoor` applies the rest. */
export function serverTimes(times: ClientTimes) {
  // How often Node checks the requests.
  const look = Math.min(5000, times.headers / 4)
  return {
    requestTimeout: times.upload + look,
    connectionTimeout: times.silence,
    http: { headersTimeout: times.headers, connectionsCheckingInterval: look, requireHostHeader: false },
  }
}

const ofApi = /^\/api(?:[/?]|$)/i

/** Refuses malformed and slow requests before anything of them is processed. */
export function guardDoor(app: FastifyInstance, doorstep: Doorstep, times: ClientTimes): void {
  // Node would answer 417 itself, without the headers of every answer and without a line in the log. An unknown expectation may be ignored
  // (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = '', config } = routeOf(request)
    const { call, probe } = config
    // Personal data: the next employee at the same computer must not find it in the cache. The route is checked too, because the router
    // also finds it for an address with `%61` for an a, or with a host.
    if (ofApi.test(request.url) || ofApi.test(route)) reply.header('cache-control', 'no-store')
    if (doorstep.state === 'closed' && !probe) return refuseStopping(reply)
    if (!isNamed(request) && !probe) return void reply.status(400).send(errorEnvelope(sentenceOf(400)))
    if (hasBody(request.raw)) expectBody(request.raw, call?.form ? times.upload : times.request, times.farewell)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (doorstep.state !== 'open') reply.header('connection', 'close')
    const { raw } = request
    if (hasBody(raw) && isUnread(raw)) {
      reply.header('connection', 'close')
      sayFarewell(raw.socket, times.farewell)
    }
    done(null, payload)
  })
}

function refuseStopping(reply: FastifyReply): void {
  reply.status(503).header('retry-after', RETRY_AFTER_SECONDS).send(errorEnvelope(stoppingSentence))
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether the request has exactly one well-formed Host header. */
function isNamed({ host, raw }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < (raw.rawHeaders?.length ?? 0); at += 2) {
    const name = raw.rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1 && isWellFormed(host)
}

// Nearly all requests have the same.
let lastWellFormed: string | null = null

function isWellFormed(host: string): boolean {
  if (host === lastWellFormed) return true
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return false
  lastWellFormed = host
  return true
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Injected requests, which have no connection, lack the property `complete`. */
const isUnread = ({ complete }: { readonly complete?: boolean }) => complete === false

/** Ends a request whose body has not arrived in time: with an error for its reader, otherwise by closing the connection. */
function expectBody(raw: IncomingMessage, within: number, farewell: number): void {
  const timer = setTimeout(() => {
    if (!isUnread(raw)) return
    const tooSlow = Object.assign(new Error('the body did not come in time'), { statusCode: 408 })
    if (raw.listenerCount('error') > 0) raw.emit('error', tooSlow)
    setTimeout(() => raw.complete || raw.socket.destroy(), farewell).unref()
  }, within)
  timer.unref()
  const come = () => clearTimeout(timer)
  raw.once('end', come).once('close', come)
}

/**
 * Lets the client receive the answer before the connection closes: if closed at once with unread data, the client would see a
 * reset connection instead. What else it sends is not read.
 */
function sayFarewell(socket: Socket, within: number): void {
  socket.destroySoon = () => {
    socket.end()
    socket.pause()
    setTimeout(() => socket.destroy(), within).unref()
  }
}

const statusOf: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers a request that the HTTP parser could not parse. */
export function answerUnparsed(headers: Headers, { farewell }: ClientTimes) {
  return (error: ConnectionError, socket: Socket): void => {
    // oxlint-disable-next-line no-underscore-dangle -- Node's own way to know that an answer has begun
    const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? 400
    const body = JSON.stringify(errorEnvelope(sentenceOf(status)))
    const own = [
      ['X-Request-ID', randomUUID()],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Cache-Control', 'no-store'],
      ['Connection', 'close'],
    ]
    const lines = [...headers, ...own].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    sayFarewell(socket, farewell)
    socket.write(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines}\r\n${body}`)
    socket.destroySoon()
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
