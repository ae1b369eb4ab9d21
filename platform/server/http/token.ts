import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { Variant } from '#platform/contract/variant.ts'
import type { Config } from '../config.ts'
import { asymmetric, ProviderUnreachable, type Provider, type ProviderSource } from './provider.ts'

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

/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const identifier = /^[ -~]{1,255}$/
const identified = (value: unknown): value is string => typeof value === 'string' && identifier.test(value)

const MOST_OF_A_NAME = 200

/** A token's issue may lie so far ahead, by a provider's clock: nobody has to check it (RFC 7519, 4.1.6), and `nbf` says what is not yet. */
export const ISSUED_AHEAD_S = 600

/** A token that names no key is tried with so many that fit: more is no provider's, and each costs. */
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
      // What the provider lists is for ID tokens.
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
  // Negated, so that what is not a number of seconds is refused too: 1e999 is Infinity.
  if (!(exp - iat <= tokenSeconds))
    throw new BadToken('counts too long', 'exp', { offBySeconds: exp - seconds, subject })
  if (!(iat - seconds <= ISSUED_AHEAD_S))
    throw new BadToken('issued ahead', 'iat', { offBySeconds: iat - seconds, subject })
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

/** Whether a key or an algorithm that the provider has published since would explain why the token does not fit. */
function mayBeNew(error: Error, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed) return true
  return error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined
}

function whyNot(error: Error, subjectClaim: string, now: number): Error {
  if (error instanceof ProviderUnreachable) return error
  // A key that the provider has published wrongly.
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
  const told = [name, userName].find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined
  return told?.toWellFormed().replaceAll(/\p{C}/gu, '').trim().slice(0, MOST_OF_A_NAME).toWellFormed() || null
}
