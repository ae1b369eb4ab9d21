import { sql, type Selectable } from 'kysely'
import { employmentEnded } from '#core/cases/server/employment-ended.ts'
import { noEmployee } from '#core/people/persons.ts'
import { severalIn, VALUE_LENGTH } from '#core/people/rules.ts'
import { noteEmployment } from '#core/people/server/ended-again.ts'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import { reaches, type Reach } from '#core/people/server/roles/reach.ts'
import { peopleTables, type PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import type { Active, NewValue, Release, Right } from '../contract.ts'
import type { Changeable } from '../rules.ts'
import { claimsByType, inReach, listed } from './store.ts'

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
  claims: claimsByType,
})
type Locked = RowOf<typeof locked>

/**
 * Locks an employee in reach for the rest of the transaction. Throws for the acting employee, since nobody may change his or her own data
 * here.
 */
export async function lockEmployee(tx: Database, { reached, by }: Changing, number: string): Promise<Locked> {
  // A separate statement, so that the rest is read after the wait for another transaction, such as an import.
  await sql`
    select from employees where company = ${reached.company} and number = ${number} for no key update`.execute(tx)
  const { rows } = await sql<RowOf<typeof locked>>`
    select ${locked} from employees e where ${inReach(reached)} and e.number = ${number}`.execute(tx)
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

/** Sets the nearest manager, the areas or the positions. Returns whether that was a change. */
export async function changeField(tx: Database, changing: Changing, change: NewValue): Promise<boolean> {
  const { anstid, falt, varde, fore, ...unwritten } = change
  unwritten satisfies AllWritten
  const found = await lockEmployee(tx, changing, anstid)
  if (falt !== 'manager') return changeValues(tx, changing, found, { falt, varde, fore })
  const wanted = varde?.trim() || null
  if (found.manager !== (fore?.trim() || null)) throw new Refusal(409, changedMeanwhile)
  if (found.manager === wanted) return false
  // Managers are logged by id, since a number would stay in the log after the manager is erased.
  const after = await setManager(tx, changing, found, wanted)
  await record(tx, changing, found.id, { what: 'employee.changed', field: falt, before: found.managerId, after })
  return true
}

const changedMeanwhile = 'Uppgiften har ändrats sedan du öppnade den. Ladda om och försök igen.'

/** Sets the areas or the positions. Several are separated by commas, as in an import. */
async function changeValues(
  tx: Database,
  changing: Changing,
  { id, claims }: Locked,
  { falt, varde, fore }: Pick<NewValue, 'varde' | 'fore'> & { readonly falt: Exclude<Changeable, 'manager'> },
): Promise<boolean> {
  const stored = claims[falt] ?? []
  const wanted = severalIn(varde ?? '')
  const [before, after] = [listed(stored), listed(wanted)]
  if (before !== listed([fore ?? ''])) throw new Refusal(409, changedMeanwhile)
  if (before === after && stored.every((value) => wanted.includes(value))) return false
  if (wanted.some((value) => value.length > VALUE_LENGTH))
    throw refused({ varde: [`Varje värde får vara högst ${VALUE_LENGTH} tecken`] })
  const isArea = falt === 'IntraCompanyArea'
  const added = wanted.filter((value) => !stored.includes(value))
  if (isArea) await requireAreas(tx, changing, added)
  await setClaims(tx, id, falt, wanted)
  if (isArea) await requireInReach(tx, changing, id)
  const logged = { before: before || null, after: after || null }
  await record(tx, changing, id, { what: 'employee.changed', field: falt, ...logged })
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

const notYourArea = () => refused({ varde: ['Välj ett område som du ansvarar för.'] })

/**
 * Throws unless somebody has each of the areas already and each is in reach. No role that is limited to areas would reach an employee in a
 * new one.
 */
async function requireAreas(tx: Database, { reached }: Changing, areas: readonly string[]): Promise<void> {
  const { company } = reached
  const { rows } = await sql`
    select distinct c.value from employee_claims c join employees e on e.id = c.employee_id
    where e.company = ${company} and c.type = 'IntraCompanyArea' and c.value = any(${[...areas]}::text[])`.execute(tx)
  if (rows.length < areas.length) throw notYourArea()
  if (!areas.every((area) => reaches(reached, { company, area, category: null }))) throw notYourArea()
}

/** Throws if the employee is no longer in reach: the first of several areas decides, and an employee without one has no area. */
async function requireInReach(tx: Database, { reached }: Changing, id: string): Promise<void> {
  const { rows } = await sql`select from employees e where ${inReach(reached)} and e.id = ${id}`.execute(tx)
  if (rows.length === 0) throw notYourArea()
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
