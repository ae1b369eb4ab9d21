import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from './tables.ts'

export interface Contact {
  readonly firstName: string
  readonly lastName: string
  readonly telephone: string | null
  readonly mobile: string | null
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

export interface ContactNumbers {
  readonly userName: string
  readonly telephone: string | null
  readonly mobile: string | null
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
