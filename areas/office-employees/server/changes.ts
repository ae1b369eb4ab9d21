import { sql, type Selectable } from 'kysely'
import { employmentEnded } from '#core/cases/server/employment-ended.ts'
import { noEmployee } from '#core/people/persons.ts'
import { noteEmployment } from '#core/people/server/ended-again.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import { reaches, type Reach } from '#core/people/server/roles/reach.ts'
import { peopleTables, type PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import type { Active, NewValue, Release, Right } from '../contract.ts'
import { inReach } from './store.ts'

/** Who changes what, when. */
export interface Changing {
  readonly reached: Reach
  /** The reach without roles that were taken in an emergency. */
  readonly usually: Reach
  readonly by: Actor
  readonly at: Date
}

const e = columnsOf<PeopleTables['employees']>('e')
const locked = selected({
  id: e('id'),
  active: e('active'),
  managerId: e('manager_id'),
  manager: sql<string | null>`(select m.number from employees m where m.id = e.manager_id)`,
  claims: sql<Readonly<Record<string, readonly string[]>>>`coalesce((select json_object_agg(c.type, c.values) from (
    select type, json_agg(value order by value) as values from employee_claims where employee_id = e.id group by type) c),
    '{}')`,
})
type Locked = RowOf<typeof locked>

/**
 * Locks an employee in reach for the rest of the transaction. Throws for the acting employee, since nobody may change his or her own data
 * here.
 */
export async function lockEmployee(tx: Database, { reached, by }: Changing, number: string): Promise<Locked> {
  const { rows } = await sql<RowOf<typeof locked>>`
    select ${locked}
    from employees e where ${inReach(reached)} and e.number = ${number} for no key update of e`.execute(tx)
  const [found] = rows
  if (!found) throw notFound()
  if (found.id === by.employeeId) throw new Refusal(403, 'Du kan inte ändra dina egna uppgifter här. Be en kollega.')
  return found
}

interface Change {
  readonly what: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Notes that the office has set a field, and records it. */
async function record(tx: Database, { reached, by, at }: Changing, employeeId: string, change: Change): Promise<void> {
  const { company } = reached
  const set = { changed_at: at, changed_by: by.employeeId }
  await peopleTables(tx)
    .insertInto('office_fields')
    .values({ company, employee_id: employeeId, field: change.field, ...set } satisfies NewRow<
      PeopleTables['office_fields']
    >)
    .onConflict((conflict) => conflict.columns(['company', 'employee_id', 'field']).doUpdateSet(set))
    .execute()
  await audit(tx, {
    company,
    at,
    by,
    what: change.what,
    object: { kind: 'employee', id: employeeId },
    about: employeeId,
    before: { [change.field]: change.before },
    after: { [change.field]: change.after },
  })
}

async function setClaims(tx: Database, employeeId: string, type: string, values: readonly string[]): Promise<void> {
  await sql`delete from employee_claims where employee_id = ${employeeId} and type = ${type}`.execute(tx)
  if (values.length > 0)
    await sql`
      insert into employee_claims (employee_id, type, value)
      select ${employeeId}, ${type}, value from unnest(${[...values]}::text[]) as value`.execute(tx)
}

/** Sets the nearest manager, the area or the position. Returns whether that was a change. */
export async function changeField(tx: Database, changing: Changing, change: NewValue): Promise<boolean> {
  const { anstid, falt, varde, fore, ...unwritten } = change
  unwritten satisfies AllWritten
  const found = await lockEmployee(tx, changing, anstid)
  const wanted = varde?.trim() || null
  const now = falt === 'manager' ? found.manager : (found.claims[falt] ?? []).join(', ') || null
  if (now !== (fore?.trim() || null))
    throw new Refusal(409, 'Uppgiften har ändrats sedan du öppnade den. Ladda om och försök igen.')
  if (now === wanted) return false
  // Managers are logged by id, since a number would stay in the log after the manager is erased.
  const logged =
    falt === 'manager'
      ? { before: found.managerId, after: await setManager(tx, changing, found, wanted) }
      : { before: now, after: wanted }
  if (falt === 'IntraCompanyArea') await requireArea(tx, changing, wanted)
  if (falt !== 'manager') await setClaims(tx, found.id, falt, wanted === null ? [] : [wanted])
  await record(tx, changing, found.id, { what: 'employee.changed', field: falt, ...logged })
  return true
}

/**
 * Sets the nearest manager, who reads an employee's reports. So nobody may make themselves somebody's manager, or use an emergency role to
 * set one. Returns the manager's id.
 */
async function setManager(
  tx: Database,
  { reached, usually, by }: Changing,
  { id }: Locked,
  number: string | null,
): Promise<string | null> {
  const { rows: usual } = await sql`select from employees e where ${inReach(usually)} and e.id = ${id}`.execute(tx)
  if (usual.length === 0) throw refused({ varde: ['Närmaste chef ändras inte med nödåtkomst.'] })
  const { rows } = await sql<Pick<Selectable<PeopleTables['employees']>, 'id'>>`
    select id from employees where company = ${reached.company} and number = ${number} and active`.execute(tx)
  const managerId = rows[0]?.id ?? null
  if (number !== null && managerId === null) throw refused({ varde: [noEmployee] })
  if (managerId === id) throw refused({ varde: ['Ingen kan vara sin egen chef.'] })
  if (managerId !== null && managerId === by.employeeId)
    throw refused({ varde: ['Du kan inte göra dig själv till någons chef. Be en kollega.'] })
  await sql`update employees set manager_id = ${managerId} where id = ${id}`.execute(tx)
  return managerId
}

/**
 * Throws unless somebody has the area already and it is in reach. No role that is limited to areas would reach an employee in a new one.
 */
async function requireArea(tx: Database, { reached }: Changing, area: string | null): Promise<void> {
  const { rows } = await sql`
    select from employees e where e.company = ${reached.company} and ${areaOf(sql`e.id`)} = ${area} limit 1`.execute(tx)
  if ((area !== null && rows.length === 0) || !reaches(reached, { company: reached.company, area, category: null }))
    throw refused({ varde: ['Välj ett område som du ansvarar för.'] })
}

/** Lets the next import write a field again. */
export async function release(tx: Database, changing: Changing, released: Release): Promise<boolean> {
  const { anstid, falt, ...unwritten } = released
  unwritten satisfies AllWritten
  const { reached, by, at } = changing
  const found = await lockEmployee(tx, changing, anstid)
  const { rows } = await sql`
    delete from office_fields where company = ${reached.company} and employee_id = ${found.id} and field = ${falt}
    returning field`.execute(tx)
  if (rows.length === 0) return false
  // From now on the import decides.
  if (falt === 'active') await noteEmployment(tx, found.id, true)
  await audit(tx, {
    company: reached.company,
    at,
    by,
    what: 'employee.released',
    object: { kind: 'employee', id: found.id },
    about: found.id,
    before: { [falt]: 'kontoret' },
    after: { [falt]: 'importen' },
  })
  return true
}

export async function changeRight(tx: Database, changing: Changing, right: Right): Promise<boolean> {
  const { anstid, typ, har, ...unwritten } = right
  unwritten satisfies AllWritten
  const found = await lockEmployee(tx, changing, anstid)
  const before = found.claims[typ] !== undefined
  if (before === har) return false
  await setClaims(tx, found.id, typ, har ? ['true'] : [])
  await record(tx, changing, found.id, { what: 'rights.changed', field: typ, before, after: har })
  return true
}

/**
 * Ends or resumes an employment, whatever an import says. When it ends, the employee is signed out within half a minute and has no role and
 * no case any more.
 */
export async function changeActive(
  tx: Database,
  changing: Changing & { readonly today: string },
  { anstid, aktiv, ...unwritten }: Active,
): Promise<boolean> {
  unwritten satisfies AllWritten
  const found = await lockEmployee(tx, changing, anstid)
  if (found.active === aktiv) return false
  await sql`update employees set active = ${aktiv} where id = ${found.id}`.execute(tx)
  const what = aktiv ? 'employee.activated' : 'employee.deactivated'
  await record(tx, changing, found.id, { what, field: 'active', before: found.active, after: aktiv })
  const { reached, by, at, today } = changing
  await noteEmployment(tx, found.id, aktiv)
  if (!aktiv) await employmentEnded(tx, { company: reached.company, at, today, by, employeeId: found.id })
  return true
}
