import { sql } from 'kysely'
import { audit } from '#core/audit/server/audit.ts'
import { isRole, permissionsOf, type Role, roles } from '#core/people/roles.ts'
import { actingRole } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notAllowed, notFound, refused } from '#platform/server/http/errors.ts'
import { Picked } from '../contract.ts'
import { noSuchRole } from '../failures.ts'
import { MOST_COUNTED } from '../rules.ts'
import { MOST_OWN_VIEWS, type OneView, type SavedViews, type SaveView } from '../saved-views.ts'
import { type Asking, fullName } from './case-row.ts'
import type { Acting } from './change.ts'
import { queryInLog } from './in-log.ts'
import { countOfEach, inOrder } from './list.ts'
import type { Queue } from './queue.ts'
import { caseTables, type CaseTables } from './tables.ts'

/** The most saved views shown beside the built-in ones, the employee's own first. Each of them is counted. */
const MOST_SHOWN = 40

const v = columnsOf<CaseTables['case_views']>('v')
const e = columnsOf<PeopleTables['employees']>('e')
const viewFor = ({ now, timeZone }: Asking, queue: Queue) => {
  const today = dateIn(timeZone, now)
  return selected({
    id: v('id'),
    name: v('name'),
    query: v('query'),
    ownerId: v('owner_id'),
    role: v('role'),
    first: e('first_name'),
    last: e('last_name'),
    /** Whether the owner still works here and has a role that opens the queue. */
    ownerOpens: sql<boolean>`${e('active')} and exists (
      select from role_assignments r
      where r.company = v.company and r.employee_id = v.owner_id and r.role = any(${rolesOf(queue)}) and r.ended_at is null
        and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})
        and (r.valid_until is null or r.valid_until > ${now}))`,
  })
}
type Row = RowOf<ReturnType<typeof viewFor>>

const shownIn = (asking: Asking, queue: Queue) => sql`
  select ${viewFor(asking, queue)} from case_views v join employees e on e.id = v.owner_id
  where v.company = ${asking.employee.company} and v.kind = ${queue.calls.kind}
    and (v.owner_id = ${asking.employee.id} or v.role = any(${asking.employee.roles.map(({ role }) => role)}))`

/** The roles that open the queue. */
const rolesOf = (queue: Queue): Role[] =>
  (Object.keys(roles) as Role[]).filter((role) => permissionsOf(role).includes(queue.calls.rights.see))

const named = (role: Role) => ({ key: role, name: roles[role].name })

/**
 * Whether the employee may change the view: its maker may. Once the maker cannot open the queue any more, everybody who sees the view may.
 */
const isMine = ({ employee }: Asking, { ownerId, ownerOpens }: Row) => ownerId === employee.id || !ownerOpens

/** The views that the employee has made in the queue, and those shared with a role that he or she has. */
export async function savedViews(db: Database, queue: Queue, asking: Asking): Promise<Required<SavedViews>> {
  const { rows } = await sql<RowOf<ReturnType<typeof viewFor>>>`
    ${shownIn(asking, queue)}
    order by v.owner_id <> ${asking.employee.id}, lower(v.name), v.id limit ${MOST_SHOWN}`.execute(db)
  const shown = rows.flatMap((row) => {
    const { data: query } = Picked.safeParse(row.query)
    return query ? [{ ...row, query }] : []
  })
  const counts = await countOfEach(
    db,
    shown.map(({ query }) => ({ which: inOrder(asking, queue, query), most: MOST_COUNTED })),
  )
  return {
    views: shown.map((row, at) => ({
      id: row.id,
      name: row.name,
      query: row.query,
      role: row.role !== null && isRole(row.role) ? named(row.role) : null,
      by: row.ownerId === asking.employee.id ? null : fullName(row.first, row.last),
      mine: isMine(asking, row),
      ...(counts[at] ?? { count: 0, more: false }),
    })),
    roles: rolesOf(queue).map(named),
  }
}

/** Saves a list as a view, or changes a saved view. Returns the view's id. */
export async function saveView(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { id, name, role, query, ...unwritten }: SaveView,
): Promise<number> {
  unwritten satisfies AllWritten
  const { company, id: ownerId } = asking.employee
  const { kind } = queue.calls
  if (role !== null && !rolesOf(queue).some((each) => each === role)) throw refused({ role: [noSuchRole] })
  const before = id === null ? null : await lockView(tx, queue, asking, id)
  const owner = before?.ownerId ?? ownerId
  // One save at a time for each owner, so that two at the same instant do not both find room, or the name free.
  await sql`select from employees where id = ${owner} for no key update`.execute(tx)
  const named = selected({ id: v('id'), same: sql<boolean>`lower(${v('name')}) = lower(${name.trim()})` })
  const { rows: own } = await sql<RowOf<typeof named>>`
    select ${named} from case_views v
    where v.company = ${company} and v.kind = ${kind} and v.owner_id = ${owner}`.execute(tx)
  if (own.some((each) => each.same && each.id !== id))
    throw refused({ name: ['Det finns redan en vy med det namnet.'] })
  if (id === null && own.length >= MOST_OWN_VIEWS)
    throw refused({ name: [`Du har redan ${MOST_OWN_VIEWS} sparade vyer i kön. Ta bort någon först.`] })
  const values = { name: name.trim(), role, query: JSON.stringify(query) as unknown as Row['query'] }
  const stored =
    id === null
      ? await caseTables(tx)
          .insertInto('case_views')
          .values({ company, kind, owner_id: ownerId, created_at: asking.now, ...values } satisfies NewRow<
            CaseTables['case_views']
          >)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await caseTables(tx)
          .updateTable('case_views')
          .set(values)
          .where('company', '=', company)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow()
  await record(tx, queue, asking, {
    id: stored.id,
    what: 'view.saved',
    before,
    after: { name: values.name, role, query: await queryInLog(tx, query) },
  })
  return stored.id
}

export async function removeView(tx: Database, queue: Queue, asking: Acting, one: OneView): Promise<void> {
  const { id, ...unwritten } = one
  unwritten satisfies AllWritten
  const before = await lockView(tx, queue, asking, id)
  await caseTables(tx)
    .deleteFrom('case_views')
    .where('company', '=', asking.employee.company)
    .where('id', '=', id)
    .execute()
  await record(tx, queue, asking, { id, what: 'view.removed', before, after: null })
}

async function lockView(tx: Database, queue: Queue, asking: Acting, id: number): Promise<Row> {
  const { rows } = await sql<
    RowOf<ReturnType<typeof viewFor>>
  >`${shownIn(asking, queue)} and v.id = ${id} for update of v`.execute(tx)
  const [found] = rows
  if (!found) throw notFound()
  if (!isMine(asking, found)) throw notAllowed()
  return found
}

interface Recorded {
  readonly id: number
  readonly what: 'view.saved' | 'view.removed'
  readonly before: Row | null
  readonly after: object | null
}

async function record(tx: Database, queue: Queue, { employee, now, request }: Acting, of: Recorded): Promise<void> {
  const { id, what, before, after } = of
  await audit(tx, {
    company: employee.company,
    at: now,
    by: { employeeId: employee.id, role: actingRole(employee, queue.calls.rights.see), request },
    what,
    object: { kind: `view.${queue.calls.kind}`, id },
    ...(before && { before: { name: before.name, role: before.role, query: await queryInLog(tx, before.query) } }),
    ...(after && { after }),
  })
}
