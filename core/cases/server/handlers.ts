import { sql, type Selectable } from 'kysely'
import type { Scope } from '#core/people/roles.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { lockActive } from '#core/people/server/store.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Handler } from '../contract.ts'
import type { Asking } from './case-row.ts'
import type { Queue } from './queue.ts'

const swedish = new Intl.Collator('sv')

const e = columnsOf<PeopleTables['employees']>('e')
const handler = selected({ id: e('id'), name: sql<string>`concat(${e('first_name')}, ' ', ${e('last_name')})` })

/** Where a case belongs, the employee that it names as responsible, and who sent it. */
type Placed = Scope & { readonly responsibleId: string | null; readonly reporterId: string | null }

async function idsOf(
  db: Database,
  queue: Queue,
  { employee, now, timeZone }: Asking,
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
