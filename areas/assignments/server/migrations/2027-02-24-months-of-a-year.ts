import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The version before makes no months, and may import while it still runs. By itself, since it locks less than what cuts the duties does.
export const monthsOfAYear: Migration = {
  async up(db) {
    await sql`
      select make_duty_month(month::date)
      from generate_series(date_trunc('month', current_date::timestamp), current_date + interval '1 year', interval '1 month') month
      where exists (select from companies)`.execute(db)
  },
}
