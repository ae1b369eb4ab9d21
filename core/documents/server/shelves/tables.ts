import type { Generated } from 'kysely'
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
  /** What a document that is not an employee's own is searched by: a trigger writes the name, `readDueTexts` the text. */
  shelf_words: {
    document_id: string
    /** Text of PostgreSQL's type tsvector. */
    title: string
    words: string
    text_due: boolean
    text_tries: Generated<number>
  }
  /** The endings of the words in its name, by which it is found by what is inside them: a trigger writes them. */
  shelf_names: {
    company: string
    document_id: string
    /** Text of PostgreSQL's type tsvector. */
    parts: string
  }
}

export const shelfTables = (db: Database) => db.withTables<ShelfTables>()
