import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Random ids of every usual proxy, but no address of a client, which haproxy's own default format would contain. */
const form = /^[\w-]{8,64}$/

/**
 * Names each request as the proxy in front names it in X-Request-ID, if that proxy is trusted, or by a random id. What another
 * client says of the request or of its trace is not believed.
 */
export function requestIds(trustProxy: Config['trustProxy']): (raw: IncomingMessage) => string {
  const trusts = trustProxy ? proxyAddr.compile(trustProxy) : () => false
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (trusts(socket.remoteAddress ?? '', 0))
      return typeof given === 'string' && form.test(given) ? given : randomUUID()
    delete headers['traceparent']
    delete headers['tracestate']
    return randomUUID()
  }
}

const current = new AsyncLocalStorage<string>()

/** Returns each request's id in its answer, and lets every line that is logged during the request have it. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    current.run(request.id, done)
  })
}

/** The portal's log; a line that is written during a request has its id, also where the request itself is not at hand. */
export function portalLog(level: string, to?: { write(line: string): void }): Logger {
  const log: Logger = pino(
    {
      level,
      base: null,
      mixin: (_fields, _level, logger) => {
        const reqId = current.getStore()
        // A request's own log has it already.
        return reqId !== undefined && logger === log ? { reqId } : {}
      },
    },
    to ?? output(),
  )
  return log
}

/** As much of the log as waits for a disk that is full. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Where the log goes. Lines that a full disk has no room for are kept until it has, as many as memory may be spent on, and lost if the
 * portal ends before.
 */
function output() {
  const stream = pino.destination({ dest: 1, maxLength: MOST_WAITING_BYTES })
  const flushSync = stream.flushSync.bind(stream)
  // At the process's end pino would try for ever.
  stream.on('error', () => {
    stream.flushSync = () => {}
  })
  stream.on('write', () => {
    stream.flushSync = flushSync
  })
  return stream
}
