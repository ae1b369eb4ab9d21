import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorEnvelope, sentenceOf } from '#platform/server/http/errors.ts'
import type { PageFile } from '#platform/server/page-files.ts'

/** The scripts and styles of every build that is in use. Null if there is only one process, and so only one build. */
export interface SharedFiles {
  /** Null for a name that no build has. */
  readonly find: (name: string) => Promise<PageFile | null>
  /** Called when there is a new build under the running portal, before its page is served. */
  readonly share: () => Promise<void>
}

const YEAR_S = 365 * 24 * 60 * 60

export async function serveBuild(app: FastifyInstance, dir: string, shared: SharedFiles | null): Promise<void> {
  await app.register(
    async (assets) => {
      assets.setNotFoundHandler(async (request, reply) => {
        const name = /^\/assets\/([^/?]+)(?:\?|$)/.exec(request.url)?.[1]
        const isRead = request.method === 'GET' || request.method === 'HEAD'
        const file = name && isRead ? await shared?.find(name) : null
        if (!name || !file) return reply.status(404).send(errorEnvelope(sentenceOf(404)))
        reply
          .status(200)
          .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
          .header('vary', 'accept-encoding')
          .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        return takesGzip(request)
          ? reply.header('content-encoding', 'gzip').send(file.gzipped)
          : reply.send(file.content)
      })
      await assets.register(fastifyStatic, {
        root: join(dir, 'assets'),
        prefix: '/',
        preCompressed: true,
        immutable: true,
        maxAge: YEAR_S * 1000,
        index: false,
      })
    },
    { prefix: '/assets' },
  )
}

/** Whether the client accepts gzip, or everything, and does not refuse it by `q=0`. */
const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/i.test(headers['accept-encoding'] ?? '')

/** Serves the service worker. It is never cached, so that phones do not keep an old one. */
export function serveWorker(app: FastifyInstance, dir: string): void {
  app.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) => {
    const script = await readFile(join(dir, 'service-worker.js'), 'utf8').catch(() => null)
    if (script === null) return reply.status(404).type('text/plain').send('Finns inte')
    return (
      reply
        .header('cache-control', 'no-cache')
        // The worker's own policy determines what the worker may fetch, not the page's.
        .header('content-security-policy', "default-src 'self'")
        .type('text/javascript; charset=utf-8')
        .send(script)
    )
  })
}
