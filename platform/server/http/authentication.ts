import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { switchedOffClaims } from '#platform/contract/claims.ts'
import type { Variant } from '#platform/contract/variant.ts'
import type { Clock, Database } from '../area.ts'
import type { Config } from '../config.ts'
import { endedSignIns, signInOf, type SignIn } from '../people/ended-sign-ins.ts'
import { findById, findByIdentity, type Employee } from '../people/store.ts'
import { noteUnlinked } from '../people/unlinked-accounts.ts'
import { originOf, type Variants } from '../variants.ts'
import { notAnEmployee, notSignedIn } from './errors.ts'
import { BadToken, checkToken, ProviderUnreachable, type GoodToken, type Provider } from './token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, as far as the token says, refused or not: for the log. */
    employeeId: string | null
  }
}

/** How long a verified token and its employee are remembered: a deactivated employee is out within this time. */
export const REMEMBERED_MS = 30_000
const REMEMBERED_TOKENS = 10_000
/** An account without an employee asks with every call: it is written down this often at most. */
const NOTED_MS = 600_000
const NOTED_ACCOUNTS = 1000

/** How long a sign-in provider may take to answer, and how long a key that it does not name yet is refused without asking again. */
const PROVIDER_MS = 2000

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
  /** Ends the sign-in, though its token would count longer. */
  readonly signOut: () => Promise<void>
}

interface Remembered extends SignedIn {
  readonly signIn: SignIn
  readonly verifiedAt: number
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
  const perf = { now: () => clock().getTime() }
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_TOKENS })
  const noted = new LRUCache<string, true>({ max: NOTED_ACCOUNTS, ttl: NOTED_MS, ttlResolution: 0, perf })
  const signIns = endedSignIns(db, clock, config)
  const providers = new Map<string, Promise<Provider>>()

  function providerOf(variant: Variant, request: FastifyRequest) {
    const { authority } = variant.signIn
    if (!authority) return embedded && { issuer: embedded.issuerOf(originOf(config, request)), keys: embedded.keys }
    let provider = providers.get(authority)
    if (!provider) {
      provider = discover(authority).catch((error: unknown) => {
        throw new ProviderUnreachable(error)
      })
      providers.set(authority, provider)
      // A provider that could not be reached is asked again by the next request.
      provider.catch(() => providers.delete(authority))
    }
    return provider
  }

  const employeeOf = (variant: Variant, issuer: string, subject: string) =>
    variant.signIn.authority ? findByIdentity(db, issuer, subject) : findById(db, subject)

  async function verify(token: string, variant: Variant, request: FastifyRequest): Promise<Remembered> {
    const verifiedAt = clock().getTime()
    const provider = await providerOf(variant, request)
    if (!provider) throw notSignedIn()
    const good = await checkToken(token, provider, variant.signIn, config, clock()).catch(async (error: Error) => {
      if (!(error instanceof BadToken)) throw error
      const { reason, claim, offBySeconds, subject } = error
      // A provider whose times are wrong keeps everybody out until an operator hears of it; a token that has run out is everyday.
      const level = reason !== 'ERR_JWT_EXPIRED' && offBySeconds !== undefined ? 'warn' : 'info'
      request.log[level]({ reason, claim, offBySeconds }, 'token refused')
      if (subject !== null) request.employeeId = (await employeeOf(variant, provider.issuer, subject))?.id ?? null
      throw notSignedIn()
    })
    const employee = await employeeOf(variant, good.issuer, good.subject)
    request.employeeId = employee?.id ?? null
    const signIn = signInOf(token, good)
    if (await signIns.ended(signIn)) throw notSignedIn()
    if (!employee && variant.signIn.authority) await note(good, variant)
    if (!employee?.active) throw notAnEmployee()
    if (variant.company && variant.company.id !== employee.company) throw notAnEmployee()
    const claims = [
      ...employee.claims,
      ...switchedOffClaims(variants.companies.get(employee.company)?.switchedOff ?? []),
    ]
    return {
      employee: { ...employee, claims },
      variant,
      signOut: () => signIns.end(signIn),
      signIn,
      verifiedAt,
      expiresAt: (good.expiresAt + config.clockToleranceSeconds) * 1000,
    }
  }

  async function note({ issuer, subject, name }: GoodToken, variant: Variant): Promise<void> {
    const key = hash('sha256', JSON.stringify([issuer, subject]), 'base64')
    if (noted.has(key)) return
    const company = variant.company?.id ?? null
    await noteUnlinked(db, { issuer, subject, name, variant: variant.name, company }, clock())
    noted.set(key, true)
  }

  return async function authenticate(request: FastifyRequest): Promise<SignedIn> {
    // The scheme's name in any case: RFC 9110, 11.1.
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw notSignedIn()
    const variant = variants.forHost(request.hostname)
    // The issuer differs by host, so a token remembered for one host says nothing about another.
    const key = hash('sha256', `${request.host} ${token}`, 'base64')
    let known = remembered.get(key)
    // What was verified in what is now the future is of before the clock was put back.
    const age = known ? clock().getTime() - known.verifiedAt : 0
    if (!known || age < 0 || age > REMEMBERED_MS) {
      known = await verify(token, variant, request)
      remembered.set(key, known)
    }
    request.employeeId = known.employee.id
    if (known.expiresAt <= clock().getTime() || signIns.endedHere(known.signIn)) throw notSignedIn()
    return known
  }
}

async function discover(authority: string): Promise<Provider> {
  const address = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(PROVIDER_MS) })
  if (!answer.ok) throw new Error(`sign-in provider answered ${answer.status}`)
  const { issuer, jwks_uri: keys } = (await answer.json()) as { issuer: string; jwks_uri: string }
  if (issuer.replace(/\/$/, '') !== authority.replace(/\/$/, ''))
    throw new Error('sign-in provider names another issuer')
  return {
    issuer,
    keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: PROVIDER_MS, cooldownDuration: PROVIDER_MS }),
  }
}
