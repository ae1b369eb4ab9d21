import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The same for the same body, in every process. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/**
 * Whether the client already has the version with this ETag, according to If-None-Match (RFC 9110, 13.1.2). A weak tag
 * counts too, since compression makes a tag weak.
 */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || (known.length === 1 && known[0] === '*')
}
