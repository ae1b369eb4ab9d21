import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import type { Variant } from '#platform/contract/variant.ts'
import type { Config } from '../config.ts'
import { Unavailable } from '../unavailable.ts'

const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']

export interface Provider {
  readonly issuer: string
  readonly keys: JWTVerifyGetKey
}

/** A token that is good, in the portal's own terms. Times are seconds by the provider's clock. */
export interface GoodToken {
  readonly issuer: string
  readonly sub: string
  /** What an employee is found by. */
  readonly subject: string
  /** As the provider tells it, for who links accounts to employees. */
  readonly name: string | null
  /** The session at the provider, where the token names it. */
  readonly session: string | null
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Why a token is not taken: for the log, without anything of the token but the name of a claim. */
export class BadToken extends Error {
  readonly reason: string
  readonly claim: string | undefined
  /** How far a time in it is from the portal's clock. */
  readonly offBySeconds: number | undefined
  /** Who would have been found, where only its time is wrong. */
  readonly subject: string | null
  constructor(reason: string, claim?: string, { offBySeconds, subject = null }: Partial<BadToken> = {}) {
    super(reason)
    this.reason = reason
    this.claim = claim
    this.offBySeconds = offBySeconds
    this.subject = subject
  }
}

/** The sign-in provider cannot be asked for its keys: nobody can be told apart until it can. */
export class ProviderUnreachable extends Unavailable {
  constructor(cause: unknown) {
    super('sign-in provider', cause)
  }
}

/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const identifier = /^[ -~]{1,255}$/
const identified = (value: unknown): value is string => typeof value === 'string' && identifier.test(value)

const MOST_OF_A_NAME = 200

/** Checks a token's signature and claims. Throws BadToken or ProviderUnreachable. */
export async function checkToken(
  token: string,
  { issuer, keys }: Provider,
  { clientId, apiAudience, subjectClaim }: Variant['signIn'],
  { clockToleranceSeconds, tokenSeconds }: Pick<Config, 'clockToleranceSeconds' | 'tokenSeconds'>,
  now: Date,
): Promise<GoodToken> {
  const seconds = Math.floor(now.getTime() / 1000)
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience: apiAudience ? [clientId, apiAudience] : clientId,
    requiredClaims: ['exp', 'iat', 'sub', subjectClaim],
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: tokenSeconds,
    currentDate: now,
  }).catch((error: Error) => {
    throw whyNot(error, subjectClaim, seconds)
  })
  const { sub, iat, exp, sid } = payload as JWTPayload & { iat: number; exp: number }
  const subject = payload[subjectClaim]
  if (!identified(sub)) throw new BadToken('no identifier', 'sub')
  if (!identified(subject)) throw new BadToken('no identifier', subjectClaim)
  // Negated, so that what is not a number of seconds is refused too: 1e999 is Infinity.
  if (!(exp - iat <= tokenSeconds))
    throw new BadToken('counts too long', 'exp', { offBySeconds: exp - seconds, subject })
  return {
    issuer,
    sub,
    subject,
    name: nameOf(payload),
    session: identified(sid) ? sid : null,
    issuedAt: iat,
    expiresAt: exp,
  }
}

function whyNot(error: Error, subjectClaim: string, now: number): Error {
  // Errors of fetching the provider's keys, the last three by the library's own means.
  const unfetched =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === errors.JOSEError.code
  if (unfetched) return new ProviderUnreachable(error)
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
  const told = [name, userName].find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined
  return told?.toWellFormed().replaceAll(/\p{C}/gu, '').trim().slice(0, MOST_OF_A_NAME).toWellFormed() || null
}
