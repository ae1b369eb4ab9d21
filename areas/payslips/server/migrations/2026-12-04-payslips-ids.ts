import type { Migration } from 'kysely/migration'
import { useNextId } from '#platform/server/db/ids.ts'

/** The ids are on the wire, and must not reveal how many payslips there are. */
export const payslipIds: Migration = {
  up: (db) => useNextId(db, 'payslips'),
}
