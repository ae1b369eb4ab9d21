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
  /** The former names of employees, written by a trigger on employees. */
  former_names: { company: string; employee_id: string; first_name: string; last_name: string }
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
    /** Of the last attempt on a host of a company, or else of the last one. */
    variant: string
    company: string | null
    last_tried_at: Date
  }
  /** The last attempt of an unlinked account on the hosts of each company. */
  unlinked_attempts: { company: string; issuer: string; subject: string; variant: string; last_tried_at: Date }
  role_assignments: {
    company: string
    id: Generated<number>
    employee_id: string
    role: string
    /** Null is the whole company. */
    area: string | null
    category: string | null
    valid_from: string
    /** The last day. */
    valid_to: string | null
    source: 'hand' | 'scim' | 'claim' | 'deputy'
    /** The rule or the file that gave it, if no person did. */
    given_because: string | null
    given_by: string | null
    given_at: Date
    /** The assignment of the employee whose deputy this one makes. */
    deputy_of: number | null
    /** From then on it does not count, whatever its dates. */
    ended_at: Date | null
    ended_by: string | null
    /** The rule that gave it, for the source 'claim'. */
    rule_id: number | null
    /** For an emergency role, the instant at which it ends. */
    valid_until: Date | null
  }
  /** The rules by which a value of a claim gives a role at a sign-in. */
  role_rules: {
    company: string
    id: Generated<number>
    /** Null is any. */
    issuer: string | null
    /** The claim's name, or the path to it: 'realm_access.roles'. */
    claim: string
    value: string
    role: string
    area: string | null
    category: string | null
    made_by: string | null
    made_at: Date
    /** Who approved it, for a sensitive role. */
    approved_by: string | null
    ended_at: Date | null
    ended_by: string | null
  }
  /** The claims of the token that decided last about an employee's roles, as hashes. */
  role_claims: { company: string; employee_id: string; issuer: string; issued_at: Date; hashes: string[] }
  /** When the last token of each provider was issued, written by a trigger on role_claims. */
  role_claim_issuers: { company: string; employee_id: string; issuer: string; issued_at: Date }
  /** The fields of employees that the office has set: 'manager', 'active', or a type of claim. */
  office_fields: {
    company: string
    employee_id: string
    field: string
    changed_at: Date
    changed_by: string | null
  }
  ended_sign_ins: { key: string; issued_until: Date; forgotten_at: Date }
}

export const peopleTables = (db: Database) => db.withTables<PeopleTables>()
