import type { Generated } from 'kysely'
import type { PersonalField } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'

export type ProfileTables = Pick<PeopleTables, 'employees' | 'employee_claims'> & {
  personal_details: {
    employee_id: string
    email: Generated<string>
    address: Generated<string>
    zip_code: Generated<string>
    city: Generated<string>
    phone_number: Generated<string>
    relative_name: Generated<string>
    relative_relation: Generated<string>
    relative_phone: Generated<string>
    /** The fields that the employee has changed. */
    own_fields: Generated<PersonalField[]>
  }
}

export const profileTables = (db: Database) => db.withTables<ProfileTables>()
