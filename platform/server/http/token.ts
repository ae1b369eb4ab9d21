import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { Variant } from '#platform/contract/variant.ts'
import type { Config } from '../config.ts'
import { asymmetric, ProviderUnreachable, type Provider, type ProviderSource } from './provider.ts'

/** A valid token, in the portal's own terms. Times are seconds by the provider's clock. */
export interface GoodToken {
  readonly issuer: string
  readonly sub: string
  /** The value that identifies an employee. */
  readonly subject: string
  /** The name that the provider gives, for those who link accounts to employees. */
  readonly name: string | null
  /** The session at the provider, if the token names it. */
  readonly session: string | null
  readonly issuedAt: number
  readonly expiresAt: number
  /** All claims of the token. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether it was issued for the portal's own page, not for its API. */
  readonly isOfPage: boolean
}

/** Why a token is refused: for the log, with nothing from the token but the name of a claim. */
export class BadToken extends Error {
  readonly reason: string
  readonly claim: string | undefined
  /** How far a time in the token is from the portal's clock. */
  readonly offBySeconds: number | undefined
  /** The employee's identifying value, if only a time in the token is wrong. */
  readonly subject: string | null
  constructor(reason: string, claim?: string, { offBySeconds, subject = null }: Partial<BadToken> = {}) {
    super(reason)
    this.reason = reason
    this.claim = claim
    this.offBySeconds = offBySeconds
    this.subject = subject
  }
}

/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const identifier = /^[ -~]{1,255}$/
const identified = (value: unknown): value is string => typeof value === 'string' && identifier.test(value)

const MOST_OF_A_NAME = 200

/**
 * Seconds that `iat` may be in the future, for providers whose clock is fast. Checking `iat` is optional (RFC 7519, 4.1.6); `nbf` is the
 * claim that means "not yet valid".
 */
export const ISSUED_AHEAD_S = 600

/** How many matching keys are tried for a token that names none: no provider has more, and each attempt costs. */
const MOST_KEYS = 10

/** Checks a token's signature and claims. Throws BadToken or ProviderUnreachable. */
export async function checkToken(
  token: string,
  source: ProviderSource,
  { clientId, apiAudience, subjectClaim }: Variant['signIn'],
  { clockToleranceSeconds, tokenSeconds }: Pick<Config, 'clockToleranceSeconds' | 'tokenSeconds'>,
  now: Date,
): Promise<GoodToken> {
  const seconds = Math.floor(now.getTime() / 1000)
  const verify = ({ issuer, algorithms, keys }: Provider) =>
    verified(token, keys, {
      // The algorithms that the provider lists apply to ID tokens only.
      algorithms: [...(apiAudience ? asymmetric : algorithms)],
      issuer,
      audience: apiAudience ? [clientId, apiAudience] : clientId,
      requiredClaims: ['exp', 'iat', 'sub', subjectClaim],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    })
  const payload = await verify(await source.current())
    .catch(async (error: Error) => {
      const newer = mayBeNew(error, token) ? await source.newer() : null
      if (!newer) throw error
      return verify(newer)
    })
    .catch((error: Error) => {
      throw whyNot(error, subjectClaim, seconds)
    })
  const { iss: issuer, sub, iat, exp, sid } = payload as JWTPayload & { iss: string; iat: number; exp: number }
  const subject = payload[subjectClaim]
  if (!identified(sub)) throw new BadToken('no identifier', 'sub')
  if (!identified(subject)) throw new BadToken('no identifier', subjectClaim)
  // Negated, so that a difference that is not a finite number is refused too: 1e999 is Infinity.
  if (!(exp - iat <= tokenSeconds))
    throw new BadToken('counts too long', 'exp', { offBySeconds: exp - seconds, subject })
  if (!(iat - seconds <= ISSUED_AHEAD_S))
    throw new BadToken('issued ahead', 'iat', { offBySeconds: iat - seconds, subject })
  // A provider may name the portal as an audience in the tokens of other clients, as Keycloak does by its scope `roles`: OpenID Connect
  // Core 3.1.3.7.
  const isForApi = apiAudience !== null && [payload.aud].flat().includes(apiAudience)
  if (!isForApi && payload['azp'] !== undefined && payload['azp'] !== clientId)
    throw new BadToken('of another client', 'azp')
  return {
    issuer,
    sub,
    subject,
    name: nameOf(payload),
    session: identified(sid) ? sid : null,
    issuedAt: iat,
    expiresAt: exp,
    claims: payload,
    isOfPage: [payload.aud].flat().includes(clientId) && (payload['azp'] ?? clientId) === clientId,
  }
}

async function verified(token: string, keys: Provider['keys'], options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let left = MOST_KEYS
    for await (const key of error) {
      if (left-- === 0) break
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (wrong) {
        if (!(wrong instanceof errors.JWSSignatureVerificationFailed)) throw wrong
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** Whether a key or an algorithm that the provider has published since could explain why the token does not fit. */
function mayBeNew(error: Error, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed) return true
  return error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined
}

function whyNot(error: Error, subjectClaim: string, now: number): Error {
  if (error instanceof ProviderUnreachable) return error
  // The provider has published a malformed key.
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSInvalid) return new ProviderUnreachable(error)
  if (!(error instanceof errors.JWTClaimValidationFailed) && !(error instanceof errors.JWTExpired)) {
    return new BadToken(error.code)
  }
  const { claim, payload, code } = error
  const time = payload[claim]
  if (!['exp', 'iat', 'nbf'].includes(claim) || typeof time !== 'number') return new BadToken(code, claim)
  const subject = payload[subjectClaim]
  return new BadToken(code, claim, { offBySeconds: time - now, subject: identified(subject) ? subject : null })
}

function nameOf({ name, preferred_username: userName }: JWTPayload): string | null {
  const given = [name, userName].find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined
  return given?.toWellFormed().replaceAll(/\p{C}/gu, '').trim().slice(0, MOST_OF_A_NAME).toWellFormed() || null
}
