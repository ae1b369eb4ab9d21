import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import type { SignedIn } from '#platform/server/http/signed-in.ts'
import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { switchedOffClaims } from '#platform/contract/claims.ts'
import type { Variant } from '#platform/contract/variant.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Clock, Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { endedSignIns, signInOf, type SignIn } from './ended-sign-ins.ts'
import type { Permission } from '../../roles.ts'
import { claimsOfOffice, firstEnd, rolesAt } from '../roles/held.ts'
import { followRoleRules } from '../roles/role-rules.ts'
import type { StoredEmployee } from '../store.ts'
import { signingInById, signingInByIdentity } from './signing-in.ts'
import { noteUnlinked } from './unlinked-accounts.ts'
import { originOf, type Variants } from '#platform/server/variants.ts'
import { notAnEmployee, notSignedIn } from '#platform/server/http/errors.ts'
import { providerAt, type ProviderSource } from '#platform/server/http/provider.ts'
import { BadToken, checkToken, type GoodToken } from '#platform/server/http/token.ts'

/** How long a verified token and its employee are remembered: a deactivated employee loses access within this time. */
export const REMEMBERED_MS = 30_000
const REMEMBERED_TOKENS = 10_000
/** How long a sign-in waits for the cases that name the employee, and after a failure how long the next sign-ins do not wait for them. */
const PATIENCE_MS = 1000
const LEFT_ALONE_MS = 5000
/** An unlinked account makes many calls: it is recorded at most this often. */
const NOTED_MS = 600_000
const NOTED_ACCOUNTS = 1000
/** For finding the employee of a refused token: no sign-out matches it. */
const nobodys: SignIn = { keys: [], issuedAt: 0 }

interface Remembered extends SignedIn {
  /** The request's. The issuer differs by host, so a token that is remembered for one says nothing about another. */
  readonly host: string
  readonly signIn: SignIn
  readonly verifiedAt: number
  readonly expiresAt: number
  /** When the first emergency role ends, in milliseconds since 1970; Infinity if there is none. */
  readonly roleEndsAt: number
}

export interface AuthenticationParts {
  readonly db: Database
  readonly config: Config
  readonly variants: Variants
  readonly clock: Clock
  readonly embedded: EmbeddedProvider | null
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** The permissions that an employee has without a role, because a case names him or her. */
  readonly named: (employee: { readonly id: string; readonly company: string }) => Promise<readonly Permission[]>
}

/**
 * Determines who sent a request. The token must be from the issuer and for the audience of the variant of the request's host; the
 * employee is found by (issuer, subject), never by a name, and the company is the employee's.
 * Verifying a signature costs half of a read's throughput, so verified tokens are remembered by their hash.
 */
