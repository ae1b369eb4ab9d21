import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

// Standard Webhooks (standardwebhooks.com), version 1: an HMAC over the id, the time and the bytes of the body.

/** How far a message's time may be from the portal's. */
const TOLERANCE_SECONDS = 5 * 60

interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string | Buffer
}

const signatureOf = (secret: Buffer, { id, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()

/** The headers of a message, signed with each secret: a receiver that has only one of them can check it. */
export const signedHeaders = (secrets: readonly Buffer[], message: Signed): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((each) => `v1,${signatureOf(each, message).toString('base64')}`).join(' '),
})

/** The most signatures of a message that are checked. A sender that is replacing its secret sends two. */
const MOST_SIGNATURES = 8

/** Returns the id of a message that is signed with one of the secrets and recent; null for any other. */
export function verifiedId(
  secrets: readonly Buffer[],
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: Date,
): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) return null
  if (typeof seconds !== 'string' || !/^\d{1,12}$/.test(seconds) || typeof signatures !== 'string') return null
  const timestamp = Number(seconds)
  if (Math.abs(now.getTime() / 1000 - timestamp) > TOLERANCE_SECONDS) return null
  const given = signatures
    .split(' ')
    .slice(0, MOST_SIGNATURES)
    .flatMap((each) => (each.startsWith('v1,') ? [Buffer.from(each.slice(3), 'base64')] : []))
  const expected = secrets.map((secret) => signatureOf(secret, { id, timestamp, body }))
  const fits = given.some((each) => expected.some((one) => each.length === one.length && timingSafeEqual(each, one)))
  return fits ? id : null
}
