import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Allows the random ids of every usual proxy, but not haproxy's default format, which contains the client's address. */
const form = /^[\w-]{8,64}$/

const ofTraces = ['traceparent', 'tracestate']

/**
 * Returns the id of a request: the X-Request-ID of a proxy in front, if that proxy is trusted, otherwise a random id. Ids and trace headers
 * from other clients are ignored.
 */
export function requestIds(trustProxy: Config['trustProxy']): (raw: IncomingMessage) => string {
  const trusts = trustProxy ? proxyAddr.compile(trustProxy) : () => false
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (trusts(socket.remoteAddress ?? '', 0))
      return typeof given === 'string' && form.test(given) ? given : randomUUID()
    for (const name of ofTraces) if (headers[name] !== undefined) delete headers[name]
    return randomUUID()
  }
}

const current = new AsyncLocalStorage<string>()

/** Sends each request's id in its answer, and adds it to every line that is logged during the request. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    current.run(request.id, done)
  })
}

/** The portal's log. A line that is written during a request has its id, also if the code that writes it does not have the request. */
export function portalLog(level: string, to?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const reqId = current.getStore()
        return reqId === undefined ? {} : { reqId }
      },
    },
    to ?? output(),
  )
}

/** How much of the log may wait in memory for a full disk. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Where the log goes. Lines that do not fit on a full disk are kept in memory, up to MOST_WAITING_BYTES, until the disk has room. They are
 * lost if the portal ends before that.
 */
function output() {
  const stream = pino.destination({ dest: 1, maxLength: MOST_WAITING_BYTES })
  const flushSync = stream.flushSync.bind(stream)
  // At the process's end, pino would try to write them for ever.
  stream.on('error', () => {
    stream.flushSync = () => {}
  })
  stream.on('write', () => {
    stream.flushSync = flushSync
  })
  return stream
}
