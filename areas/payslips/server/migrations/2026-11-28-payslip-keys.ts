import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const payslipKeyNames: Migration = {
  async up(db) {
    // Null: encrypted before keys had ids.
    await sql`alter table payslips add column key_id text`.execute(db)
    await sql`create index payslips_of_key on payslips (key_id, id)`.execute(db)
  },
}
