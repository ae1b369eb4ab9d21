import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { roles, type Role } from '#core/people/roles.ts'

interface Given {
  readonly area?: string | null
  readonly category?: string | null
  /** The first day of the role, and the last one. */
  readonly from?: string
  readonly to?: string | null
}

/**
 * Gives an employee a role in his or her company, by default from 2020 on. It counts from 30 seconds after the employee's last request,
 * because rights are cached that long.
 */
export async function giveRole(
  db: Database,
  userName: string,
  role: Role,
  { area = null, category = null, from = '2020-01-01', to = null }: Given = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into role_assignments (company, employee_id, role, area, category, valid_from, valid_to, source, given_at)
    select company, id, ${role}, ${area}, ${category}, ${from}, ${to}, 'hand', now() from employees where user_name = ${userName}
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Gives these roles and removes all others. Returns their ids in the same order. */
export async function onlyRoles(
  db: Database,
  given: readonly (readonly [userName: string, role: Role, Given?])[],
): Promise<number[]> {
  await sql`delete from role_assignments`.execute(db)
  const ids: number[] = []
  for (const [userName, role, fields] of given) ids.push(await giveRole(db, userName, role, fields))
  return ids
}

/** Gives an employee every role, so that every call is open to him or her. */
export async function giveEveryRole(db: Database, userName: string): Promise<void> {
  for (const role of Object.keys(roles) as Role[]) await giveRole(db, userName, role)
}

/** Makes an employee the deputy for a role assignment. */
export async function giveDeputy(
  db: Database,
  userName: string,
  held: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    insert into role_assignments
      (company, employee_id, role, area, category, valid_from, valid_to, source, given_at, deputy_of)
    select r.company, e.id, r.role, r.area, r.category, ${from}, ${to}, 'deputy', now(), r.id
    from role_assignments r join employees e on e.company = r.company and e.user_name = ${userName}
    where r.id = ${held}`.execute(db)
}
