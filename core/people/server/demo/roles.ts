import { sql } from 'kysely'
import type { Platform } from '#platform/server/area.ts'
import type { Role } from '../../roles.ts'

export interface DemoRole {
  readonly company: string
  readonly userName: string
  readonly role: Role
  /** Null is the whole company. */
  readonly area: string | null
}

/** Gives the demo's office its roles once: a company that has or has had any roles is unchanged. */
export async function addDemoRoles(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  held: readonly DemoRole[],
  today: string,
): Promise<void> {
  // Since the beginning of last year, before anything that the demo reports.
  const from = `${Number(today.slice(0, 4)) - 1}-01-01`
  await sql`
    insert into role_assignments (company, employee_id, role, area, valid_from, source, given_because, given_at)
    select e.company, e.id, g.role, g.area, ${from}, 'hand', 'Exempeldata', ${clock()}
    from json_to_recordset(${JSON.stringify(held)}::json) as g(company text, "userName" text, role text, area text)
    join employees e on e.company = g.company and e.user_name = g."userName"
    where e.company not in (select company from role_assignments)`.execute(db)
}
