import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
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
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    answers.set(variant.name, { body, etag })
  }
  app.get(contentPath, { schema: { hide: true } }, (request, reply) => {
    const answer = answers.get(variants.forHost(request.hostname).name)
    void reply.header('cache-control', 'no-cache').header('etag', answer?.etag)
    // Compression makes the tag weak.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === answer?.etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(answer?.body)
  })
}
