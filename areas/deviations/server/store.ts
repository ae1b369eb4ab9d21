import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { type Entering, enteringOf } from '#core/cases/server/on-behalf.ts'
import { nameOf } from '#core/people/server/names.ts'
import { nearestManager } from '#core/people/server/nearest-manager.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { picturesOf } from '#core/pictures/server/picture-table.ts'
import { deviationCases } from '../cases.ts'
import { PAGE_SIZE } from '../rules.ts'
import type { CommonOfReports, Detail } from './detail.ts'
import { incidentPictures } from './picture-store.ts'
import { bullying, categoryOf } from './queue.ts'
import type { ReceivedReport } from './received-report.ts'
import { deviationTables, type DeviationTables } from './tables.ts'
import { caseOfReport, withCase } from './with-case.ts'

/** A report in the list, with its type's own fields as stored. Required: fields that are optional in the contract must be selected too. */
export type ListedReport = Required<Omit<CommonOfReports, 'typ' | 'inskrivenAv'>> & {
  readonly typ: Detail['typ']
  readonly detail: Detail['detail']
  readonly entering: Entering | null
}

const i = columnsOf<DeviationTables['incidents']>('i')
const c = columnsOf<PeopleTables['companies']>('c')

/** In the format of `spokenNumber`. */
export const numberOf = (column: RawBuilder<number>) => sql<string>`'A-' || ${column}`

/** The number of a report, in the format of `spokenNumber`. */
export async function numberOfReport(db: Database, company: string, id: number): Promise<string> {
  const report = await deviationTables(db)
    .selectFrom('incidents')
    .select(numberOf(sql.ref<number>('number')).as('nummer'))
    .where('id', '=', id)
    .where('company', '=', company)
    .executeTakeFirstOrThrow()
  return report.nummer
}

/** A page of the reports that the employee made or is responsible for, newest first. */
export async function listReports(db: Database, scope: RequestScope, page: number): Promise<ListedReport[]> {
  const upTo = (page + 1) * PAGE_SIZE
  // Each half is a range of one index, so that a page costs the same however many reports there are.
  const half = (column: string, only = sql``) => sql`(
    select i.id, i.created_at from incidents i where i.company = ${scope.company} and ${sql.ref(column)} = ${scope.id} ${only}
    order by i.created_at desc, i.id desc limit ${upTo})`
  const stillIs = sql`and exists (select from ${caseOfReport} and k.responsible_id = ${scope.id})`
  const report = selected({
    id: i('id'),
    nummer: numberOf(i('number')),
    typ: i('typ'),
    rubrik: i('rubrik'),
    bolag: c('name'),
    skapadDatum: i('created_local'),
    incidentDatum: sql<string>`${i('incident_date')} || coalesce('T' || ${i('incident_time')}, '')`,
    status: i('status'),
    skapadAv: sql<string>`coalesce(${nameOf('r')}, '')`,
    incidentAnsvarig: sql<string>`coalesce(${nameOf('m')}, '')`,
    nearest: sql<string>`coalesce(${nameOf('n')}, '')`,
    atgard: i('atgard'),
    plats: i('plats'),
    detail: i('detail'),
    egen: sql<boolean>`${i('reporter_id')} is not distinct from ${scope.id}::uuid`,
    olast: sql<boolean>`exists (select from incident_alerts a
      where a.incident_id = i.id and a.employee_id = ${scope.id} and a.read_at is null)`,
    bilder: picturesOf(incidentPictures, i('id')),
    entering: enteringOf(deviationCases.kind, { company: i('company'), id: i('id') }),
  })
  const { rows } = await sql<RowOf<typeof report>>`
    with page as (
      select id, created_at from (${half('i.reporter_id')} union ${half('i.responsible_id', stillIs)}) as mine
      order by created_at desc, id desc limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}
    )
    select ${report}
    from page join incidents i using (id)
    join companies c on c.id = i.company
    left join employees r on r.id = i.reporter_id
    left join ${withCase}
    left join employees m on m.id = k.responsible_id
    left join employees n on n.id = r.manager_id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows.map(({ nearest, ...row }) => {
    const isHrs = row.incidentAnsvarig === '' && categoryOf(row as Detail) === bullying
    return { ...row, incidentAnsvarig: isHrs ? nearest : row.incidentAnsvarig, handlaggs: isHrs ? 'HR' : null }
  })
}

export type NewReport = ReceivedReport & {
  readonly at: Date
  /** The same instant as the company's wall-clock time. */
  readonly atLocal: string
}

interface Stored {
  readonly id: number
  readonly number: string
  readonly responsibleId: string | null
}

/**
 * Stores a report. The reporter's nearest manager who still works at the company becomes responsible for it, and is notified at once if
 * `alert` is set. A report of bullying may be about the manager: HR handles it, and the manager neither sees it nor is notified, although
 * the list names him or her.
 */
export async function addReport(tx: Database, scope: RequestScope, report: NewReport): Promise<Stored> {
  const { typ, detail, rubrik, date, time, place, alert, at, atLocal, ...others } = report
  // Pictures are claimed for the report; the vehicle is in the detail too.
  const { pictures: _pictures, vehicle: _vehicle, problems: _problems, ...unwritten } = others
  unwritten satisfies AllWritten
  const isBullying = categoryOf({ typ, detail } as Detail) === bullying
  const responsibleId = isBullying ? null : await nearestManager(tx, scope.id)
  const { id, number } = await deviationTables(tx)
    .insertInto('incidents')
    .values({
      company: scope.company,
      reporter_id: scope.id,
      responsible_id: responsibleId,
      typ,
      rubrik,
      incident_date: date,
      incident_time: time,
      plats: place,
      status: 'Ny',
      detail: JSON.stringify(detail),
      repair_cost: null,
      insurance_category: null,
      external_id: null,
      created_at: at,
      created_local: atLocal,
    } satisfies NewRow<DeviationTables['incidents']>)
    .returning(['id', numberOf(sql.ref<number>('number')).as('number')])
    .executeTakeFirstOrThrow()
  if (alert && responsibleId !== null) {
    await deviationTables(tx)
      .insertInto('incident_alerts')
      .values({
        incident_id: id,
        employee_id: responsibleId,
        created_at: at,
        read_at: null,
      } satisfies NewRow<DeviationTables['incident_alerts']>)
      .execute()
  }
  return { id, number, responsibleId }
}
