import { type Claim, officeClaim } from '#platform/contract/claims.ts'
import type { HeldRole } from '#platform/server/http/signed-in.ts'
import { isRole, permissionsOf, type Permission } from '../../roles.ts'
import type { DatedRole } from '../store.ts'

/** An instant, and the day that it is in the company's calendar. */
export interface When {
  readonly at: Date
  readonly today: string
}

const hasEnded = ({ until }: DatedRole, at: Date) => until !== null && new Date(until) <= at

/** The roles that count at an instant. A role that the portal no longer has is ignored. */
export const rolesAt = (stored: readonly DatedRole[], { at, today }: When): HeldRole[] =>
  stored
    .filter((each) => isRole(each.role) && each.from <= today && (each.to === null || today <= each.to))
    .filter((each) => !hasEnded(each, at))
    .map(({ role, area, category, deputyFor, until }) => ({
      role,
      area,
      category,
      deputyFor,
      ...(until !== null && { emergency: true }),
    }))

/** When the first emergency role ends, in milliseconds since 1970; Infinity if there is none. */
export const firstEnd = (stored: readonly DatedRole[], at: Date): number =>
  Math.min(...stored.flatMap((each) => (each.until === null || hasEnded(each, at) ? [] : [Date.parse(each.until)])))

/** The permissions of roles, and those without a role (`named`), as the claims that gates check. `reach` decides where in the company. */
export function claimsOfOffice(held: readonly HeldRole[], named: readonly Permission[]): Claim[] {
  const permitted = new Set([...held.flatMap(({ role }) => (isRole(role) ? permissionsOf(role) : [])), ...named])
  return [...permitted].map((value) => ({ type: officeClaim, value }))
}
