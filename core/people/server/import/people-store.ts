import { sql } from 'kysely'
import type { PersonalField } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PersonalDetails } from '../../contract.ts'
import type { WorkNumbers } from '../contacts.ts'
import { detailFields, ownFields } from '../details.ts'
import { defaultClaims } from '../store.ts'
import { peopleTables, type PeopleTables } from '../tables.ts'
import type { Person } from './people-file.ts'

/** An employee as stored before an import. */
export interface KnownPerson {
  readonly number: string
  readonly userName: string
  readonly manager: string | null
  readonly active: boolean
  readonly details: PersonalDetails
  readonly work: WorkNumbers
  readonly ownFields: readonly PersonalField[]
  /** The fields that the office has set: 'manager', 'active', types of claims. */
  readonly officeFields: readonly string[]
  readonly claims: Readonly<Record<string, readonly string[]>>
}

/** The company's employees by number, locked until the transaction ends. */
export async function knownPeople(tx: Database, company: string): Promise<Map<string, KnownPerson>> {
  // In a fixed order, to avoid deadlocks.
  await sql`select 1 from employees where company = ${company} order by id for no key update`.execute(tx)
  const e = columnsOf<PeopleTables['employees']>('e')
  const m = columnsOrNull<PeopleTables['employees']>('m')
  const details = Object.entries(detailFields).map(([field, value]) => sql`${sql.lit(field)}, ${value}`)
  const person = selected({
    number: e('number'),
    userName: e('user_name'),
    manager: m('number'),
    active: e('active'),
    details: sql<PersonalDetails>`json_build_object(${sql.join(details)})`,
    work: sql<WorkNumbers>`json_build_object('telephone', n.telephone, 'mobile', n.mobile)`,
    ownFields,
    officeFields: sql<
      string[]
    >`array(select o.field from office_fields o where o.company = e.company and o.employee_id = e.id)`,
    claims: sql<KnownPerson['claims']>`coalesce((select json_object_agg(c.type, c.values) from (
      select type, json_agg(value) as values from employee_claims where employee_id = e.id group by type) c), '{}')`,
  })
  const { rows } = await sql<RowOf<typeof person>>`
    select ${person}
    from employees e
    left join employees m on m.id = e.manager_id
    left join personal_details d on d.employee_id = e.id
    left join contact_numbers n on n.employee_id = e.id
    where e.company = ${company}`.execute(tx)
  return new Map(rows.map((row) => [row.number, row]))
}

/** The employee number of each user name in the company. */
export async function userNamesTaken(tx: Database, company: string): Promise<Map<string, string>> {
  const people = await peopleTables(tx)
    .selectFrom('employees')
    .select(['user_name', 'number'])
    .where('company', '=', company)
    .execute()
  return new Map(people.map(({ user_name, number }) => [user_name, number]))
}

/**
 * Writes the file's values, in a few statements whatever its length. A field that the employee owns and has changed stays, and so does a
 * field that the office has set.
 */
