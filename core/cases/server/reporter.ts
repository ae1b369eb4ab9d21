import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { Reply } from '../messages.ts'
import { deadlineAfter, insertEvents } from './change.ts'
import { deadlineOf } from './deadline.ts'
import { type Happened, isEnded, type Queue, statesOf } from './queue.ts'
import { markRecurring } from './recurring.ts'
import { storeWords } from './case-words.ts'
import { lockOwnerOfEnded } from './handlers.ts'
import { releaseReopened } from './release-cases.ts'
import { caseTables, type CaseTables } from './tables.ts'

export interface NewCase {
  readonly company: string
  /** The id and the number of the area's row. */
  readonly id: number
  readonly number: string
  readonly area: string | null
  readonly category: string | null
  readonly about: string | null
  readonly reporterId: string | null
  /** The employee named as responsible. */
  readonly responsibleId?: string | null
  readonly marked?: boolean
}

export interface When {
  readonly at: Date
  readonly timeZone: string
}

/** Opens a case in the transaction of the report that it is about. */
export async function openCase(tx: Database, queue: Queue, opened: NewCase, { at, timeZone }: When): Promise<void> {
  const {
    company,
    id,
    number,
    area,
    category,
    about,
    reporterId,
    responsibleId = null,
    marked = false,
    ...unwritten
  } = opened
  unwritten satisfies AllWritten
  const promised = { category, marked, answered: false, receivedAt: at, pauses: [] }
  await caseTables(tx)
    .insertInto('cases')
    .values({
      company,
      kind: queue.calls.kind,
      id,
      number,
      area,
      category,
      about,
      reporter_id: reporterId,
      received_at: at,
      state: statesOf(queue)[0] ?? '',
      ended_at: null,
      owner_id: null,
      answered_at: null,
      asked_at: null,
      merged_into: null,
      responsible_id: responsibleId,
      check_by: null,
      marked,
      ...deadlineOf(queue, promised, timeZone),
    } satisfies NewRow<CaseTables['cases']>)
    .execute()
  await markRecurring(tx, queue, { company, about, at })
  await storeWords(tx, queue, company, [id])
  const state = statesOf(queue)[0] ?? ''
  await queue.happened?.(tx, { company, id, at, state, marked, events: [{ seq: 0, type: 'received' }] })
}

/** Stores what the reporter writes in his or her own case. The office's clock goes on, and the case is shown as having a new reply. */
export async function replyToCase(
  tx: Database,
  queue: Queue,
  { id: reporterId, company }: RequestScope,
  { number, text: typed, ...unwritten }: Reply,
  { at: now, timeZone }: When,
): Promise<void> {
  unwritten satisfies AllWritten
  const { kind } = queue.calls
  const { own, main } = await lockWithMain(tx, { company, kind, number, reporterId })
  if (!own) throw notFound()
  if (own.endedAt !== null) throw refused({ text: ['Ärendet är avslutat. Skicka ett nytt om det behövs.'] })
  const text = typed.trim()
  await write(own, true)
  // Not public there: the other reporters do not read it.
  if (main) await write(main, false)

  async function write(row: LockedCase, isPublic: boolean) {
    // What was asked in the other case before the merge is still asked there. A question since then was put to both at the same time.
    const askedAt = row.askedAt?.getTime() === own?.askedAt?.getTime() ? null : row.askedAt
    const body = { text, ...(askedAt !== null && { waits: true as const }) }
    const series = { company, kind, id: row.id, from: row.version, at: now, by: reporterId }
    await insertEvents(tx, series, [{ type: 'replied', public: isPublic, body }])
    const due = await deadlineAfter(tx, queue, { company, timeZone, now }, { ...row, askedAt })
    await caseTables(tx)
      .updateTable('cases')
      .set({ version: row.version + 1, replied: true, asked_at: askedAt, ...due })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('id', '=', row.id)
      .execute()
    await notify(tx, queue, company, { at: now, ...row, events: [{ seq: row.version + 1, type: 'replied' }] })
  }
}

