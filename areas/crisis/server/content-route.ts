import type { FastifyInstance } from 'fastify'
import { etagOf, isKnown } from '#platform/server/http/etag.ts'
import type { Variants } from '#platform/server/variants.ts'
import { contentPath } from '../calls.ts'
import { readContent } from './content.ts'

interface Answer {
  readonly body: string
  readonly etag: string
}

/**
 * Serves the guides as a file, like the page: they need no sign-in and no database. An invalid content file prevents the
 * portal from starting.
 */
export async function contentRoute(app: FastifyInstance, variants: Variants): Promise<void> {
  const answers = new Map<string, Answer>()
  for (const variant of variants.all) {
    const body = JSON.stringify(await readContent(variants, variant))
    answers.set(variant.name, { body, etag: etagOf(body) })
  }
  app.get(contentPath, { schema: { hide: true } }, (request, reply) => {
    const { body, etag } = answers.get(variants.forHost(request.hostname).name) as Answer
    void reply.header('cache-control', 'no-cache').header('etag', etag)
    if (isKnown(request, etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
