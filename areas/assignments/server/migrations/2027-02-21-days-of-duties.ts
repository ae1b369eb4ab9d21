import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a feed has beyond this is a mistake, and must not keep the months before it in one partition. */
export const MONTHS_AHEAD = 14

// What is there becomes one partition, which ends with its last month (2027-02-23-duties-by-month). PostgreSQL would read all of it then, while
// everybody waits, if it did not know already that no later day is in it. Until then an import of the version before that has later days is
// refused, and nothing of it stored.
export const daysOfDuties: Migration = {
  async up(db) {
    const { rows } = await sql<{ end: string | null }>`
      select least(
        date_trunc('month', max(service_date)::timestamp) + interval '1 month',
        date_trunc('month', current_date::timestamp) + make_interval(months => ${MONTHS_AHEAD}))::date as end
      from duties having count(*) > 0`.execute(db)
    const end = rows[0]?.end
    if (!end) return
    for (const table of ['duties', 'duty_events'])
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.id(`${table}_days`)}
        check (service_date < ${sql.lit(end)}) not valid`.execute(db)
  },
}
