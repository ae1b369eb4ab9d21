import type { ColumnType, Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

export type ApprovalTables = {
  approvals: {
    company: string
    id: Generated<number>
    command: string
    /** The command's data, written by JSON.stringify. */
    payload: ColumnType<object, string, never>
    /** The employee concerned, who never approves it. */
    about_id: string | null
    /** Names what is requested: of a command, only one request with the same subject can wait. */
    subject: string
    state_hash: string
    /** Null for a command of an operator. */
    asked_by: string | null
    asked_at: Date
    decided_by: string | null
    decided_at: Date | null
    decision: 'approved' | 'refused' | 'outdated' | null
    reason: string | null
  }
}

export const approvalTables = (db: Database) => db.withTables<ApprovalTables>()
