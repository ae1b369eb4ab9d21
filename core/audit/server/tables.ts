import type { ColumnType, Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

/** Written as text by JSON.stringify. */
type Json = ColumnType<unknown, string | null, never>

export type AuditTables = {
  audit: {
    company: string
    id: Generated<number>
    at: Date
    /** Null if no employee acted: a command of an operator, a rule at a sign-in, another system. */
    by_id: string | null
    by_role: string | null
    /** Whether the role was taken in an emergency. */
    emergency: Generated<boolean>
    /** The employee whose deputy acted. */
    for_id: string | null
    /** What was done: 'role.given'. */
    what: string
    object_kind: string
    object_id: string
    /** The employee concerned, who may see it. */
    about_id: string | null
    before: Json | null
    after: Json | null
    request_id: string | null
  }
}

export const auditTables = (db: Database) => db.withTables<AuditTables>()
