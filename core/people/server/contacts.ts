import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { PeopleTables } from './tables.ts'

/** The numbers at which colleagues may call an employee. */
export interface WorkNumbers {
  readonly telephone: string | null
  readonly mobile: string | null
}

export interface Contact extends WorkNumbers {
  readonly firstName: string
  readonly lastName: string
}

const m = columnsOf<PeopleTables['employees']>('m')
const n = columnsOrNull<PeopleTables['contact_numbers']>('n')
const contact = selected({
  firstName: m('first_name'),
  lastName: m('last_name'),
  telephone: n('telephone'),
  mobile: n('mobile'),
})

/** The nearest manager with work numbers; null if there is none, or he or she has left. */
export async function managerContact(db: Database, employeeId: string): Promise<Contact | null> {
  const { rows } = await sql<RowOf<typeof contact>>`
    select ${contact}
    from employees e
    join employees m on m.id = e.manager_id and m.company = e.company and m.active
    left join contact_numbers n on n.employee_id = m.id
    where e.id = ${employeeId}`.execute(db)
  return rows[0] ?? null
}

export interface ContactNumbers extends WorkNumbers {
  readonly userName: string
}

/** Adds numbers for employees who have none yet. */
export async function ensureContactNumbers(
  db: Database,
  company: string,
  numbers: readonly ContactNumbers[],
): Promise<void> {
  await sql`
    insert into contact_numbers (employee_id, telephone, mobile)
    select e.id, n.telephone, n.mobile
    from json_to_recordset(${JSON.stringify(numbers)}::json) as n("userName" text, telephone text, mobile text)
    join employees e on e.company = ${company} and e.user_name = n."userName"
    on conflict do nothing`.execute(db)
}

/** A colleague with numbers at work. */
export interface ColleagueToCall extends Contact {
  readonly position: string
}

/** More would be a directory rather than a list of people to call. */
const MOST_COLLEAGUES = 30

/**
 * Colleagues of the company with work numbers and one of the positions, in one of the areas or in none, without the employee and his
 * or her manager. Each once, with the first of the positions.
 */
export async function colleaguesToCall(
  db: Database,
  scope: RequestScope,
  { positions, areas }: { readonly positions: readonly string[]; readonly areas: readonly string[] },
): Promise<ColleagueToCall[]> {
  const w = columnsOf<PeopleTables['contact_numbers']>('w')
  const c = columnsOf<PeopleTables['employee_claims']>('c')
  const colleague = selected({
    id: m('id'),
    firstName: m('first_name'),
    lastName: m('last_name'),
    telephone: w('telephone'),
    mobile: w('mobile'),
    position: c('value'),
  })
  const { rows } = await sql<RowOf<typeof colleague>>`
    select id, "firstName", "lastName", telephone, mobile, position from (
      select distinct on (m.id) ${colleague}, array_position(${[...positions]}::text[], c.value) as rank
      from contact_numbers w
      join employees m on m.id = w.employee_id and m.company = ${scope.company} and m.active
      join employee_claims c on c.employee_id = m.id and c.type = 'IntraPosition' and c.value = any(${[...positions]})
      where m.id <> ${scope.id}
        and m.id is distinct from (select manager_id from employees where id = ${scope.id})
        and coalesce(w.telephone, w.mobile) is not null
        and (
          exists (select 1 from employee_claims a
            where a.employee_id = m.id and a.type = 'IntraCompanyArea' and a.value = any(${[...areas]}))
          or not exists (select 1 from employee_claims a where a.employee_id = m.id and a.type = 'IntraCompanyArea')
        )
      order by m.id, rank
    ) found
    order by rank, "lastName", "firstName", id limit ${sql.lit(MOST_COLLEAGUES)}`.execute(db)
  return rows.map(({ firstName, lastName, telephone, mobile, position }) => ({
    firstName,
    lastName,
    telephone,
    mobile,
    position,
  }))
}
