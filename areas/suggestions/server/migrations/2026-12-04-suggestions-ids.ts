import type { Migration } from 'kysely/migration'
import { useNextId } from '#platform/server/db/ids.ts'

/** Their ids are on the wire, and no longer tell how many there are. */
export const suggestionIds: Migration = {
  up: (db) => useNextId(db, 'suggestions'),
}
