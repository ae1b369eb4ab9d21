import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { Opened } from '#core/cases/server/queue.ts'
import { nameOf } from '#core/people/server/names.ts'
import type { Alert, ReadAlert } from '../contract/list.ts'
import type { Read } from './read-log.ts'
import { deviationTables, type DeviationTables } from './tables.ts'
import { withCase } from './with-case.ts'

/** Nobody reads more unread alerts than this one by one. */
const MOST_ALERTS = 50

/** The alerts that the employee is responsible for and has not opened, newest first. */
export async function unreadAlerts(db: Database, scope: RequestScope): Promise<(Required<Alert> & Read)[]> {
  const i = columnsOf<DeviationTables['incidents']>('i')
  const alert = selected({
    id: i('id'),
    typ: i('typ'),
    egen: sql<boolean>`${i('reporter_id')} is not distinct from ${scope.id}::uuid`,
    rubrik: i('rubrik'),
    skapadDatum: i('created_local'),
    plats: i('plats'),
    skapadAv: sql<string>`coalesce(${nameOf('r')}, '')`,
  })
  const { rows } = await sql<RowOf<typeof alert>>`
    select ${alert}
    from incident_alerts a
    join incidents i on i.id = a.incident_id
    join ${withCase} and k.responsible_id = a.employee_id
    left join employees r on r.id = i.reporter_id
    where a.employee_id = ${scope.id} and a.read_at is null and i.company = ${scope.company}
    order by a.created_at desc limit ${MOST_ALERTS}`.execute(db)
  return rows
}

/** Marks an alert as read; the first time counts. Returns false if the employee has no such alert. */
export async function markRead(
  db: Database,
  scope: RequestScope,
  { id, ...unwritten }: ReadAlert,
  at: Date,
): Promise<boolean> {
  unwritten satisfies AllWritten
  const { numUpdatedRows } = await deviationTables(db)
    .updateTable('incident_alerts')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(at)) }))
    .where('incident_id', '=', id)
    .where('employee_id', '=', scope.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the alert of an employee who has opened the case in the office as read. Writes nothing when the case is only loaded again. */
export async function markOpened(db: Database, { company, id, employeeId, at }: Opened): Promise<void> {
  await sql`
    update incident_alerts a set read_at = ${at} from incidents i
    where a.incident_id = ${id} and a.employee_id = ${employeeId} and a.read_at is null
      and i.id = a.incident_id and i.company = ${company}`.execute(db)
}
