import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { unplanned } from '#platform/server/db/unplanned.ts'
import type { Employee, HeldRole } from '#platform/server/http/signed-in.ts'
import { isRole, scopesOf, type Permission, type Scope } from '../../roles.ts'

/** What an employee may reach by a permission: rows of the company in any of the scopes. */
export interface Reach {
  readonly company: string
  readonly employeeId: string
  /** Each with its area and its category together: area A with category X and all of area B are not all of A. */
  readonly scopes: readonly Scope[]
}

/**
 * What the employee may reach now by the permission. Ask it for each request: it follows from the roles of `employee`, which are
 * read again after 30 seconds.
 */
export function reach(
  { id, company, roles }: Pick<Employee, 'id' | 'company' | 'roles'>,
  permission: Permission,
): Reach {
  const scopes = roles.flatMap((held) => (isRole(held.role) ? scopesOf(held.role, permission, held) : []))
  return { company, employeeId: id, scopes: withoutCovered(scopes) }
}

/** The same without roles that were taken in an emergency. */
export const usualReach = ({ id, company, roles }: Parameters<typeof reach>[0], permission: Permission): Reach =>
  reach({ id, company, roles: roles.filter(({ emergency }) => !emergency) }, permission)

/** The columns of a thing that say where it belongs. */
export interface PlacedBy {
  readonly company: Expression<string>
  /** Absent if such things have no area: a permission limited to an area then reaches none of them. */
  readonly area?: Expression<string | null>
  /** The same for categories. */
  readonly category?: Expression<string | null>
  /** The employee that the thing names as responsible, who reaches it without a role. */
  readonly named?: Expression<string | null>
}

/**
 * The reach as a condition of SQL: the same for list, count, bulk, export and search. A thing without a value in a column is
 * reached only with a scope that is not limited in that column. The condition may then be null: its opposite is `is not true`.
 */
export function within(reached: Reach, { company, area, category, named }: PlacedBy): RawBuilder<SqlBool> {
  const { scopes } = reached
  const areasOnly = scopes.flatMap((scope) => (scope.category === null && scope.area !== null ? [scope.area] : []))
  const categoriesOnly = scopes.flatMap((scope) =>
    scope.area === null && scope.category !== null ? [scope.category] : [],
  )
  const both = scopes.filter((scope) => scope.area !== null && scope.category !== null)
  const any = [
    ...(scopes.some((scope) => scope.area === null && scope.category === null) ? [sql<SqlBool>`true`] : []),
    ...(area && areasOnly.length > 0 ? [oneOf(area, areasOnly)] : []),
    ...(category && categoriesOnly.length > 0 ? [oneOf(category, categoriesOnly)] : []),
    ...(area && category
      ? both.map((scope) => sql<SqlBool>`(${oneOf(area, [scope.area])} and ${oneOf(category, [scope.category])})`)
      : []),
    ...(named ? [sql<SqlBool>`${named} = ${unplanned(reached.employeeId, 'uuid')}`] : []),
  ]
  if (any.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${company} = ${unplanned(reached.company, 'text')} and (${sql.join(any, sql` or `)}))`
}

/** With one value, an index returns the rows in order; with several values it does not. */
const oneOf = (column: Expression<string | null>, values: readonly (string | null)[]): RawBuilder<SqlBool> =>
  values.length === 1
    ? sql<SqlBool>`${column} = ${unplanned(values[0], 'text')}`
    : sql<SqlBool>`${column} = any(${unplanned([...values], 'text[]')})`

/** The same for one thing that has been read: for tests and for what no statement selects. */
export function reaches(reached: Reach, thing: Scope & { readonly company: string; readonly named?: string }): boolean {
  if (thing.company !== reached.company) return false
  if (thing.named !== undefined && thing.named === reached.employeeId) return true
  return reached.scopes.some((scope) => covers(scope, thing))
}

/**
 * The role in which the employee acts, for the audit and for what others read ('för Eva Ek'): the employee's own role before a deputy's, and
 * both before an emergency role. With `on`, only a role that reaches that thing. Null if there is none.
 */
export function actingRole({ roles }: Pick<Employee, 'roles'>, permission: Permission, on?: Scope): HeldRole | null {
  const able = roles.filter(
    (held) =>
      isRole(held.role) && scopesOf(held.role, permission, held).some((scope) => on === undefined || covers(scope, on)),
  )
  const usual = able.filter(({ emergency }) => !emergency)
  return usual.find(({ deputyFor }) => deputyFor === null) ?? usual[0] ?? able[0] ?? null
}

const scopesHeld = (held: HeldRole, permission: Permission): Scope[] =>
  isRole(held.role) ? scopesOf(held.role, permission, held) : []

/** The role in which the employee exports a list: an emergency role as soon as it reaches something that the other roles do not. */
export function listingRole({ roles }: Pick<Employee, 'roles'>, permissions: readonly Permission[]): HeldRole | null {
  const usual = roles.filter(({ emergency }) => !emergency)
  const adds = (held: HeldRole, permission: Permission) =>
    scopesHeld(held, permission).some((scope) =>
      usual.every((other) => !scopesHeld(other, permission).some((own) => covers(own, scope))),
    )
  const taken = roles.find((held) => held.emergency && permissions.some((permission) => adds(held, permission)))
  return (
    taken ?? permissions.map((permission) => actingRole({ roles }, permission)).find((role) => role !== null) ?? null
  )
}

/** Whether `wide` contains all of `narrow`. */
export const covers = (wide: Scope, narrow: Scope): boolean =>
  (wide.area === null || wide.area === narrow.area) && (wide.category === null || wide.category === narrow.category)

/** Whether an employee decides requests about what is within `scope`. An emergency role decides none. */
export const mayApprove = (employee: Employee, scope: Scope): boolean =>
  usualReach(employee, 'roles.approve').scopes.some((own) => covers(own, scope))

/** Leaves out scopes that another one covers. Of two equal ones the first stays. */
const withoutCovered = (scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope, at) =>
    scopes.every(
      (other, elsewhere) => elsewhere === at || !covers(other, scope) || (covers(scope, other) && at < elsewhere),
    ),
  )
