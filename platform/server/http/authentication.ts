import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Variant } from '#platform/contract/variant.ts'
import type { Clock, Database } from '../area.ts'
import { findById, findByIdentity, type Employee } from '../people/store.ts'
import { originOf, type Variants } from '../variants.ts'
import type { Config } from '../config.ts'
import { notAnEmployee, notSignedIn } from './errors.ts'

/** How long a verified token and its employee are remembered: a deactivated employee is out within this time. */
export const REMEMBERED_MS = 30_000
const REMEMBERED_TOKENS = 10_000

const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']

/** The demo's own provider, as far as the API must know it. */
export interface EmbeddedProvider {
  /** Its issuer for a portal origin such as `http://norr.localhost:8080`. */
  issuerOf(origin: string): string
  readonly keys: JWTVerifyGetKey
}

/** Who asks, and in which variant. */
export interface SignedIn {
  readonly employee: Employee
  readonly variant: Variant
}

interface Remembered {
  readonly employee: Employee
  readonly expiresAt: number
}

export interface AuthenticationParts {
  readonly db: Database
  readonly config: Config
  readonly variants: Variants
  readonly clock: Clock
  readonly embedded: EmbeddedProvider | null
}

/**
 * Answers who sent a request. The token must be of the issuer and for the audience of the request host's variant; the
 * employee is found by (issuer, subject), never by a name, and the company is the employee's.
 * Verifying a signature costs half of a read's throughput, so verified tokens are remembered by their hash.
 */
export function authenticator({ db, config, variants, clock, embedded }: AuthenticationParts) {
  const remembered = new LRUCache<string, Remembered>({
    max: REMEMBERED_TOKENS,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  const providers = new Map<string, Promise<{ issuer: string; keys: JWTVerifyGetKey }>>()

  function providerOf(variant: Variant, request: FastifyRequest) {
    const { authority } = variant.signIn
    if (!authority) return embedded && { issuer: embedded.issuerOf(originOf(config, request)), keys: embedded.keys }
    let provider = providers.get(authority)
    if (!provider) {
      provider = discover(authority)
      providers.set(authority, provider)
      // A provider that could not be reached is asked again by the next request.
      provider.catch(() => providers.delete(authority))
    }
    return provider
  }

  async function verify(token: string, variant: Variant, request: FastifyRequest): Promise<Remembered> {
    const provider = await providerOf(variant, request)
    if (!provider) throw notSignedIn()
    const { clientId, apiAudience } = variant.signIn
    const { payload } = await jwtVerify(token, provider.keys, {
      algorithms,
      issuer: provider.issuer,
      audience: apiAudience ? [clientId, apiAudience] : clientId,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: 60,
      currentDate: clock(),
    }).catch((error: Error & { code?: string }) => {
      request.log.info({ reason: error.code ?? error.name }, 'token refused')
      throw notSignedIn()
    })
    const subject = payload.sub as string
    const employee = variant.signIn.authority
      ? await findByIdentity(db, provider.issuer, subject)
      : await findById(db, subject)
    if (!employee?.active) throw notAnEmployee()
    if (variant.company && variant.company.id !== employee.company) throw notAnEmployee()
    return { employee, expiresAt: ((payload.exp as number) + 60) * 1000 }
  }

  return async function authenticate(request: FastifyRequest): Promise<SignedIn> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw notSignedIn()
    const variant = variants.forHost(request.hostname)
    // The issuer differs by host, so a token remembered for one host says nothing about another.
    const key = hash('sha256', `${request.host} ${token}`, 'base64')
    let known = remembered.get(key)
    if (!known) {
      known = await verify(token, variant, request)
      remembered.set(key, known)
    }
    if (known.expiresAt <= clock().getTime()) throw notSignedIn()
    return { employee: known.employee, variant }
  }
}

async function discover(authority: string): Promise<{ issuer: string; keys: JWTVerifyGetKey }> {
  const address = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) })
  if (!answer.ok) throw new Error(`sign-in provider answered ${answer.status}`)
  const { issuer, jwks_uri: keys } = (await answer.json()) as { issuer: string; jwks_uri: string }
  if (issuer.replace(/\/$/, '') !== authority.replace(/\/$/, ''))
    throw new Error('sign-in provider names another issuer')
  return { issuer, keys: createRemoteJWKSet(new URL(keys)) }
}
