import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// For the traffic office, which asks each minute what begins soon, also of employees who have left. Those are soon more than those who are
// employed, so the duties of two days are found first, not those of every employee there has been.
export const dutiesByEnd: Migration = {
  async up(db) {
    await sql`create index duties_by_end on duties (ends_instant) where not withdrawn`.execute(db)
  },
}
