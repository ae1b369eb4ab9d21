import type { Migration } from 'kysely/migration'
import { addSpokenNumber } from '#platform/server/db/ids.ts'

/** The number by which a driver and the office refer to a report: its id has too many digits to be read aloud. */
export const incidentNumbers: Migration = {
  up: (db) => addSpokenNumber(db, 'incidents'),
}
