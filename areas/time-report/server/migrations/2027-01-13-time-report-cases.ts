import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSpokenNumber } from '#platform/server/db/ids.ts'

/** A case for each report that has been submitted. Those that wait have no clock: they came before anybody promised one. */
export const casesOfTimeReports: Migration = {
  async up(db) {
    await addSpokenNumber(db, 'time_reports')
    await sql`alter table time_reports add column returned_why text`.execute(db)
    await sql`
      insert into cases (company, kind, id, number, area, about, reporter_id, received_at, state, ended_at, answered_at)
      select e.company, 'tidrapporter', r.id, 'T-' || r.number,
        (select a.value from employee_claims a where a.employee_id = e.id and a.type = 'IntraCompanyArea'
          order by a.value limit 1),
        r.period || '/' || r.id, e.id, coalesce(r.submitted_at, r.approved_at),
        case when r.approved_at is null then 'Inlämnad' else 'Godkänd' end, r.approved_at, r.approved_at
      from time_reports r join employees e on e.id = r.employee_id
      where coalesce(r.submitted_at, r.approved_at) is not null`.execute(db)
  },
}
