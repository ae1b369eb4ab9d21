import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { Ask } from '#platform/server/http/answer.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Actor } from '#core/audit/server/audit.ts'
import { isRole, roles, type Permission } from '#core/people/roles.ts'
import { actingRole } from '#core/people/server/roles/reach.ts'
import { requireHolder } from '#core/people/server/roles/still-holds.ts'
import type { Giving } from './give.ts'
import type { StoredAssignment } from './store.ts'

type Asking = Pick<Ask<unknown, unknown>, 'employee' | 'request'>

/** The employee who makes the request, the time, and the role in which he or she acts, as they are stored. */
export function givingBy(
  { employee, request }: Asking,
  { clock, variants }: Platform,
  permission: Permission,
): Giving & { readonly by: Actor } {
  const { id: employeeId, company } = employee
  const at = clock()
  return {
    company,
    by: { employeeId, role: actingRole(employee, permission), request },
    at,
    today: dateIn(variants.timeZoneOf(company), at),
  }
}

/**
 * The same for an act that lasts: `employee` has only the roles that the database still has. Throws if none of them permits it. Call it
 * before the transaction locks a row.
 */
export async function actingBy(
  tx: Database,
  { employee, request }: Asking,
  platform: Platform,
  permission: Permission,
): Promise<{ readonly employee: Employee; readonly giving: ReturnType<typeof givingBy> }> {
  const now = givingBy({ employee, request }, platform, permission)
  const still = await requireHolder(tx, employee, permission, now)
  return { employee: still, giving: { ...now, by: { ...now.by, role: actingRole(still, permission) } } }
}

/** A stored role as the calls return it; their schemas leave out the ids. The name of a role that the portal no longer has is its key. */
export const onWire = (stored: StoredAssignment, timeZone: string) => ({
  ...stored,
  namn: isRole(stored.roll) ? roles[stored.roll].name : stored.roll,
  kalla: stored.until === null ? stored.kalla : ('emergency' as const),
  gavs: wallClockIn(timeZone, stored.givenAt),
  slutar: stored.until && wallClockIn(timeZone, stored.until),
})
