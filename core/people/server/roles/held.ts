import type { Claim } from '#platform/contract/claims.ts'
import type { HeldRole } from '#platform/server/http/signed-in.ts'
import { isRole, officeClaim, permissionsOf, type Permission } from '../../roles.ts'
import type { DatedRole } from '../store.ts'

/** An instant, and the day that it is in the company's calendar. */
interface When {
  readonly at: Date
  readonly today: string
}

const hasEnded = ({ until }: DatedRole, at: Date) => until !== null && new Date(until) <= at

/** The roles that count at an instant. One that the portal no longer has is ignored. */
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

/** When the first of the roles ends that somebody has only until an instant: in milliseconds, Infinity without any. */
export const firstEnd = (stored: readonly DatedRole[], at: Date): number =>
  Math.min(...stored.flatMap((each) => (each.until === null || hasEnded(each, at) ? [] : [Date.parse(each.until)])))

/** What roles permit, and what is permitted without one, as the claims that gates check; in which part of the company is for `reach` to say. */
export function claimsOfOffice(held: readonly HeldRole[], named: readonly Permission[]): Claim[] {
  const permitted = new Set([...held.flatMap(({ role }) => (isRole(role) ? permissionsOf(role) : [])), ...named])
  return [...permitted].map((value) => ({ type: officeClaim, value }))
}
