import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// For the first and the last day of a feed, which each screen with days off asks for.
export const publishedDays: Migration = {
  async up(db) {
    await sql`create index duties_of_feed on duties (feed_id, service_date) where not withdrawn`.execute(db)
  },
}
