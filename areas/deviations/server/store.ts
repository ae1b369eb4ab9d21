import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { PeopleTables } from '#platform/server/people/store.ts'
import { PAGE_SIZE } from '../rules.ts'
import type { Detail } from './detail.ts'
import { deviationTables } from './tables.ts'

/** Who asks: every statement keeps within the company and to what is his or hers. */
export interface Asking {
  readonly id: string
  readonly company: string
}

export type ListedReport = Detail & {
  readonly id: number
  readonly nummer: string
  readonly rubrik: string
  readonly bolag: string
  readonly skapadDatum: string
  readonly incidentDatum: string
  readonly status: string
  readonly skapadAv: string
  readonly incidentAnsvarig: string
  readonly atgard: string
  readonly plats: string
  readonly bilder: { readonly name: string; readonly shortName: string }[]
  readonly egen: boolean
  readonly olast: boolean
}

// As `spokenNumber` has it.
const numberOf = (column: RawBuilder<unknown>) => sql<string>`'A-' || ${column}`

/** The number that a report of the company goes by. */
export async function numberOfReport(db: Database, company: string, id: number): Promise<string> {
  const report = await deviationTables(db)
    .selectFrom('incidents')
    .select(numberOf(sql.ref('number')).as('nummer'))
    .where('id', '=', id)
    .where('company', '=', company)
    .executeTakeFirstOrThrow()
  return report.nummer
}

/** A page of the reports that one has made or is responsible for, newest first. */
export async function listReports(db: Database, asking: Asking, page: number): Promise<ListedReport[]> {
  const upTo = (page + 1) * PAGE_SIZE
  // Each half is a range of its own index, so that a page costs the same however many reports there are.
  const half = (column: string) => sql`(
    select id, created_at from incidents where company = ${asking.company} and ${sql.ref(column)} = ${asking.id}
    order by created_at desc, id desc limit ${upTo})`
  const { rows } = await sql<ListedReport>`
    with page as (
      select id, created_at from (${half('reporter_id')} union ${half('responsible_id')}) as mine
      order by created_at desc, id desc limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}
    )
    select i.id, ${numberOf(sql.ref('i.number'))} as nummer, i.typ, i.rubrik, c.name as bolag, i.created_local as "skapadDatum",
      i.incident_date || coalesce('T' || i.incident_time, '') as "incidentDatum", i.status,
      r.first_name || ' ' || r.last_name as "skapadAv",
      coalesce(m.first_name || ' ' || m.last_name, '') as "incidentAnsvarig",
      i.atgard, i.plats, i.detail, i.reporter_id = ${asking.id} as egen,
      exists (select from incident_alerts a
        where a.incident_id = i.id and a.employee_id = ${asking.id} and a.read_at is null) as olast,
      (select coalesce(json_agg(json_build_object('name', p.name, 'shortName', p.short_name) order by p.position), '[]')
        from incident_pictures p where p.incident_id = i.id) as bilder
    from page join incidents i using (id)
    join companies c on c.id = i.company
    join employees r on r.id = i.reporter_id
    left join employees m on m.id = i.responsible_id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

export type NewReport = Detail & {
  readonly rubrik: string
  readonly date: string
  readonly time: string | null
  readonly place: string
  readonly alert: boolean
  readonly at: Date
  /** The same instant on the company's wall. */
  readonly atLocal: string
}

/** Keeps a report; its reporter's nearest manager becomes responsible for it, and is told at once where it says so. */
export async function addReport(tx: Database, reporter: Asking, report: NewReport): Promise<number> {
  const manager = await tx
    .withTables<PeopleTables>()
    .selectFrom('employees')
    .select('manager_id')
    .where('id', '=', reporter.id)
    .where('company', '=', reporter.company)
    .executeTakeFirstOrThrow()
  const { id } = await deviationTables(tx)
    .insertInto('incidents')
    .values({
      company: reporter.company,
      reporter_id: reporter.id,
      responsible_id: manager.manager_id,
      typ: report.typ,
      rubrik: report.rubrik,
      incident_date: report.date,
      incident_time: report.time,
      plats: report.place,
      status: 'Ny',
      detail: JSON.stringify(report.detail),
      repair_cost: null,
      external_id: null,
      created_at: report.at,
      created_local: report.atLocal,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (report.alert && manager.manager_id) {
    await deviationTables(tx)
      .insertInto('incident_alerts')
      .values({ incident_id: id, employee_id: manager.manager_id, created_at: report.at, read_at: null })
      .execute()
  }
  return id
}

/** The names of these that are vehicles of the company. */
export async function vehicleNames(tx: Database, company: string, name: string): Promise<Set<string>> {
  const found = await tx
    .withTables<PeopleTables>()
    .selectFrom('vehicles')
    .select('name')
    .where('company', '=', company)
    .where('name', '=', name)
    .limit(1)
    .execute()
  return new Set(found.map((vehicle) => vehicle.name))
}
