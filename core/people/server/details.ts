import { sql, type RawBuilder } from 'kysely'
import type { PersonalField } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, columnsOrNull, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import type { NewDetails, PersonalDetails } from '../contract.ts'
import type { PeopleTables } from './tables.ts'

interface Stored {
  /** All fields that may be sent or returned. */
  readonly details: Record<keyof (NewDetails & PersonalDetails), string>
  /** The fields that the employee has changed: an import does not overwrite them if the company lets the employee own them. */
  readonly ownFields: readonly PersonalField[]
}

export async function readDetails(db: Database, employeeId: string): Promise<PersonalDetails> {
  return (await read(db, employeeId)).details
}

/** Reads the details and locks them until the transaction ends. */
export async function lockDetails(tx: Database, employeeId: string): Promise<Stored> {
  // A separate statement, so that the details are read after the wait for another transaction.
  await sql`select 1 from employees where id = ${employeeId} for no key update`.execute(tx)
  await sql`insert into personal_details (employee_id) values (${employeeId}) on conflict do nothing`.execute(tx)
  return read(tx, employeeId)
}

export async function writeDetails(tx: Database, employeeId: string, { details, ownFields }: Stored): Promise<void> {
  const { firstName, lastName, email, address, zipCode, city, phoneNumber, ...relative } = details
  const { relativeName, relativeRelation, relativePhone, ...unwritten } = relative
  unwritten satisfies AllWritten
  await sql`
    update employees set first_name = ${firstName}, last_name = ${lastName} where id = ${employeeId}`.execute(tx)
  await sql`
    update personal_details set email = ${email}, address = ${address}, zip_code = ${zipCode}, city = ${city},
      phone_number = ${phoneNumber}, relative_name = ${relativeName},
      relative_relation = ${relativeRelation}, relative_phone = ${relativePhone},
      own_fields = array(select json_array_elements_text(${JSON.stringify(ownFields)}::json))
    where employee_id = ${employeeId}`.execute(tx)
}

const e = columnsOf<PeopleTables['employees']>('e')
const d = columnsOrNull<PeopleTables['personal_details']>('d')
const orEmpty = (column: RawBuilder<string | null>) => sql<string>`coalesce(${column}, '')`

/** The columns of an employee `e` and his or her details `d`. */
export const detailFields: { readonly [Field in keyof PersonalDetails]-?: RawBuilder<string> } = {
  firstName: e('first_name'),
  lastName: e('last_name'),
  email: orEmpty(d('email')),
  address: orEmpty(d('address')),
  zipCode: orEmpty(d('zip_code')),
  city: orEmpty(d('city')),
  phoneNumber: orEmpty(d('phone_number')),
  relativeName: orEmpty(d('relative_name')),
  relativeRelation: orEmpty(d('relative_relation')),
  relativePhone: orEmpty(d('relative_phone')),
}
export const ownFields = sql<PersonalField[]>`coalesce(${d('own_fields')}, '{}')`
const person = selected({ ...detailFields, ownFields })

const persons = prepared(
  (_db, employeeId: string) => sql<RowOf<typeof person>>`
    select ${person}
    from employees e left join personal_details d on d.employee_id = e.id
    where e.id = ${employeeId}`,
)

async function read(db: Database, employeeId: string): Promise<Stored> {
  const { ownFields, ...details } = (await persons(db, employeeId))[0]!
  return { details, ownFields }
}