/** Locks the reporter's own case and the one that it is merged into. */
async function lockWithMain(
  tx: Database,
  { company, kind, number, reporterId }: Readonly<Record<'company' | 'kind' | 'number' | 'reporterId', string>>,
): Promise<{ readonly own: LockedCase | undefined; readonly main: LockedCase | undefined }> {
  const ownOne = sql`c.company = ${company} and c.kind = ${kind} and c.number = ${number} and c.reporter_id = ${reporterId}`
  for (;;) {
    const { rows } = await sql<Pick<Selectable<CaseTables['cases']>, 'merged_into'>>`
      select c.merged_into from cases c where ${ownOne}`.execute(tx)
    const mainId = rows[0]?.merged_into ?? null
    const mainOne = sql`c.company = ${company} and c.kind = ${kind} and c.id = ${mainId}`
    // The other case is locked first, as by an answer to both: otherwise the two could deadlock.
    await sql`savepoint unlocked`.execute(tx)
    const [main] = mainId === null ? [] : (await caseLocked(tx, mainOne)).rows
    const [own] = (await caseLocked(tx, ownOne)).rows
    if (!own || own.mergedInto === mainId) return { own, main }
    // The case was merged while this waited for its lock. Releases the lock, to lock both cases in their order.
    await sql`rollback to savepoint unlocked`.execute(tx)
  }
}

/**
 * Locks the reporter's own case. Call it before the area's row is locked, which is the office's order: otherwise the two could deadlock.
 */
export async function lockAsReporter(
  tx: Database,
  queue: Queue,
  { id: reporterId, company }: RequestScope,
  id: number,
): Promise<void> {
  const ownOne = sql`c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id} and c.reporter_id = ${reporterId}`
  await lockOwnerOfEnded(tx, ownOne)
  await caseLocked(tx, ownOne)
}

/**
 * Changes the state for the reporter, who sends a report again or takes it back. The case is then as if it were new, and its clock starts
 * again. Returns false if there is no such case.
 */
export async function changeAsReporter(
  tx: Database,
  queue: Queue,
  { id: reporterId, company }: RequestScope,
  { id, state }: { readonly id: number; readonly state: string },
  { at, timeZone }: When,
): Promise<boolean> {
  const { kind } = queue.calls
  const { rows } = await caseLocked(
    tx,
    sql`c.company = ${company} and c.kind = ${kind} and c.id = ${id} and c.reporter_id = ${reporterId}`,
  )
  const [own] = rows
  if (!own) return false
  if (own.state === state) return true
  await writeState(tx, queue, own, { company, at, by: reporterId, timeZone, state })
  return true
}

/**
 * Opens an ended case again, because what it is about has been changed by no act on the case, such as by a new plan. The case is then as if
 * it were new. Returns false if there is no such case.
 */
export async function reopenElsewhere(
  tx: Database,
  queue: Queue,
  { company, id, state }: { readonly company: string; readonly id: number; readonly state: string },
  change: { readonly by: string; readonly what: string },
  { at, timeZone }: When,
): Promise<boolean> {
  const one = sql`c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id}`
  const [found] = (await caseLocked(tx, one)).rows
  if (!found || found.endedAt === null) return false
  const changing = { company, at, by: null, system: change.by }
  await writeChange(tx, queue, found, changing, change.what)
  await writeState(tx, queue, { ...found, version: found.version + 1 }, { ...changing, timeZone, state })
  return true
}

