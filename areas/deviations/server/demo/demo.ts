import { sql } from 'kysely'
import type { Database, Platform, Ports } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { demoCamera } from '#core/pictures/server/demo/photos.ts'
import { incidentPictures } from '../picture-store.ts'
import { officeReports } from './office-accounts.ts'
import { categoryOf } from '../queue.ts'
import { addCases } from './cases.ts'
import type { DemoBus } from './account.ts'
import { lineRows } from './line-rows.ts'
import { demoRows, officeRows, type DemoReporter, type DemoRow } from './rows.ts'

/** Some months of reports with pictures, for every demo company that does not have them yet. */
export async function demoDeviations(
  { db, clock, config, variants }: Platform,
  today: string,
  { duties }: Pick<Ports, 'duties'>,
): Promise<void> {
  const store = demoCamera(blobStore(config), incidentPictures)
  for (const { id: company, timeZone } of variants.companies.values()) {
    if (await hasDemo(db, company)) continue
    const buses = await busesOf(db, company)
    const drivers = await driversOf(db, company)
    const rows = [
      ...demoRows(company, drivers, buses, { today, timeZone }),
      ...(await lineRows(drivers, buses, { company, today, timeZone, linesAt: (moments) => duties.linesAt(moments) })),
      ...officeRows(company, await officeOf(db, company), buses, { today, timeZone }),
    ]
    // The pictures are stored first, so that no row lacks its files.
    await store(rows.flatMap(({ pictures }) => pictures))
    await db.transaction().execute(async (tx) => {
      await insert(tx, company, rows)
      await addCases(tx, rows, { company, now: clock(), timeZone })
    })
  }
}

async function hasDemo(db: Database, company: string): Promise<boolean> {
  const { rows } = await sql`
    select from incidents where company = ${company} and external_id like 'demo-%' limit 1`.execute(db)
  return rows.length > 0
}

/** Drivers with a manager: those that the demo created, not those that an imported feed has added since. */
async function driversOf(db: Database, company: string): Promise<DemoReporter[]> {
  const { rows } = await sql<DemoReporter>`
    select e.id, e.user_name as "userName", coalesce(a.value, 'centrum') as area
    from employees e
    left join employee_claims a on a.employee_id = e.id and a.type = 'IntraCompanyArea'
    where e.company = ${company} and e.manager_id is not null and exists (
      select from employee_claims p where p.employee_id = e.id and p.type = 'IntraPosition' and p.value like '%örare%')
    order by e.number limit 40`.execute(db)
  return rows
}

async function officeOf(db: Database, company: string): Promise<DemoReporter[]> {
  const { rows } = await sql<DemoReporter>`
    select e.id, e.user_name as "userName", coalesce(a.value, 'centrum') as area
    from employees e
    left join employee_claims a on a.employee_id = e.id and a.type = 'IntraCompanyArea'
    where e.company = ${company} and e.user_name = any(${Object.keys(officeReports)}) order by e.number`.execute(db)
  return rows
}

async function busesOf(db: Database, company: string): Promise<DemoBus[]> {
  const { rows } = await sql<DemoBus>`
    select name, number, coalesce(license_plate, '') as plate from vehicles where company = ${company}
    order by number limit 50`.execute(db)
  return rows
}

async function insert(tx: Database, company: string, rows: readonly DemoRow[]): Promise<void> {
  await sql`
    insert into incidents (company, reporter_id, responsible_id, typ, rubrik, incident_date, incident_time, plats,
      status, atgard, detail, repair_cost, external_id, created_at, created_local)
    select ${company}, e.id, case when r.category <> 'Kränkning' then e.manager_id end, r.typ, r.rubrik, r.date, r.time, r.place, r.status, r.action, r.detail,
      r.cost, r."externalId", r.at, r."atLocal"
    from json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, category: categoryOf(row) })))}::json)
      as r(category text, "externalId" text, "reporterId" uuid, typ text,
      rubrik text, date date, time time, place text, status text, action text, detail jsonb, cost numeric,
      at timestamptz, "atLocal" timestamp)
    join employees e on e.id = r."reporterId"
    order by r.at
    on conflict do nothing`.execute(tx)
  const pictures = rows.flatMap(({ externalId, pictures }) =>
    pictures.map(({ name, shortName }, position) => ({ externalId, name, shortName, position: position + 1 })),
  )
  await sql`
    insert into incident_pictures (name, employee_id, incident_id, position, short_name, stored, created_at)
    select p.name, i.reporter_id, i.id, p.position, p."shortName", true, i.created_at
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as p("externalId" text, name text, "shortName" text, position int)
    join incidents i on i.company = ${company} and i.external_id = p."externalId"
    on conflict do nothing`.execute(tx)
  const alerts = rows.filter(({ alert }) => alert).map(({ externalId, alertRead }) => ({ externalId, alertRead }))
  await sql`
    insert into incident_alerts (incident_id, employee_id, created_at, read_at)
    select i.id, i.responsible_id, i.created_at, case when a."alertRead" then i.created_at + interval '2 hours' end
    from json_to_recordset(${JSON.stringify(alerts)}::json) as a("externalId" text, "alertRead" boolean)
    join incidents i on i.company = ${company} and i.external_id = a."externalId"
    where i.responsible_id is not null
    on conflict do nothing`.execute(tx)
}
