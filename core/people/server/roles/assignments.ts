import { sql } from 'kysely'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import { noteEndedRoles } from '../ended-again.ts'
import { lockActive } from '../store.ts'
import { peopleTables as tables, type PeopleTables } from '../tables.ts'
import { holdersOf } from './holders.ts'

type Row = NewRow<PeopleTables['role_assignments']>
type Seldom = 'rule_id' | 'valid_until'
type NewAssignment = Omit<Row, 'ended_at' | 'ended_by' | Seldom> & Partial<Pick<Row, Seldom>>

interface Place extends Pick<Row, 'company' | 'employee_id' | 'role' | 'area' | 'category' | 'source' | 'deputy_of'> {
  /** For an emergency role; it is another role than the same one from another day on. */
  readonly valid_until?: Row['valid_until']
}

/** Rows that have not been ended and that are equal to this one for the unique index, which does not compare dates. */
const same = ({ area, category, deputy_of: held, valid_until: until = null, ...row }: Place) => sql<boolean>`
  company = ${row.company} and employee_id = ${row.employee_id} and role = ${row.role} and source = ${row.source}
  and coalesce(area, '') = coalesce(${area}::text, '') and coalesce(category, '') = coalesce(${category}::text, '')
  and deputy_of is not distinct from ${held}::bigint and (valid_until is not null) = ${until !== null}
  and ended_at is null`

/** The dates of an equal role that counts now or later; undefined if there is none. */
export const sameAssignment = (
  tx: Database,
  place: Place,
  { at, today }: { readonly at: Date; readonly today: string },
) =>
  tables(tx)
    .selectFrom('role_assignments')
    .select(['valid_from as from', 'valid_to as to'])
    .where(same(place))
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', today)]))
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', at)]))
    .executeTakeFirst()

/**
 * Adds a role and returns its id. Returns null if the employee has left, or already has the role from the same source, in the same part of
 * the company, now or later: a new role never ends one that still counts. `today` is the day of `given_at` in the company.
 */
export async function addAssignment(tx: Database, row: NewAssignment, today: string): Promise<number | null> {
  if (!(await lockActive(tx, row.employee_id))) return null
  // An equal role that has expired would otherwise still conflict with the new one.
  await tables(tx)
    .updateTable('role_assignments')
    .set({ ended_at: row.given_at })
    .where(same(row))
    .where((eb) => eb.or([eb('valid_to', '<', today), eb('valid_until', '<=', row.given_at)]))
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

/**
 * Ends a role at once. With it end the deputies' roles that come from it, and the emergency roles that its holder may not take without it.
 * The caller records the role itself in the audit, because it knows why the role ended; this function records the others.
 */
export async function endAssignment(tx: Database, { company, id, by, at }: Ending): Promise<void> {
  const ended = await tables(tx)
    .updateTable('role_assignments')
    .set({ ended_at: at, ended_by: by?.employeeId ?? null })
    .where('company', '=', company)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', id), eb('deputy_of', '=', id)]))
    .returning(['id', 'employee_id', 'role', 'area', 'category', 'valid_to as to', 'valid_until as until', 'given_at'])
    .execute()
  await noteEndedRoles(
    tx,
    ended.map((each) => ({ company, id: each.id, since: each.given_at })),
  )
  const deputies = ended.filter((each) => each.id !== id).toSorted((one, other) => one.id - other.id)
  for (const { id: deputy, employee_id: about, until: _until, given_at: _since, ...before } of deputies)
    await audit(tx, { company, at, by, what: 'role.ended', object: { kind: 'role', id: deputy }, about, before })
  const losing = new Set(ended.flatMap(({ employee_id, until }) => (until === null ? [employee_id] : [])))
  for (const employeeId of losing) await endTaken(tx, employeeId, { company, by, at })
}

/** Ends an employee's emergency roles in the parts of the company where he or she may no longer give roles. */
async function endTaken(tx: Database, employeeId: string, { company, by, at }: Omit<Ending, 'id'>): Promise<void> {
  const taken = await tables(tx)
    .selectFrom('role_assignments')
    .select(['id', 'area', 'category', 'valid_from as day'])
    .where('company', '=', company)
    .where('employee_id', '=', employeeId)
    .where('ended_at', 'is', null)
    .where('valid_until', '>', at)
    .orderBy('id')
    .execute()
  for (const { id, area, category, day } of taken) {
    // The day is today, or for a few hours yesterday.
    const givers = await holdersOf(tx, company, 'roles.give', { scope: { area, category }, today: day })
    if (givers.includes(employeeId)) continue
    const held = await tables(tx)
      .updateTable('role_assignments')
      .set({ ended_at: at, ended_by: by?.employeeId ?? null })
      .where('company', '=', company)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning(['role', 'area', 'given_at as since'])
      .executeTakeFirst()
    // The holder has just ended it.
    if (!held) continue
    const { since, ...before } = held
    await noteEndedRoles(tx, [{ company, id, since }])
    await audit(tx, { company, at, by, what: 'role.ended', object: { kind: 'role', id }, about: employeeId, before })
  }
}
