import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSpokenNumber } from '#platform/server/db/ids.ts'

/** A case for each suggestion there is. Those that are open have no clock: nobody promised their authors anything. */
export const casesOfSuggestions: Migration = {
  async up(db) {
    await addSpokenNumber(db, 'suggestions')
    await sql`
      insert into cases (company, kind, id, number, area, about, reporter_id, received_at, state, ended_at, answered_at)
      select s.company, 'forslag', s.id, 'FS-' || s.number,
        (select a.value from employees e join employee_claims a on a.employee_id = e.id and a.type = 'IntraCompanyArea'
          where e.id = s.author_id and e.company = s.company order by a.value limit 1),
        s.id, s.author_id, s.created_at, s.status,
        case when s.status in ('Genomfört', 'Avböjt') then s.created_at end,
        case when s.status <> 'Nytt' then s.created_at end
      from suggestions s`.execute(db)
  },
}
