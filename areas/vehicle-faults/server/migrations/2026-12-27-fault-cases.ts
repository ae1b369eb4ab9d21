import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A case for each report there is, with its steps as events. Those that are open have no clock: the promises about answers are made to
 * reports that come from now on.
 */
export const casesOfFaults: Migration = {
  async up(db) {
    await sql`alter table faults add column grounded boolean not null default false`.execute(db)
    await sql`
      insert into cases (company, kind, id, number, area, category, about, reporter_id, received_at, state, ended_at,
        version, answered_at)
      select f.company, 'fel', f.id, 'F-' || f.number,
        (select a.value from employee_claims a where a.employee_id = f.reporter_id and a.type = 'IntraCompanyArea'
          order by a.value limit 1),
        c.name, v.number, f.reporter_id, f.created_at, f.state,
        case when f.ended then coalesce(s.last, f.created_at) end, s.count, s.first
      from faults f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
      cross join lateral (
        select count(*)::int as count, min(at) as first, max(at) as last
        from fault_steps where fault_id = f.id and state <> 'Mottagen') s`.execute(db)
    await sql`
      insert into case_events (company, kind, case_id, seq, at, by_id, type, public, body)
      select f.company, 'fel', f.id, row_number() over (partition by s.fault_id order by s.id), s.at, s.by_id, 'state', true,
        jsonb_strip_nulls(jsonb_build_object('to', s.state, 'text', s.reason))
      from fault_steps s join faults f on f.id = s.fault_id where s.state <> 'Mottagen'`.execute(db)
  },
}
