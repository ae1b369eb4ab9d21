import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { notAllowed } from '#platform/server/http/errors.ts'
import type { Employee, HeldRole } from '#platform/server/http/signed-in.ts'
import type { Permission } from '../../roles.ts'
import { findById } from '../store.ts'
import { rolesAt, type When } from './held.ts'
import { reach } from './reach.ts'

/**
 * Lets only one act on the roles and accounts of a company happen at a time, in any process: another one waits until the transaction ends.
 * Call it before the transaction locks a row.
 */
export async function lockRoleActs(tx: Database, company: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`role acts ${company}`}, 0))`.execute(tx)
}

const sameHeld = ({ role, area, category, deputyFor, emergency = false }: HeldRole) =>
  JSON.stringify([role, area, category, deputyFor?.id ?? null, emergency])

/**
 * Returns the employee with those of the roles of his or her request that the database still has. A request's roles may be half a minute
 * old, which is too old for what lasts: two administrators could end each other's role, so that nobody would be left. Throws if none of the
 * roles permits it. Holds `lockRoleActs` until the transaction ends.
 */
export async function requireHolder(
  tx: Database,
  employee: Employee,
  permission: Permission,
  when: When,
): Promise<Employee> {
  await lockRoleActs(tx, employee.company)
  const stored = await findById(tx, employee.id)
  const now = new Set(stored?.active ? rolesAt(stored.roles, when).map(sameHeld) : [])
  const still = { ...employee, roles: employee.roles.filter((held) => now.has(sameHeld(held))) }
  if (reach(still, permission).scopes.length === 0) throw notAllowed()
  return still
}
