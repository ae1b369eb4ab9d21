import { sql, type Selectable } from 'kysely'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { managerHasLeft } from '../event-words.ts'
import { type Happening, insertEvents } from './change.ts'
import { ownerHasLeft, whyReleased } from './handlers.ts'
import type { Queue } from './queue.ts'
import { caseTables, type CaseTables } from './tables.ts'

interface Reopened {
  readonly company: string
  readonly at: Date
  readonly timeZone: string
}

export interface Leaving {
  readonly company: string
  readonly at: Date
  /** Null for a command of an operator. */
  readonly by: Actor | null
  /** Absent: the cases of everybody in the company whose employment has ended. */
  readonly employeeId?: string
}

const c = columnsOf<CaseTables['cases']>('c')
/** What an event on a case needs of it. */
export const columns = {
  kind: c('kind'),
  id: c('id'),
  number: c('number'),
  version: c('version'),
  reporterId: c('reporter_id'),
}
const found = selected(columns)
const owned = selected({ ...columns, ownerId: c('owner_id') })
/** The same with what decides whether its owner may handle it. */
export const placed = selected({
  ...columns,
  ownerId: c('owner_id'),
  area: c('area'),
  category: c('category'),
  responsibleId: c('responsible_id'),
})
const named = selected({ ...columns, responsibleId: c('responsible_id') })

/**
 * Takes the open cases from an owner whose employment has ended, so that they are among the unassigned ones. Those that name such an employee
 * as responsible, ended ones too, name nobody from then on. Call it in the same transaction.
 */
export async function releaseCasesOfLeft(tx: Database, leaving: Leaving): Promise<void> {
  await releaseOwned(tx, leaving)
  await nameNobody(tx, leaving)
  await nameNobodyInTheRest(tx, leaving)
}

/** The same in ended cases, without an event in each: a manager may have thousands of them, and nobody handles them any more. */
async function nameNobodyInTheRest(tx: Database, { company, employeeId }: Leaving): Promise<void> {
  await sql`
    update cases c set responsible_id = null from employees o
    where c.company = ${company} and o.id = c.responsible_id and not o.active
      ${employeeId === undefined ? sql`` : sql`and c.responsible_id = ${employeeId}`}`.execute(tx)
}

async function nameNobody(tx: Database, { company, at, by, employeeId }: Leaving): Promise<void> {
  const { rows } = await sql<RowOf<typeof named>>`
    select ${named} from cases c join employees o on o.id = c.responsible_id and not o.active
    where c.company = ${company} and c.ended_at is null ${employeeId === undefined ? sql`` : sql`and c.responsible_id = ${employeeId}`}
    order by c.kind, c.id for update of c`.execute(tx)
  for (const { responsibleId, ...found } of rows) {
    const change = { before: { responsibleId }, after: { responsibleId: null } }
    const event = {
      type: 'changed',
      public: false,
      body: { to: managerHasLeft },
    } as const
    await write(tx, { company, at, by }, found, { event, set: { responsible_id: null }, change })
  }
}

async function releaseOwned(tx: Database, { company, at, by, employeeId }: Leaving): Promise<void> {
  const { rows } = await sql<RowOf<typeof owned>>`
    select ${owned} from cases c join employees o on o.id = c.owner_id and not o.active
    where c.company = ${company} and c.ended_at is null ${employeeId === undefined ? sql`` : sql`and c.owner_id = ${employeeId}`}
    order by c.kind, c.id for update of c`.execute(tx)
  for (const { ownerId: owner, ...found } of rows) {
    await write(tx, { company, at, by }, found, release(owner, ownerHasLeft))
  }
}

/**
 * Takes a case that is opened again by no act of the office from an owner who has left or may no longer handle it. Call it in the same
 * transaction.
 */
export async function releaseReopened(
  tx: Database,
  queue: Queue,
  { company, at, timeZone }: Reopened,
  id: number,
): Promise<void> {
  const { rows } = await sql<RowOf<typeof placed>>`
    select ${placed} from cases c where c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id}`.execute(
    tx,
  )
  for (const { ownerId, area, category, responsibleId, ...found } of rows) {
    const { reporterId } = found
    const where = { employee: { company }, now: at, timeZone }
    const why = await whyReleased(tx, queue, where, { ownerId, area, category, responsibleId, reporterId })
    if (why !== null) await write(tx, { company, at, by: null }, found, release(ownerId, why))
  }
}

/** What is written when a case is taken from its owner, with the reason. */
export const release = (ownerId: string | null, text: string): Written => ({
  event: { type: 'assigned', public: false, body: { owner: null, text } },
  set: { owner_id: null },
  change: { before: { ownerId }, after: { ownerId: null } },
})

interface Written {
  readonly event: Happening
  /** The columns that it changes. */
  readonly set: Partial<
    Pick<Selectable<CaseTables['cases']>, 'owner_id' | 'responsible_id' | 'asked_at' | 'due_at' | 'due_what'>
  >
  readonly change: { readonly before: object; readonly after: object }
}

/** Writes what happens to a case without an act of the office on it: the event, the case and the audit. */
export async function write(
  tx: Database,
  { company, at, by }: Pick<Leaving, 'company' | 'at' | 'by'>,
  { kind, id, number, version, reporterId }: RowOf<typeof found>,
  { event, set, change }: Written,
): Promise<void> {
  const actor = { by: by?.employeeId ?? null, deputyFor: by?.role?.deputyFor?.id }
  await insertEvents(tx, { company, kind, id, from: version, at, ...actor }, [event])
  await caseTables(tx)
    .updateTable('cases')
    .set({ ...set, version: version + 1 })
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  await audit(tx, {
    company,
    at,
    by,
    what: `case.${event.type}`,
    object: { kind: `case.${kind}`, id: number },
    about: reporterId,
    ...change,
  })
}
