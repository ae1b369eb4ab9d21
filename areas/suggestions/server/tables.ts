import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Suggestion } from '../contract.ts'

export type SuggestionTables = {
  suggestions: {
    id: Generated<number>
    /** Short enough to say aloud, and does not reveal how many suggestions there are. */
    number: Generated<number>
    /** The company that it is addressed to, not its author's. */
    company: string
    author_id: string | null
    title: string
    description: string
    status: Generated<Suggestion['status']>
    comments: Generated<string>
    actions: Generated<string>
    created_at: Date
  }
}

export const suggestionTables = (db: Database) => db.withTables<SuggestionTables>()