export function authenticator({ db, config, variants, clock, embedded, log, named }: AuthenticationParts) {
  const { tokenSeconds } = config
  const perf = { now: () => clock().getTime() }
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_TOKENS })
  /** The employee of an account at its last sign-in. The cases that name the employee are read before the present employee is known. */
  const expectedAs = new LRUCache<string, Pick<StoredEmployee, 'id' | 'company'>>({ max: REMEMBERED_TOKENS })
  const noted = new LRUCache<string, true>({ max: NOTED_ACCOUNTS, ttl: NOTED_MS, ttlResolution: 0, perf })
  const signIns = endedSignIns(db, clock, config)
  const providers = new Map<string, ProviderSource>()
  let leaveCasesUntil = 0

  function providerOf(variant: Variant, request: FastifyRequest): ProviderSource | null {
    const { authority } = variant.signIn
    if (!authority) return embedded && sourceOf(embedded, originOf(config, request))
    const known = providers.get(authority)
    if (known) return known
    const provider = providerAt(authority, clock, log)
    providers.set(authority, provider)
    return provider
  }

  const signingInOf = (variant: Variant, signIn: SignIn, who: Pick<GoodToken, 'issuer' | 'subject'>) =>
    variant.signIn.authority ? signingInByIdentity(db, signIn, who) : signingInById(db, signIn, who.subject)

  /** If the cases cannot be read, everybody still signs in. An employee whom a case names lacks its queue until they can be read again. */
  async function namedIn(employee: Parameters<typeof named>[0]): Promise<readonly Permission[]> {
    if (performance.now() < leaveCasesUntil) return []
    const late = setTimeout(PATIENCE_MS, null, { ref: false }).then(() => {
      throw new Error('no answer in time')
    })
    return Promise.race([named(employee), late]).catch((error: Error) => {
      leaveCasesUntil = performance.now() + LEFT_ALONE_MS
      log.warn({ err: { type: error.name, message: error.message } }, 'cases that name an employee cannot be read')
      return []
    })
  }

  async function verify(token: string, variant: Variant, request: FastifyRequest): Promise<Remembered> {
    const verifiedAt = clock().getTime()
    const provider = providerOf(variant, request)
    if (!provider) throw notSignedIn()
    const good = await checkToken(token, provider, variant.signIn, config, clock()).catch(async (error: Error) => {
      if (!(error instanceof BadToken)) throw error
      const { reason, claim, offBySeconds, subject } = error
      // A provider with wrong times locks everybody out until an operator notices; an expired token is normal.
      const level = reason !== 'ERR_JWT_EXPIRED' && offBySeconds !== undefined ? 'warn' : 'info'
      request.log[level]({ reason, claim, offBySeconds }, 'token refused')
      if (subject !== null) {
        const { issuer } = await provider.current()
        request.employeeId = (await signingInOf(variant, nobodys, { issuer, subject }))?.employee.id ?? null
      }
      throw notSignedIn()
    })
    const signIn = signInOf(token, good)
    signIns.noteIssued(good.issuer, signIn)
    // At the same time, because the first call of a shift waits for both.
    const who = JSON.stringify([good.issuer, good.subject])
    const expected = expectedAs.get(who)
    const [found, openedAsExpected] = await Promise.all([
      signingInOf(variant, signIn, good),
      expected ? namedIn(expected) : null,
    ])
    const employee = found?.employee
    request.employeeId = employee?.id ?? null
    if (found ? found.ended : await signIns.ended(signIn)) throw notSignedIn()
    if (!employee && variant.signIn.authority) await note(good, variant)
    if (!found || !employee?.active) throw notAnEmployee()
    if (variant.company && variant.company.id !== employee.company) throw notAnEmployee()
    const at = clock()
    const when = { at, today: dateIn(variants.timeZoneOf(employee.company), at) }
    const { id, company } = employee
    const isExpected = expected?.id === id && expected.company === company
    if (!isExpected) expectedAs.set(who, { id, company })
    const account = variant.signIn.authority ? good.subject : null
    const [stored, opened] = await Promise.all([
      followRoleRules({ db, ...when, tokenSeconds, log: request.log }, employee, { ...good, account }, found.rules),
      (isExpected && openedAsExpected) || namedIn(employee),
    ])
    const roles = rolesAt(stored, when)
    const claims = [
      ...employee.claims,
      ...claimsOfOffice(roles, opened),
      ...switchedOffClaims(variants.companies.get(employee.company)?.switchedOff ?? []),
    ]
    return {
      employee: { ...employee, claims, roles },
      variant,
      host: request.host,
      signOut: signOutOf(good.issuer, signIn),
      signIn,
      verifiedAt,
      roleEndsAt: firstEnd(stored, at),
      expiresAt: (good.expiresAt + config.clockToleranceSeconds) * 1000,
    }
  }

  // Created here: a closure created where a token is verified would keep the whole request, with its body, as long as the token is remembered.
  const signOutOf = (issuer: string, signIn: SignIn) => () => signIns.end(issuer, signIn)

  async function note({ issuer, subject, name }: GoodToken, variant: Variant): Promise<void> {
    const company = variant.company?.id ?? null
    const key = hash('sha256', JSON.stringify([issuer, subject, company]), 'base64')
    if (noted.has(key)) return
    await noteUnlinked(db, { issuer, subject, name, variant: variant.name, company }, clock())
    noted.set(key, true)
  }

  return function authenticate(request: FastifyRequest): SignedIn | Promise<SignedIn> {
    const { host, headers } = request
    const given = headers.authorization
    if (given === undefined) throw notSignedIn()
    const key = hash('sha256', given, 'base64')
    const known = remembered.get(key)
    if (known && known.host === host) {
      // A negative age means that the clock has been set back since.
      const now = clock().getTime()
      const age = now - known.verifiedAt
      if (age >= 0 && age <= REMEMBERED_MS && now < known.roleEndsAt) return stillSignedIn(request, known)
    }
    // The scheme's name is case-insensitive: RFC 9110, 11.1.
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(given)?.[1]
    if (!token) throw notSignedIn()
    return verify(token, variants.forHost(request.hostname), request).then((verified) => {
      remembered.set(key, verified)
      return stillSignedIn(request, verified)
    })
  }

  function stillSignedIn(request: FastifyRequest, known: Remembered): SignedIn {
    request.employeeId = known.employee.id
    if (known.expiresAt <= clock().getTime() || signIns.endedHere(known.signIn)) throw notSignedIn()
    return known
  }
}

const sourceOf = (embedded: EmbeddedProvider, origin: string): ProviderSource => ({
  current: async () => ({ issuer: embedded.issuerOf(origin), algorithms: ['ES256'], keys: embedded.keys }),
  newer: async () => null,
})
