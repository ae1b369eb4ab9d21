import type { Migration } from 'kysely/migration'
import { useNextId } from '#platform/server/db/ids.ts'

/** The ids are on the wire, and must not reveal how many reports there are. */
export const faultIds: Migration = {
  up: (db) => useNextId(db, 'faults'),
}
