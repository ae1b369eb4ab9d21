import type { Generated } from 'kysely'
import type { Database } from './area.ts'

export type PlatformTables = {
  secrets: { name: string; value: Uint8Array }
  /** Work of every hour and night: docs/decisions/0055. */
  jobs: {
    name: string
    succeeded_at: Date | null
    failed_at: Date | null
    held_by: string | null
    held_until: Date | null
  }
  /** The same id as in the data folder. */
  data_folder: { only_one: Generated<boolean>; id: string }
}

export const platformTables = (db: Database) => db.withTables<PlatformTables>()
