import type { Migration } from 'kysely/migration'
import { addSpokenNumber } from '#platform/server/db/ids.ts'

/** What a driver and the office call a report by: its id has too many digits to be read aloud. */
export const incidentNumbers: Migration = {
  up: (db) => addSpokenNumber(db, 'incidents'),
}
