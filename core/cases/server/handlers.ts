import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Scope } from '#core/people/roles.ts'
import { nameOf } from '#core/people/server/names.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { actingRole } from '#core/people/server/roles/reach.ts'
import { lockActive } from '#core/people/server/store.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Handler } from '../contract.ts'
import type { Asking } from './case-row.ts'
import type { Queue } from './queue.ts'

/** The text of the event when a case loses its owner, who has left. */
export const ownerHasLeft = 'Handläggarens anställning är avslutad.'

const swedish = new Intl.Collator('sv')

const e = columnsOf<PeopleTables['employees']>('e')
const handler = selected({ id: e('id'), name: nameOf('e') })

/** Where a case belongs, the employee that it names as responsible, and who sent it. */
type Placed = Scope & { readonly responsibleId: string | null; readonly reporterId: string | null }

/** The company in which, and the time at which, an employee may handle a case. */
type Where = Pick<Asking, 'now' | 'timeZone'> & { readonly employee: Pick<Asking['employee'], 'company'> }

async function idsOf(
  db: Database,
  queue: Pick<Queue, 'calls' | 'notOwn'>,
  { employee, now, timeZone }: Where,
  of: Placed | null,
): Promise<string[]> {
  const scope = of && { area: of.area, category: of.category }
  const holders = await holdersOf(db, employee.company, queue.calls.rights.handle, {
    scope,
    today: dateIn(timeZone, now),
  })
  const named = of?.responsibleId ? [...holders, of.responsibleId] : holders
  const ids = queue.notOwn === undefined ? named : named.filter((id) => id !== of?.reporterId)
  const { rows } = await sql<Pick<Selectable<PeopleTables['employees']>, 'id'>>`
    select e.id from employees e where e.id = any(${ids}) and e.active`.execute(db)
  return rows.map(({ id }) => id)
}

/** The employees who may handle a case today; without a case, those who may handle any of the queue. */
export async function handlersOf(
  db: Database,
  queue: Queue,
  asking: Asking,
  of: Placed | null,
): Promise<Required<Handler>[]> {
  const ids = await idsOf(db, queue, asking, of)
  const { rows } = await sql<RowOf<typeof handler>>`
    select ${handler} from employees e where e.id = any(${ids}) and e.active`.execute(db)
  return rows.toSorted((a, b) => swedish.compare(a.name, b.name))
}

/**
 * Whether an employee may handle a case today. If so, the employee's row is locked: the employment cannot end before the transaction does.
 */
export async function isHandler(
  tx: Database,
  queue: Queue,
  asking: Asking,
  { owner, ...of }: Placed & { readonly owner: string },
): Promise<boolean> {
  return (await lockActive(tx, owner)) && (await idsOf(tx, queue, asking, of)).includes(owner)
}

/**
 * Why a case that is opened again does not keep its owner: who has left, or has lost the right to handle it, would let it wait unseen. Null
 * if it does.
 */
export async function whyReleased(
  tx: Database,
  queue: Pick<Queue, 'calls' | 'notOwn'>,
  where: Where,
  { ownerId, ...of }: Placed & { readonly ownerId: string | null },
): Promise<string | null> {
  if (ownerId === null) return null
  if (!(await lockActive(tx, ownerId))) return ownerHasLeft
  return (await idsOf(tx, queue, where, of)).includes(ownerId)
    ? null
    : 'Handläggaren handlägger inte längre sådana ärenden.'
}

/**
 * Whether the employee may handle a case only by a role taken in an emergency. Who has one is no handler of cases: it ends within hours, and
 * the case would wait unseen.
 */
export const handlesInEmergency = (
  queue: Pick<Queue, 'calls'>,
  { id, roles }: Pick<Employee, 'id' | 'roles'>,
  { responsibleId, area, category }: Scope & { readonly responsibleId: string | null },
): boolean =>
  responsibleId !== id && actingRole({ roles }, queue.calls.rights.handle, { area, category })?.emergency === true

/**
 * Locks the owner of an ended case for the rest of the transaction. Call it before the case is locked and opened again, which is the order in
 * which an employment ends: otherwise the two could deadlock.
 */
export async function lockOwnerOfEnded(tx: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from cases c join employees o on o.id = c.owner_id where ${which} and c.ended_at is not null for share of o`.execute(
    tx,
  )
}

/** The people that a form may name: everybody with a role in the office today, and the one whom the case names as responsible. */
export async function peopleOf(
  db: Database,
  { employee, now, timeZone }: Asking,
  responsibleId: string | null,
): Promise<Required<Handler>[]> {
  const today = dateIn(timeZone, now)
  const { rows } = await sql<RowOf<typeof handler>>`
    select ${handler} from employees e
    where e.company = ${employee.company} and e.active and (e.id = ${responsibleId} or exists (
      select from role_assignments r where r.company = e.company and r.employee_id = e.id and r.ended_at is null and r.valid_until is null
        and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})))`.execute(db)
  return rows.toSorted((a, b) => swedish.compare(a.name, b.name))
}
