import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Marks the open cases of vehicles that had three within thirty days: new ones are marked when they come.
export const recurringFaults: Migration = {
  async up(db) {
    await sql`
      with counted as (
        select company, about, received_at, count(*) over (partition by company, about order by received_at
          range between interval '30 days' preceding and current row) as times
        from cases where kind = 'fel' and merged_into is null and about is not null
      )
      update cases c set recurring = true
      where c.kind = 'fel' and c.ended_at is null and c.merged_into is null and exists (
        select from counted t where t.times >= 3 and t.company = c.company and t.about = c.about
          and t.received_at >= c.received_at and t.received_at < c.received_at + interval '30 days')`.execute(db)
  },
}
