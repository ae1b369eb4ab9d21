import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A case for each report there is; what was done about it is its first event. Those that are open have no clock: the promises about
 * answers are made to reports that come from now on. A case of bullying names nobody as responsible: HR handles it.
 */
export const casesOfDeviations: Migration = {
  async up(db) {
    await sql`alter table incidents add column insurance_category text`.execute(db)
    await sql`
      insert into cases (company, kind, id, number, area, category, about, reporter_id, responsible_id, received_at, state,
        ended_at, marked, version, answered_at)
      select i.company, 'avvikelser', i.id, 'A-' || i.number,
        (select a.value from employee_claims a where a.employee_id = i.reporter_id and a.type = 'IntraCompanyArea'
          order by a.value limit 1),
        k.category,
        case i.typ when 'Fordonsskada' then i.detail->>'Fordon' when 'Försäkringsärende' then i.detail->>'internnummer'
          else i.plats end,
        i.reporter_id, case when k.category <> 'Kränkning' then i.responsible_id end, i.created_at, s.state,
        case when s.state = 'Avslutad' then i.created_at end,
        i.typ = 'Hot och våld'
          or (i.typ = 'Arbetsmiljöfrågor' and (i.detail->>'Personskador' = 'true'
            or i.detail->'VadHande' @> '[{"id": "tillbud", "value": true}]'))
          or (i.typ = 'Fordonsskada' and btrim(i.detail->>'Personskadekontaktuppgifter') <> ''),
        case when i.atgard = '' then 0 else 1 end, case when i.atgard <> '' then i.created_at end
      from incidents i
      cross join lateral (select case
        when i.typ = 'Arbetsmiljöfrågor' and i.detail->'VadHande' @> '[{"id": "krankning", "value": true}]' then 'Kränkning'
        when i.typ = 'Arbetsmiljöfrågor' and i.detail->>'Personskador' = 'true' then 'Personskada'
        else i.typ end as category) k
      cross join lateral (select case
        when i.status ~* '(avslut|klar|stängd|åtgärdad)' then 'Avslutad'
        when i.status in ('Ny', 'Åtgärdas') then i.status
        else 'Mottagen' end as state) s`.execute(db)
    await sql`
      insert into case_events (company, kind, case_id, seq, at, by_id, type, public, body)
      select i.company, 'avvikelser', i.id, 1, i.created_at, i.responsible_id, 'answered', true,
        jsonb_build_object('text', i.atgard)
      from incidents i where i.atgard <> ''`.execute(db)
  },
}
