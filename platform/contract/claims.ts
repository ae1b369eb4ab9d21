import type { FeatureFlag, LinkFlag } from './flags.ts'

/** One fact about an employee, as `/api/user/profile` lists them. A type may occur several times (IntraPosition). */
export interface Claim {
  readonly type: string
  readonly value: string
}

/**
 * Who may see a page and make its calls. The menu, the route and the API check the same gate.
 * - `anyOf`: one of the claims is present (the specification's requireClaim)
 * - `value`: the one claim named has this value (requireClaimValue), such as `Kontor` with one of the permissions that a role gives
 * - `unlessBlacklisted`: if the claim BlacklistEnabled is present, this flag must be present too
 * - `feature`: nobody passes if the host's variant or the employee's company has switched this feature off
 */
export interface Gate {
  readonly anyOf?: readonly (FeatureFlag | LinkFlag | 'LonSystem' | 'IntraSecondaryCompany' | 'Kontor')[]
  readonly value?: string
  readonly unlessBlacklisted?: FeatureFlag | LinkFlag
  readonly feature?: string
}

/** The type of the claims that say what an employee may do in the office: one for each permission, only from roles. */
export const officeClaim = 'Kontor'

/** The gate of what everybody with a role in the office may see. */
export const inOffice = { anyOf: [officeClaim] } satisfies Gate

/** A claim for each feature that the employee's company has switched off, because the variant of a group host does not list these. */
const switchedOffClaim = 'SwitchedOff'

export const switchedOffClaims = (features: readonly string[]): Claim[] =>
  features.map((value) => ({ type: switchedOffClaim, value }))

export function claimValues(claims: readonly Claim[], type: string): string[] {
  return claims.filter((claim) => claim.type === type).map((claim) => claim.value)
}

export function hasClaim(claims: readonly Claim[], type: string, value?: string): boolean {
  return claims.some((claim) => claim.type === type && (value === undefined || claim.value === value))
}

export function passes(gate: Gate | undefined, claims: readonly Claim[], switchedOff: readonly string[]): boolean {
  if (!gate) return true
  if (gate.feature && (switchedOff.includes(gate.feature) || hasClaim(claims, switchedOffClaim, gate.feature))) {
    return false
  }
  if (gate.anyOf && !gate.anyOf.some((type) => hasClaim(claims, type, gate.value))) return false
  if (gate.unlessBlacklisted && hasClaim(claims, 'BlacklistEnabled')) return hasClaim(claims, gate.unlessBlacklisted)
  return true
}
