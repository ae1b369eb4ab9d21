import { sql } from 'kysely'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from '../tables.ts'
import { endAssignment } from './assignments.ts'

interface Left {
  readonly company: string
  readonly at: Date
  /** The day of `at` in the company. */
  readonly today: string
  /** Null for a command of an operator. */
  readonly by: Actor | null
  /** If absent, the roles of everybody in the company whose employment has ended. */
  readonly employeeId?: string
}

const r = columnsOf<PeopleTables['role_assignments']>('r')
const held = selected({
  id: r('id'),
  about: r('employee_id'),
  role: r('role'),
  area: r('area'),
  category: r('category'),
  from: r('valid_from'),
  to: r('valid_to'),
  until: r('valid_until'),
})

/**
 * Ends all roles of an employee whose employment has ended, and with them those of his or her deputies. Otherwise somebody who comes back, or
 * who gets the number of a former employee, would have a sensitive role that nobody has given. Call it in the transaction that ends the
 * employment.
 */
export async function endRolesOfLeft(tx: Database, { company, at, today, by, employeeId }: Left): Promise<void> {
  const { rows } = await sql<RowOf<typeof held>>`
    select ${held} from role_assignments r join employees e on e.id = r.employee_id and not e.active
    where r.company = ${company} and r.ended_at is null
      ${employeeId === undefined ? sql`` : sql`and r.employee_id = ${employeeId}`}
    order by r.id for update of r`.execute(tx)
  // Emergency roles first: otherwise they would end with the others, and be recorded twice.
  const inOrder = rows.toSorted((one, other) => Number(one.until === null) - Number(other.until === null))
  for (const { id, about, until, ...before } of inOrder) {
    await endAssignment(tx, { company, id, by, at })
    // A role that had already expired did not end now.
    if ((before.to !== null && before.to < today) || (until !== null && until <= at)) continue
    await audit(tx, { company, at, by, what: 'role.ended', object: { kind: 'role', id }, about, before })
  }
}