export async function applyPeople(
  tx: Database,
  company: string,
  people: readonly Person[],
  owned: readonly PersonalField[],
): Promise<void> {
  const given = JSON.stringify(
    people.map(({ number, userName, manager, active, details }) => ({ number, userName, manager, active, ...details })),
  )
  const claims = JSON.stringify(
    people.flatMap(({ number, claims }) =>
      Object.entries(claims).flatMap(([type, values]) => values.map((value) => ({ number, type, value }))),
    ),
  )
  const employees = sql`
    given as (select g.*, e.id as employee_id from json_to_recordset(${given}::json) as g(number text, "userName" text,
      manager text, active boolean, "firstName" text, "lastName" text, email text, address text, "zipCode" text,
      city text, "phoneNumber" text, "relativeName" text, "relativeRelation" text, "relativePhone" text)
      left join employees e on e.company = ${company} and e.number = g.number)`
  await sql`
    with ${employees}, added as (
      insert into employees (company, number, user_name, first_name, last_name)
      select ${company}, number, coalesce("userName", lower(number)), "firstName", "lastName" from given
      where employee_id is null returning id
    )
    insert into employee_claims (employee_id, type, value)
    select added.id, c.type, c.value from added,
      json_to_recordset(${JSON.stringify(defaultClaims)}::json) as c(type text, value text)`.execute(tx)
  await sql`
    with ${employees}
    insert into personal_details (employee_id) select employee_id from given on conflict do nothing`.execute(tx)

  const ownedNow = sql`array(select json_array_elements_text(${JSON.stringify(owned)}::json))`
  /** The file's value, unless the file has none or the employee has changed the field. */
  const taken = (field: PersonalField, column: string) => sql`
    case when ${field} = any(d.own_fields) and ${field} = any(${ownedNow}) then ${sql.ref(column)}
      else coalesce(${sql.ref(`g.${field}`)}, ${sql.ref(column)}) end`
  const byOffice = (field: string) => sql`exists (select from office_fields o
    where o.company = ${company} and o.employee_id = e.id and o.field = ${field})`
  // An employee who has left, and whom the file does not bring back, keeps the name that tells who it was (keepsName).
  const name = (field: PersonalField, column: string) => sql`
    case when e.active or g.active then ${taken(field, column)} else ${sql.ref(column)} end`
  await sql`
    with ${employees}
    update employees e set first_name = ${name('firstName', 'e.first_name')},
      last_name = ${name('lastName', 'e.last_name')}, user_name = coalesce(g."userName", e.user_name),
      active = case when ${byOffice('active')} then e.active else coalesce(g.active, e.active) end,
      manager_id = case when ${byOffice('manager')} then e.manager_id
        else coalesce((select m.id from employees m where m.company = ${company} and m.number = g.manager), e.manager_id) end
    from given g join personal_details d using (employee_id) where e.id = g.employee_id`.execute(tx)
  await sql`
    with ${employees}
    update personal_details d set email = ${taken('email', 'd.email')}, address = ${taken('address', 'd.address')},
      zip_code = ${taken('zipCode', 'd.zip_code')}, city = ${taken('city', 'd.city')},
      phone_number = ${taken('phoneNumber', 'd.phone_number')},
      relative_name = ${taken('relativeName', 'd.relative_name')},
      relative_relation = ${taken('relativeRelation', 'd.relative_relation')},
      relative_phone = ${taken('relativePhone', 'd.relative_phone')}
    from given g where d.employee_id = g.employee_id`.execute(tx)

  const work = JSON.stringify(
    people.flatMap(({ number, work: { telephone, mobile } }) =>
      telephone === undefined && mobile === undefined
        ? []
        : [{ number, telephone, mobile, hasTelephone: telephone !== undefined, hasMobile: mobile !== undefined }],
    ),
  )
  await sql`
    insert into contact_numbers as n (employee_id, telephone, mobile)
    select e.id, w.telephone, w.mobile
    from json_to_recordset(${work}::json) as w(number text, telephone text, mobile text)
    join employees e on e.company = ${company} and e.number = w.number
    on conflict (employee_id) do nothing`.execute(tx)
  await sql`
    update contact_numbers n set telephone = case when w."hasTelephone" then w.telephone else n.telephone end,
      mobile = case when w."hasMobile" then w.mobile else n.mobile end
    from json_to_recordset(${work}::json) as w(number text, telephone text, mobile text, "hasTelephone" boolean,
      "hasMobile" boolean)
    join employees e on e.company = ${company} and e.number = w.number
    where n.employee_id = e.id`.execute(tx)

  const wanted = sql`
    wanted as (select e.id as employee_id, c.type, c.value
      from json_to_recordset(${claims}::json) as c(number text, type text, value text)
      join employees e on e.company = ${company} and e.number = c.number
      where not exists (select from office_fields o
        where o.company = ${company} and o.employee_id = e.id and o.field = c.type))`
  await sql`
    with ${wanted}
    delete from employee_claims c using (select distinct employee_id, type from wanted) w
    where c.employee_id = w.employee_id and c.type = w.type`.execute(tx)
  await sql`
    with ${wanted} insert into employee_claims (employee_id, type, value)
    select employee_id, type, value from wanted on conflict do nothing`.execute(tx)
}
