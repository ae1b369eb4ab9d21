import { SignJWT } from 'jose'
import type { Variant } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import type { LinkToken } from '../contract.ts'

const LIFETIME_SECONDS = 300

/**
 * A signed token that lets the employee into the company's scheduling system for five minutes; nulls if there is
 * none. The system checks it with a secret; docs/reference-companies.md describes how to read it out.
 */
export async function issueLinkToken(
  db: Database,
  employee: Employee,
  variant: Variant,
  now: Date,
): Promise<LinkToken> {
  if (!variant.scheduling) return { token: null, bplBaseUrl: null }
  const seconds = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({ name: employee.userName })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(employee.number)
    .setIssuer('linjen')
    .setAudience(variant.scheduling.baseUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(await keptSecret(db, `scheduling:${employee.company}`))
  return { token, bplBaseUrl: variant.scheduling.baseUrl }
}
