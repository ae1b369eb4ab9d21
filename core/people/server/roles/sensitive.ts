import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { isRole, roles } from '../../roles.ts'

const sensitive = Object.keys(roles).filter((role) => isRole(role) && roles[role].sensitive)

/**
 * Whether signing in as the employee opens what is sensitive about others: by a role, also one that begins later, or as somebody's nearest
 * manager, whom sensitive cases name as responsible.
 */
export async function opensSensitive(
  db: Database,
  { company, employeeId, today, at }: { company: string; employeeId: string; today: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ opens: boolean }>`
    select exists (select from role_assignments r
        where r.company = ${company} and r.employee_id = ${employeeId} and r.role = any(${sensitive}) and r.ended_at is null
          and (r.valid_to is null or r.valid_to >= ${today}) and (r.valid_until is null or r.valid_until > ${at}))
      or exists (select from employees e where e.manager_id = ${employeeId} and e.active) as opens`.execute(db)
  return rows[0]?.opens ?? false
}
