import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { isRole, permissionsOf, roles, scopesOf, type Permission, type Role, type Scope } from '../../roles.ts'
import type { PeopleTables } from '../tables.ts'
import { covers } from './reach.ts'

const e = columnsOf<PeopleTables['employees']>('e')
const r = columnsOf<PeopleTables['role_assignments']>('r')
const held = selected({ id: e('id'), role: r('role'), area: r('area'), category: r('category') })

const permitting = (permission: Permission): Role[] =>
  (Object.keys(roles) as Role[]).filter((role) => permissionsOf(role).includes(permission))

/**
 * The ids of the company's employees who have the permission on a date, in all of the scope, or with null in any part of the company: those
 * to notify, and those who may approve. Deputies are included; employees who have the permission only in an emergency are not.
 */
export async function holdersOf(
  db: Database,
  company: string,
  permission: Permission,
  { scope, today }: { readonly scope: Scope | null; readonly today: string },
): Promise<string[]> {
  const holders = await scopesOfHolders(db, company, permission, today)
  const able = [...holders].filter(([, scopes]) => scope === null || scopes.some((own) => covers(own, scope)))
  return able.map(([id]) => id)
}

/** The same employees by id, with the parts of the company in which each of them has the permission. */
export async function scopesOfHolders(
  db: Database,
  company: string,
  permission: Permission,
  today: string,
): Promise<ReadonlyMap<string, readonly Scope[]>> {
  const { rows } = await sql<RowOf<typeof held>>`
    select ${held}
    from role_assignments r
    join employees e on e.id = r.employee_id and e.active
    left join role_assignments held on held.company = r.company and held.id = r.deputy_of
    left join employees holder on holder.id = held.employee_id
    where r.company = ${company} and r.role = any(${permitting(permission)}) and r.ended_at is null and r.valid_until is null
      and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})
      and (r.deputy_of is null or (held.ended_at is null and holder.active
        and held.valid_from <= ${today} and (held.valid_to is null or held.valid_to >= ${today})))
    order by r.id`.execute(db)
  const scopes = rows.flatMap(({ id, role, ...part }) =>
    isRole(role) ? scopesOf(role, permission, part).map((scope) => ({ id, scope })) : [],
  )
  const byHolder = Map.groupBy(scopes, ({ id }) => id)
  return new Map([...byHolder].map(([id, of]) => [id, of.map(({ scope }) => scope)]))
}
