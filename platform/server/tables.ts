import type { Generated } from 'kysely'
import type { Database } from './area.ts'

export type PlatformTables = {
  secrets: { name: string; value: Uint8Array }
  /** The same id as in the data folder. */
  data_folder: { only_one: Generated<boolean>; id: string }
}

export const platformTables = (db: Database) => db.withTables<PlatformTables>()
