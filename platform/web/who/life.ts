/** A sign-in as stored on the phone; every call sends the ID token. */
export interface StoredUser {
  readonly token: string
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
  /** When the token was issued, by the provider's clock, in milliseconds since 1970. 0 if the token does not say. */
  readonly issuedAt: number
  /** When it was received, by the phone's clock. */
  readonly receivedAt: number
  /** When it expires, by the phone's clock. */
  readonly endsAt: number
}

/** A sign-in as oidc-client-ts stores it. `received_at`, in milliseconds, is our own (areas/sign-in/web/manager.ts). */
interface Stored {
  readonly id_token?: string
  readonly expires_at?: number
  readonly received_at?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Reads a stored sign-in. Null if there is no usable one. */
export function readStored(text: string | null): StoredUser | null {
  if (!text) return null
  try {
    const { id_token: token, expires_at: accessEnds, received_at: received, profile } = JSON.parse(text) as Stored
    const { sub, exp, iat } = profile ?? {}
    // The token is sent in a header, where other characters are not allowed.
    if (typeof token !== 'string' || !/^[\w.-]+$/.test(token) || typeof sub !== 'string' || sub === '') return null
    const times = {
      exp: seconds(exp),
      iat: seconds(iat),
      accessEnds: seconds(accessEnds),
      received: typeof received === 'number' ? received : 0,
    }
    const endsAt = endOf(times)
    if (endsAt === Infinity) return null
    return { token, subject: sub, claims: profile ?? {}, issuedAt: times.iat ?? 0, receivedAt: times.received, endsAt }
  } catch {
    return null
  }
}

const seconds = (value: unknown) => (typeof value === 'number' ? value * 1000 : undefined)

interface Times {
  readonly exp: number | undefined
  readonly iat: number | undefined
  readonly accessEnds: number | undefined
  readonly received: number
}

/**
 * When the sign-in ends: at the ID token's own expiry or the access token's, whichever is first. The former is by the provider's clock,
 * the latter already by the phone's. If the token seems to come from the future, the phone's clock is behind. If half of its lifetime
 * seems to be over on receipt, the phone's clock is ahead. A normal delay, or an `iat` that a provider sets some minutes early, loses
 * less than that.
 */
function endOf({ exp = Infinity, iat, accessEnds = Infinity, received }: Times): number {
  let end = exp
  if (iat !== undefined && received > 0 && exp < Infinity) {
    const life = exp - iat
    if (received < iat || exp - received < life / 2) end = received + life
  }
  return Math.min(end, accessEnds)
}

const AHEAD_MS = 90_000

/** When to renew the sign-in, by the phone's clock: well before the expiry, but not at once if tokens are short-lived. */
export function renewalTime({ issuedAt, receivedAt, endsAt }: StoredUser): number {
  const life = endsAt - (receivedAt || issuedAt)
  return endsAt - Math.min(AHEAD_MS, Math.max(life, 0) / 4)
}
