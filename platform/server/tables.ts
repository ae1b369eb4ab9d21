import type { Generated } from 'kysely'
import type { Database } from './area.ts'

export type PlatformTables = {
  secrets: { name: string; value: Uint8Array }
  /** Work of every minute, hour and night: docs/decisions/0055. */
  jobs: {
    name: string
    succeeded_at: Date | null
    failed_at: Date | null
    held_by: string | null
    held_since: Date | null
    held_until: Date | null
  }
  /** The same id as in the data folder. */
  data_folder: { only_one: Generated<boolean>; id: string }
  /** Each place that photos and documents have been kept in. */
  file_stores: {
    place: string
    /** The content of its marker. */
    id: string
    /** Whether the marker has been written. */
    marked: Generated<boolean>
    /** When everything in it had been copied to another one; null while it is needed. */
    left_at: Date | null
  }
  erasures: {
    id: Generated<string>
    kind: string
    subject: string
    erased_at: Generated<Date>
    /** When it was written to the file store, and to which file. */
    kept_at: Date | null
    kept_in: string | null
  }
  /** The server's timeline on which erasures were last compared with the file store. */
  erasures_replayed: { only_one: Generated<boolean>; timeline: string }
  /** When each kind of import of a company last succeeded and last failed. */
  import_runs: { company: string; kind: string; succeeded_at: Date | null; failed_at: Date | null }
  /** The page's scripts and styles, of every version that is in use: docs/decisions/0108. */
  page_files: { name: string; content: Uint8Array; superseded_at: Date | null }
  /** When a backup last succeeded. */
  last_backup: { only_one: Generated<boolean>; finished_at: Date }
  /** Where backups have been made, named as in the command's output. */
  backup_places: { place: string; last_used_at: Date }
}

export const platformTables = (db: Database) => db.withTables<PlatformTables>()
