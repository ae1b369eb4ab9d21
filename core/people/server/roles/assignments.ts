import { audit, type Actor } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import { peopleTables as tables, type PeopleTables } from '../tables.ts'

type Row = NewRow<PeopleTables['role_assignments']>
type Seldom = 'rule_id' | 'valid_until'
type NewAssignment = Omit<Row, 'ended_at' | 'ended_by' | Seldom> & Partial<Pick<Row, Seldom>>

/** Adds a role. Null if the employee already has it from the same source, in the same part of the company. */
export async function addAssignment(tx: Database, row: NewAssignment): Promise<number | null> {
  // One that has run out would otherwise still be in the way of a new one.
  await tables(tx)
    .updateTable('role_assignments')
    .set({ ended_at: row.given_at })
    .where('company', '=', row.company)
    .where('employee_id', '=', row.employee_id)
    .where('role', '=', row.role)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', '<', row.valid_from), eb('valid_until', '<=', row.given_at)]))
    .execute()
  const added = await tables(tx)
    .insertInto('role_assignments')
    .values({ rule_id: null, valid_until: null, ...row, ended_at: null, ended_by: null } satisfies Row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

interface Ending {
  readonly company: string
  readonly id: number
  /** Null for a rule or a command of an operator. */
  readonly by: Actor | null
  readonly at: Date
}

/** Ends a role at once, and with it the deputies' who have it from this one. The caller records the former, as why it ended; this the latter. */
export async function endAssignment(tx: Database, { company, id, by, at }: Ending): Promise<void> {
  const ended = await tables(tx)
    .updateTable('role_assignments')
    .set({ ended_at: at, ended_by: by?.employeeId ?? null })
    .where('company', '=', company)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', id), eb('deputy_of', '=', id)]))
    .returning(['id', 'employee_id', 'role', 'area', 'category', 'valid_to as to'])
    .execute()
  const deputies = ended.filter((each) => each.id !== id).toSorted((one, other) => one.id - other.id)
  for (const { id: deputy, employee_id: about, ...before } of deputies)
    await audit(tx, { company, at, by, what: 'role.ended', object: { kind: 'role', id: deputy }, about, before })
}
