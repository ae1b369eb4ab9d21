import type { Generated } from 'kysely'
import type { PersonalField } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'

export type PeopleTables = {
  companies: { id: string; name: string }
  employees: {
    id: Generated<string>
    company: string
    number: string
    user_name: string
    first_name: string
    last_name: string
    manager_id: string | null
    active: Generated<boolean>
  }
  employee_claims: { employee_id: string; type: string; value: string }
  identities: { issuer: string; subject: string; employee_id: string }
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
  /** Numbers at work. */
  contact_numbers: { employee_id: string; telephone: string | null; mobile: string | null }
  unlinked_accounts: {
    issuer: string
    subject: string
    name: string | null
    variant: string
    company: string | null
    last_tried_at: Date
  }
  ended_sign_ins: { key: string; issued_until: Date; forgotten_at: Date }
}

export const peopleTables = (db: Database) => db.withTables<PeopleTables>()
