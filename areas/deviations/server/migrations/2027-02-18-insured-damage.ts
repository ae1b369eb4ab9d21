import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// For the insurance follow-up, which reads both types that the office's form on insurance is for. The version before reads vehicle damage
// alone, by `incidents_damage`.
export const insuredDamage: Migration = {
  async up(db) {
    await sql`
      create index incidents_insured on incidents (company, created_local)
      where typ in ('Fordonsskada', 'Försäkringsärende')`.execute(db)
  },
}
