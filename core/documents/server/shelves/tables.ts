import type { Database } from '#platform/server/area.ts'

export type ShelfTables = {
  shelved_documents: {
    document_id: string
    company: string
    shelf: string
    reach: 'company' | 'area' | 'position' | 'employee'
    /** An area, a position or an employee's id; empty for the company. */
    place: string
    file_name: string
    size: number
    digest: string
    dated: Date
  }
}

export const shelfTables = (db: Database) => db.withTables<ShelfTables>()
