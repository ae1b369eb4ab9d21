import { sql } from 'kysely'
import { nameOf } from '#core/people/server/names.ts'
import type { Reach } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { countsWithin } from './store.ts'

/** How many days an emergency role stays on the list. The log keeps it longer. */
const SHOWN_DAYS = 30

const r = columnsOf<PeopleTables['role_assignments']>('r')
const e = columnsOf<PeopleTables['employees']>('e')
const emergency = selected({
  id: r('id'),
  employeeId: r('employee_id'),
  anstid: e('number'),
  anstalld: nameOf('e'),
  role: r('role'),
  omrade: r('area'),
  kategori: r('category'),
  from: r('given_at'),
  to: sql<Date>`least(${r('valid_until')}, ${r('ended_at')})`,
  skal: r('given_because'),
})
type Stored = RowOf<typeof emergency>

/** The emergency roles in reach that were taken in the last days, the latest first. */
export async function emergencies(db: Database, reached: Reach, at: Date): Promise<Stored[]> {
  const { rows } = await sql<RowOf<typeof emergency>>`
    select ${emergency} from role_assignments r join employees e on e.id = r.employee_id
    where ${countsWithin(reached)} and r.given_at > ${new Date(at.getTime() - SHOWN_DAYS * 86_400_000)}
    order by r.given_at desc, r.id desc`.execute(db)
  return rows
}

/** An emergency role in reach that has not ended, locked; null if there is none with this id. */
export async function runningEmergency(tx: Database, reached: Reach, id: number, at: Date): Promise<Stored | null> {
  const { rows } = await sql<RowOf<typeof emergency>>`
    select ${emergency} from role_assignments r join employees e on e.id = r.employee_id
    where ${countsWithin(reached)} and r.id = ${id} and r.valid_until > ${at} and r.ended_at is null
    for update of r`.execute(tx)
  return rows[0] ?? null
}

/** How many emergency roles in reach have not ended. */
export async function countEmergencies(db: Database, reached: Reach, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from role_assignments r
    where ${countsWithin(reached)} and r.ended_at is null and r.valid_until > ${at}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the employee's roles: the one by which an emergency role is taken must not end before the new one is seen. */
export async function lockOwnRoles(tx: Database, company: string, employeeId: string): Promise<void> {
  await sql`
    select from role_assignments where company = ${company} and employee_id = ${employeeId} and ended_at is null
    for share`.execute(tx)
}