async function writeState(
  tx: Database,
  queue: Queue,
  own: LockedCase,
  { company, at, by, system, timeZone, state }: Changing & Pick<When, 'timeZone'> & { readonly state: string },
): Promise<void> {
  const { kind } = queue.calls
  const series = { company, kind, id: own.id, from: own.version, at, by, system }
  await insertEvents(tx, series, [{ type: 'state', public: true, body: { to: state } }])
  const ends = isEnded(queue, state)
  const promised = { category: own.category, marked: false, answered: false, receivedAt: at, pauses: [] }
  await caseTables(tx)
    .updateTable('cases')
    .set({
      version: own.version + 1,
      state,
      received_at: ends ? own.receivedAt : at,
      ended_at: ends ? at : null,
      answered_at: null,
      asked_at: null,
      replied: by !== null && !ends && own.answeredAt !== null,
      ...(ends ? { due_at: null, due_what: null } : deadlineOf(queue, promised, timeZone)),
    })
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('id', '=', own.id)
    .execute()
  await notify(tx, queue, company, { at, ...own, state, events: [{ seq: own.version + 1, type: 'state' }] })
  if (own.endedAt !== null && !ends) await releaseReopened(tx, queue, { company, at, timeZone }, own.id)
}

/**
 * Records that the reporter has changed what the case is about. A decision on what it was before is then refused, because the version has
 * changed.
 */
export async function changedByReporter(
  tx: Database,
  queue: Queue,
  { id: reporterId, company }: RequestScope,
  { id, what }: { readonly id: number; readonly what: string },
  { at }: When,
): Promise<void> {
  const ownOne = sql`c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id} and c.reporter_id = ${reporterId}`
  const [own] = (await caseLocked(tx, ownOne)).rows
  if (!own || own.endedAt !== null) return
  await writeChange(tx, queue, own, { company, at, by: reporterId }, what)
}

/**
 * Records that what an open case is about has been changed by no act on the case, such as by a new plan. A decision on what it was before
 * is then refused, because the version has changed.
 */
export async function recordChangeElsewhere(
  db: Database,
  queue: Queue,
  { company, id, at }: { readonly company: string; readonly id: number; readonly at: Date },
): Promise<void> {
  if (!queue.changedElsewhere) return
  const one = sql`c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id}`
  await db.transaction().execute(async (tx) => {
    const [found] = (await caseLocked(tx, one)).rows
    if (!found || found.endedAt !== null) return
    const change = await queue.changedElsewhere?.(tx, company, id)
    if (change) await writeChange(tx, queue, found, { company, at, by: null, system: change.by }, change.what)
  })
}

interface Changing {
  readonly company: string
  readonly at: Date
  readonly by: string | null
  /** What has changed it, if no employee has. */
  readonly system?: string
}

async function writeChange(
  tx: Database,
  queue: Queue,
  { id, version, answeredAt, ...found }: LockedCase,
  { company, at, by, system }: Changing,
  what: string,
): Promise<void> {
  const { kind } = queue.calls
  const event = { type: 'changed', public: true, body: { to: what } } as const
  await insertEvents(tx, { company, kind, id, from: version, at, by, system }, [event])
  await caseTables(tx)
    .updateTable('cases')
    // A case that nobody has answered yet is new anyway.
    .set({ version: version + 1, ...(by !== null && answeredAt !== null && { replied: true }) })
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  await notify(tx, queue, company, { at, id, ...found, events: [{ seq: version + 1, type: 'changed' }] })
}

/** Lets the queue notify other systems. */
const notify = (
  tx: Database,
  queue: Queue,
  company: string,
  { id, at, state, marked, events }: Omit<Happened, 'company'>,
) => queue.happened?.(tx, { company, id, at, state, marked, events })

const c = columnsOf<CaseTables['cases']>('c')
const locked = selected({
  id: c('id'),
  version: c('version'),
  state: c('state'),
  category: c('category'),
  marked: c('marked'),
  receivedAt: c('received_at'),
  answeredAt: c('answered_at'),
  endedAt: c('ended_at'),
  mergedInto: c('merged_into'),
  askedAt: c('asked_at'),
})
type LockedCase = RowOf<typeof locked>

const caseLocked = (tx: Database, which: RawBuilder<unknown>) =>
  sql<RowOf<typeof locked>>`select ${locked} from cases c where ${which} for update`.execute(tx)
