import type { Database } from '#platform/server/area.ts'

export type DocumentTables = {
  documents: {
    id: string
    file_name: string
    size: number
    employee_id: string | null
    company: string | null
    area: string | null
    created_at: Date
  }
  /** Files to remove: those without a row yet, and those whose row was deleted, which have no time. */
  doomed_documents: { id: string; kept_at: Date | null }
}

export const documentTables = (db: Database) => db.withTables<DocumentTables>()
