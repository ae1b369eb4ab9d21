import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By when the measures of the cases there are should have been checked: each as it was last written, and of them the first. */
export const measuresToCheck: Migration = {
  async up(db) {
    await sql`
      update cases c set check_by = m.day
      from (
        select company, kind, case_id, min(klart) as day
        from (
          select distinct on (company, kind, case_id, body->>'item')
            company, kind, case_id, (body->'values'->>'klart')::date as klart, body->'values'->>'kontrollerad' as checked
          from case_events where kind = 'avvikelser' and type = 'filled' and body->>'form' = 'atgard'
          order by company, kind, case_id, body->>'item', seq desc
        ) latest
        where checked is null
        group by company, kind, case_id
      ) m
      where c.company = m.company and c.kind = m.kind and c.id = m.case_id`.execute(db)
  },
}
