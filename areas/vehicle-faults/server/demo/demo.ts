import { sql } from 'kysely'
import { demoCamera } from '#core/pictures/server/demo/photos.ts'
import type { Platform } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { faultPictures } from '../picture-store.ts'
import { FIRST_NUMBER } from '../store.ts'
import { addCases } from './cases.ts'
import { demoFaults } from './history.ts'

/** Some months of faults on every company's buses. A company that already has fault numbers is skipped. */
export async function fillDemo({ db, config, variants }: Platform, today: string): Promise<void> {
  const store = demoCamera(blobStore(config), faultPictures)
  const { rows: companies } = await sql<{ id: string; vehicles: string[]; drivers: string[]; workshop: string[] }>`
    select c.id,
      array(select v.number from vehicles v where v.company = c.id order by v.number) as vehicles,
      array(select e.number from employees e where e.company = c.id and exists (
        select 1 from employee_claims p where p.employee_id = e.id and p.type = 'IntraPosition'
          and p.value ilike '%förare%') order by e.number) as drivers,
      array(select e.number from employees e join employee_claims p on p.employee_id = e.id
        where e.company = c.id and p.type = 'IntraPosition' and p.value in ('Fordonstekniker', 'Verkstadschef',
          'Verkstadsansvarig', 'Förstemekaniker') order by e.number) as workshop
    from companies c
    where not exists (select 1 from fault_numbers n where n.company = c.id)`.execute(db)
  for (const company of companies) {
    const faults = demoFaults(company, today, FIRST_NUMBER)
    if (faults.length === 0) continue
    const pictures = faults.flatMap(({ number, pictures }) =>
      pictures.map((picture, at) => ({ ...picture, number, position: at + 1 })),
    )
    // The pictures are stored first, so that no row lacks its files.
    await store(pictures)
    const timeZone = variants.timeZoneOf(company.id)
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql`
        insert into fault_numbers (company, last) values (${company.id}, ${FIRST_NUMBER + faults.length - 1})
        on conflict do nothing returning 1`.execute(tx)
      // Another process has filled this company already.
      if (rows.length === 0) return
      await sql`
        insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state, reason)
        select ${company.id}, d.number, v.id, c.id, d.text, e.id,
          (d.steps->0->>'at')::timestamp at time zone ${timeZone}::text, d.steps->-1->>'state', d.steps->-1->>'reason'
        from json_to_recordset(${JSON.stringify(faults)}::json)
          as d(number int, vehicle text, category text, text text, reporter text, steps json)
        join vehicles v on v.company = ${company.id} and v.number = d.vehicle
        join fault_categories c on c.company is null and c.name = d.category
        join employees e on e.company = ${company.id} and e.number = d.reporter
        order by d.number`.execute(tx)
      await sql`
        insert into fault_steps (fault_id, state, reason, at, by_id)
        select f.id, s.value->>'state', s.value->>'reason', (s.value->>'at')::timestamp at time zone ${timeZone}::text,
          case when s.ordinality = 1 then f.reporter_id else workshop.id end
        from json_to_recordset(${JSON.stringify(faults)}::json) as d(number int, steps json)
        join faults f on f.company = ${company.id} and f.number = d.number
        cross join json_array_elements(d.steps) with ordinality as s(value, ordinality)
        left join employees workshop on workshop.company = ${company.id} and workshop.number = ${company.workshop[0] ?? null}
        order by f.number, s.ordinality`.execute(tx)
      await sql`
        insert into fault_pictures (name, employee_id, fault_id, position, short_name, stored, created_at)
        select p.name, f.reporter_id, f.id, p.position, p."shortName", true, f.created_at
        from json_to_recordset(${JSON.stringify(pictures)}::json)
          as p(number int, name text, "shortName" text, position int)
        join faults f on f.company = ${company.id} and f.number = p.number
        on conflict do nothing`.execute(tx)
      await addCases(tx, faults, { company: company.id, workshop: company.workshop, today, timeZone })
    })
  }
}
