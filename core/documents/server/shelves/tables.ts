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
  /** The words by which a document is found, unless it is an employee's. A trigger writes the name's words, `readDueTexts` the text's. */
  shelf_words: {
    document_id: string
    /** Text of PostgreSQL's type tsvector. */
    title: string
    words: string
    text_due: boolean
    text_tries: Generated<number>
  }
  /** The endings of the words in a document's name, by which a part inside a word is found. A trigger writes them. */
  shelf_names: {
    company: string
    document_id: string
    /** Text of PostgreSQL's type tsvector. */
    parts: string
  }
}

export const shelfTables = (db: Database) => db.withTables<ShelfTables>()
