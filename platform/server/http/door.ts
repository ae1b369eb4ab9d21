import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RETRY_AFTER_SECONDS } from '../unavailable.ts'
import { errorEnvelope, sentenceOf, stoppingSentence } from './errors.ts'
import type { Headers } from './security-headers.ts'
// What `config.call` is: the type is declared where calls are registered.
import './answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by what watches over the portal: answered also without a Host header, and while the portal stops. */
    probe?: true
  }
}

/** Whether the portal takes requests: `leaving` still does, but asks to be asked no more. */
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
  /** Without sending or taking a byte. */
  readonly silence: number
  /** To take the answer to a request that is not read to its end. */
  readonly farewell: number
}

export const clientTimes: ClientTimes = {
  headers: 20_000,
  request: 30_000,
  upload: 10 * 60_000,
  silence: 60_000,
  farewell: 1000,
}

/** What the server itself must be given; the rest is `guardDoor`. */
export function serverTimes(times: ClientTimes) {
  // Node looks after the requests this often.
  const look = Math.min(5000, times.headers / 4)
  return {
    requestTimeout: times.upload + look,
    connectionTimeout: times.silence,
    http: { headersTimeout: times.headers, connectionsCheckingInterval: look, requireHostHeader: false },
  }
}

/** Refuses what is no proper request, or comes too slowly, before anything of it is looked at. */
export function guardDoor(app: FastifyInstance, doorstep: Doorstep, times: ClientTimes): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { call, probe } = request.routeOptions.config
    // Personal, if not for this employee then for the next one at the same computer.
    if (/^\/api(?:[/?]|$)/i.test(request.url)) reply.header('cache-control', 'no-store')
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

/** Whether the request says, once and properly, for which host it is. */
function isNamed({ host, raw }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < (raw.rawHeaders?.length ?? 0); at += 2) {
    const name = raw.rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1 && hostPattern.test(host) && URL.canParse(`http://${host}`)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Requests that come from no connection say nothing of it. */
const isUnread = ({ complete }: { readonly complete?: boolean }) => complete === false

/** Ends a request whose body has not come in time: for whoever reads it as an error, else by its connection. */
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
 * Lets the client take the answer before the connection goes: closed at once with something unread, it would be told that the
 * connection was reset. What else it sends is not read.
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

/** Answers what the HTTP parser could not make a request of. */
export function answerUnparsed(headers: Headers, { farewell }: ClientTimes) {
  return (error: ConnectionError, socket: Socket): void => {
    // Node's own way to know that an answer has begun.
    // oxlint-disable-next-line no-underscore-dangle
    const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? 400
    const body = JSON.stringify(errorEnvelope(sentenceOf(status)))
    const own = [
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
