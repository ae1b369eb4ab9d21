import { sql, type RawBuilder } from 'kysely'
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

/** An equal role that counts now or later, with its dates; undefined if there is none. */
export const sameAssignment = (
  tx: Database,
  place: Place,
  { at, today }: { readonly at: Date; readonly today: string },
) =>
  tables(tx)
    .selectFrom('role_assignments')
    .select(['id', 'valid_from as from', 'valid_to as to'])
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

/** The last day of a deputy's role that has ended with the holder's. */
export interface EndedDeputy {
  readonly to: string | null
}

/**
 * Ends a role at once. With it end the deputies' roles that come from it, and the emergency roles that its holder may not take without it.
 * The caller records the role itself in the audit, because it knows why the role ended; this function records the others. Returns the
 * deputies'.
 */
export async function endAssignment(tx: Database, ending: Ending): Promise<readonly EndedDeputy[]> {
  const { id } = ending
  return endWithIt(tx, ending, await endRows(tx, ending, sql<boolean>`(id = ${id} or deputy_of = ${id})`))
}

/**
 * Ends a role whose holder gets the same one anew, with these days: `give` gives it and returns its id. Deputies stay on the days on which
 * the new role counts; the roles of the others end. The caller records both roles in the audit. Returns the deputies' that have ended.
 */
export async function replaceAssignment(
  tx: Database,
  ending: Ending,
  days: { readonly from: string; readonly to: string | null },
  give: () => Promise<number | null>,
): Promise<readonly EndedDeputy[]> {
  const own = await endRows(tx, ending, sql<boolean>`id = ${ending.id}`)
  // Given only now: two equal roles cannot both count.
  const next = await give()
  if (next !== null) await keepDeputies(tx, ending, { ...days, id: next })
  const others = await endRows(tx, ending, sql<boolean>`deputy_of = ${ending.id}`)
  return endWithIt(tx, ending, [...own, ...others])
}

async function endRows(tx: Database, { company, by, at }: Ending, which: RawBuilder<boolean>) {
  const ended = await tables(tx)
    .updateTable('role_assignments')
    .set({ ended_at: at, ended_by: by?.employeeId ?? null })
    .where('company', '=', company)
    .where('ended_at', 'is', null)
    .where(which)
    .returning(['id', 'employee_id', 'role', 'area', 'category', 'valid_to as to', 'valid_until as until', 'given_at'])
    .execute()
  await noteEndedRoles(
    tx,
    ended.map((each) => ({ company, id: each.id, since: each.given_at })),
  )
  return ended
}

/** Records which deputies' roles have ended with a role, and ends the emergency roles that nobody may take without it. */
async function endWithIt(
  tx: Database,
  { company, id, by, at }: Ending,
  ended: Awaited<ReturnType<typeof endRows>>,
): Promise<readonly EndedDeputy[]> {
  const deputies = ended.filter((each) => each.id !== id).toSorted((one, other) => one.id - other.id)
  for (const { id: deputy, employee_id: about, until: _until, given_at: _since, ...before } of deputies)
    await audit(tx, { company, at, by, what: 'role.ended', object: { kind: 'role', id: deputy }, about, before })
  const losing = new Set(ended.flatMap(({ employee_id, until }) => (until === null ? [employee_id] : [])))
  for (const employeeId of losing) await endTaken(tx, employeeId, { company, by, at })
  return deputies
}

/** Makes the deputies of a role those of another one of its holder, at most until that one's last day. */
async function keepDeputies(
  tx: Database,
  { company, id, by, at }: Ending,
  next: { readonly id: number; readonly from: string; readonly to: string | null },
): Promise<void> {
  const kept = await tables(tx)
    .selectFrom('role_assignments')
    .select(['id', 'employee_id as about', 'valid_to as to'])
    .where('company', '=', company)
    .where('deputy_of', '=', id)
    .where('ended_at', 'is', null)
    .where('valid_to', '>=', next.from)
    .where((eb) => (next.to === null ? eb.lit(true) : eb('valid_from', '<=', next.to)))
    .orderBy('id')
    .execute()
  for (const { id: deputy, about, to } of kept) {
    const last = next.to !== null && to !== null && next.to < to ? next.to : to
    await tables(tx)
      .updateTable('role_assignments')
      .set({ deputy_of: next.id, valid_to: last })
      .where('company', '=', company)
      .where('id', '=', deputy)
      .execute()
    await audit(tx, {
      company,
      at,
      by,
      what: 'role.kept',
      object: { kind: 'role', id: deputy },
      about,
      before: { deputyOf: id, to },
      after: { deputyOf: next.id, to: last },
    })
  }
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
