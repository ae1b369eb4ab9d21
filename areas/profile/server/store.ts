import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { personalFields, type PersonalField } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import type { PersonalDetails } from '../contract.ts'

interface Stored {
  readonly details: PersonalDetails
  /** What the employee has changed: an import leaves it alone where the company lets the employee own it. */
  readonly ownFields: readonly PersonalField[]
}

/** A word that differs whenever the details do, whoever changed them. */
export const tagOf = (details: PersonalDetails): string =>
  createHash('sha256')
    .update(JSON.stringify(personalFields.map((field) => details[field])))
    .digest('base64url')
    .slice(0, 22)

export async function readDetails(db: Database, employeeId: string): Promise<PersonalDetails> {
  return (await read(db, employeeId)).details
}

/** Reads the details and lets nobody else change them before the transaction ends. */
export async function lockDetails(tx: Database, employeeId: string): Promise<Stored> {
  // A statement of its own: what is read after the wait must be what the other one wrote.
  await sql`select 1 from employees where id = ${employeeId} for no key update`.execute(tx)
  await sql`insert into personal_details (employee_id) values (${employeeId}) on conflict do nothing`.execute(tx)
  return read(tx, employeeId)
}

export async function writeDetails(tx: Database, employeeId: string, { details, ownFields }: Stored): Promise<void> {
  const { firstName, lastName, email, address, zipCode, city } = details
  await sql`
    update employees set first_name = ${firstName}, last_name = ${lastName} where id = ${employeeId}`.execute(tx)
  await sql`
    update personal_details set email = ${email}, address = ${address}, zip_code = ${zipCode}, city = ${city},
      phone_number = ${details.phoneNumber}, relative_name = ${details.relativeName},
      relative_relation = ${details.relativeRelation}, relative_phone = ${details.relativePhone},
      own_fields = array(select json_array_elements_text(${JSON.stringify(ownFields)}::json))
    where employee_id = ${employeeId}`.execute(tx)
}

async function read(db: Database, employeeId: string): Promise<Stored> {
  const { rows } = await sql<PersonalDetails & { ownFields: PersonalField[] }>`
    select e.first_name as "firstName", e.last_name as "lastName", coalesce(d.email, '') as email,
      coalesce(d.address, '') as address, coalesce(d.zip_code, '') as "zipCode", coalesce(d.city, '') as city,
      coalesce(d.phone_number, '') as "phoneNumber", coalesce(d.relative_name, '') as "relativeName",
      coalesce(d.relative_relation, '') as "relativeRelation", coalesce(d.relative_phone, '') as "relativePhone",
      coalesce(d.own_fields, '{}') as "ownFields"
    from employees e left join personal_details d on d.employee_id = e.id
    where e.id = ${employeeId}`.execute(db)
  const { ownFields, ...details } = rows[0]!
  return { details, ownFields }
}
