import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Clock } from '../area.ts'
import { Unavailable } from '../unavailable.ts'

/** The data for checking a sign-in provider's tokens, as published at one time. */
export interface Provider {
  readonly issuer: string
  /** The algorithms that its tokens may be signed with. */
  readonly algorithms: readonly string[]
  readonly keys: JWTVerifyGetKey
}

export interface ProviderSource {
  /** The last known version. Throws ProviderUnreachable. */
  current(): Promise<Provider>
  /** A newly fetched version, for a token that does not fit the known one; null if it was fetched just now. Throws ProviderUnreachable. */
  newer(): Promise<Provider | null>
}

/** The sign-in provider's keys cannot be fetched: until they can, no token can be checked. */
export class ProviderUnreachable extends Unavailable {
  constructor(cause: unknown) {
    super('sign-in provider', cause)
  }
}

/** Signatures that only the provider can make. Never those of a shared secret (HS256), which the portal does not have, and never `none`. */
export const asymmetric = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** If the metadata does not list any. */
const usual = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']

/** How long each of its two addresses may take. */
const ANSWER_MS = 2000
/** It is not asked again within this time, whatever tokens arrive. */
const PAUSE_MS = 2000
/** Keys that the provider has withdrawn are accepted no longer than this. */
const FRESH_MS = 10 * 60_000
/** While the provider is unreachable its known keys are still used, but no longer than this: it may have withdrawn some. */
const KEPT_MS = 24 * 60 * 60_000
/** How often it is asked while it is unreachable. */
const AGAIN_MS = 30_000
/** About ten times the size of the largest key sets that are known, which contain certificates. */
const MOST_BYTES = 256 * 1024

/** The provider at an authority, asked when needed. Ages are measured by the portal's clock, pauses by a monotonic one. */
export function providerAt(authority: string, clock: Clock, log: Pick<FastifyBaseLogger, 'warn'>): ProviderSource {
  let known: { readonly provider: Provider; readonly at: number } | null = null
  let failure: ProviderUnreachable | null = null
  let askedAt = -Infinity
  let underWay: Promise<Provider> | null = null

  const isPause = (ms: number) => performance.now() - askedAt < ms

  function ask(): Promise<Provider> {
    underWay ??= publishedAt(authority)
      .then(
        (provider) => {
          known = { provider, at: clock().getTime() }
          failure = null
          return provider
        },
        (error: unknown) => {
          failure = new ProviderUnreachable(error)
          throw failure
        },
      )
      .finally(() => {
        underWay = null
        askedAt = performance.now()
      })
    return underWay
  }

  /**
   * Asks the provider. If it is unreachable, logs that and returns the known version, so that no request fails while known keys can be
   * used.
   */
  async function askBeside({ provider }: { readonly provider: Provider }): Promise<Provider> {
    try {
      return await ask()
    } catch (error) {
      const { needed, message } = error as ProviderUnreachable
      log.warn({ needed, reason: message }, 'known keys still in use')
      return provider
    }
  }

  return {
    async current() {
      // If the clock has been set back, the age is unknown, so the difference counts in either direction.
      const age = known ? Math.abs(clock().getTime() - known.at) : Infinity
      if (!known || age >= KEPT_MS) {
        if (failure && isPause(PAUSE_MS)) throw failure
        return ask()
      }
      if (age < FRESH_MS) return known.provider
      if (!failure) return askBeside(known)
      if (!isPause(AGAIN_MS) && !underWay) void askBeside(known)
      return known.provider
    },
    async newer() {
      if (!isPause(PAUSE_MS)) return ask()
      if (failure) throw failure
      return null
    },
  }
}

const Metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
})

const trimmed = (address: string) => address.replace(/\/$/, '')

async function publishedAt(authority: string): Promise<Provider> {
  const refuse = (what: string): never => {
    throw new Error(`${new URL(authority).host}: ${what}`)
  }
  const metadata = Metadata.safeParse(await read(`${trimmed(authority)}/.well-known/openid-configuration`))
  if (!metadata.success) return refuse('no OpenID Connect metadata')
  const { issuer, jwks_uri: address, id_token_signing_alg_values_supported: listed } = metadata.data
  if (trimmed(issuer) !== trimmed(authority)) return refuse('another issuer is named')
  // Over plain http, an attacker on the network could insert a key.
  if (authority.startsWith('https:') && !address.startsWith('https:')) return refuse('keys at an open address')
  const algorithms = listed ? asymmetric.filter((name) => listed.includes(name)) : usual
  if (algorithms.length === 0) return refuse('no algorithm that others can check')
  const keys = await read(address)
  try {
    return { issuer, algorithms, keys: createLocalJWKSet(keys as JSONWebKeySet) }
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/** Reads JSON without following redirects: their target is not the address that the company configured. */
async function read(address: string): Promise<unknown> {
  const { host } = new URL(address)
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > MOST_BYTES) throw new Error(`an answer of more than ${MOST_BYTES} bytes`)
      parts.push(part)
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    throw new Error(`${host}: ${cause?.code ?? message}`, { cause: error })
  }
}

/** What the API needs to know of the demo's own provider. */
export interface EmbeddedProvider {
  /** Its issuer for a portal origin such as `http://norr.localhost:8080`. */
  issuerOf(origin: string): string
  readonly keys: JWTVerifyGetKey
}
