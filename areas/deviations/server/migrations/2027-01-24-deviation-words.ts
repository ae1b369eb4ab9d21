import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The words by which cases are found had the reporter's name. The hourly job stores them without it.
export const deviationWords: Migration = {
  async up(db) {
    await sql`delete from case_words where kind = 'avvikelser'`.execute(db)
    await sql`update cases set worded = false where kind = 'avvikelser'`.execute(db)
  },
}
