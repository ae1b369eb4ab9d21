import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { actingRole } from '#core/people/server/roles/reach.ts'
import { audit } from '#core/audit/server/audit.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { Ask } from '#platform/server/http/answer.ts'
import { columnsOf, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notAllowed, notFound, Refusal } from '#platform/server/http/errors.ts'
import type { Employee, HeldRole } from '#platform/server/http/signed-in.ts'
import type { FastifyRequest } from 'fastify'
import type { CaseEvent } from '../contract.ts'
import { managerHasLeft, reporterHasLeft } from '../event-words.ts'
import { changedSinceChosen } from '../failures.ts'
import { type Action, actionsOn } from '../rules.ts'
import { type Asking, c, reached, seen } from './case-row.ts'
import { eventsOf, otherViewers } from './one-case.ts'
import { deadlineOf, type Mark, type Pause } from './deadline.ts'
import { isEnded, powersOf, type Queue } from './queue.ts'
import { caseTables, type CaseTables, type EventBody } from './tables.ts'

export interface Acting extends Asking {
  readonly request: Pick<FastifyRequest, 'id'>
  /** Another system acts: `employee` then only limits what it reaches. */
  readonly system?: { readonly name: string; readonly source: string }
}

/** Who acts by a request, and when: now, unless another time is given. */
export const actingIn =
  ({ clock, variants }: Pick<Platform, 'clock' | 'variants'>) =>
  ({ employee, request }: Pick<Ask<unknown, unknown>, 'employee' | 'request'>, now = clock()): Acting => ({
    employee,
    request,
    now,
    timeZone: variants.timeZoneOf(employee.company),
  })

/** Who is recorded as having acted; null for another system. */
export const actorOf = ({ employee, system }: Acting): string | null => (system ? null : employee.id)

const locked = (asking: Asking, queue: Queue) =>
  selected({
    id: c('id'),
    number: c('number'),
    version: c('version'),
    state: c('state'),
    area: c('area'),
    category: c('category'),
    about: c('about'),
    receivedAt: c('received_at'),
    endedAt: c('ended_at'),
    ownerId: c('owner_id'),
    marked: c('marked'),
    answeredAt: c('answered_at'),
    askedAt: c('asked_at'),
    replied: c('replied'),
    reporterId: c('reporter_id'),
    mergedInto: c('merged_into'),
    responsibleId: c('responsible_id'),
    handles: sql<boolean>`${reached(asking, queue, 'handle')}`,
    marks: sql<boolean>`${reached(asking, queue, 'mark')}`,
  })
export type Locked = RowOf<ReturnType<typeof locked>>

/** Something that happens to a case. */
export interface Happening {
  readonly type: CaseEvent['type']
  readonly public: boolean
  readonly body: EventBody
}

/** The columns that an act changes. */
export type Patch = Partial<
  Pick<Locked, 'state' | 'endedAt' | 'ownerId' | 'marked' | 'answeredAt' | 'askedAt' | 'replied' | 'mergedInto'>
>

export async function selectLocked(
  tx: Database,
  queue: Queue,
  asking: Asking,
  which: RawBuilder<SqlBool>,
): Promise<Locked[]> {
  const { rows } = await sql<RowOf<ReturnType<typeof locked>>>`
    select ${locked(asking, queue)} from cases c where ${which} order by c.id for update`.execute(tx)
  return rows
}

interface ToLock {
  readonly number: string
  /** Null: the act is accepted in any version. */
  readonly version: number | null
  /** The version in which the case was chosen, for a change of several. What the employee has done to it since is no reason to refuse. */
  readonly chosenAt?: number | null | undefined
  readonly act: Action
}

/**
 * Locks a case for the rest of the transaction. Throws a 404 if the employee does not see the case, a 403 if he or she may not do this to
 * it, and a 409 if it has another version, has been changed since it was chosen, is merged or has ended.
 */
export async function lockCase(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, chosenAt = null, act }: ToLock,
): Promise<Locked> {
  const [found] = await selectLocked(tx, queue, asking, sql`${seen(asking, queue)} and c.number = ${number}`)
  if (!found) throw notFound()
  if (queue.notOwn !== undefined && found.reporterId !== null && found.reporterId === actorOf(asking))
    throw new Refusal(403, queue.notOwn)
  if (!found.handles && !found.marks) throw notAllowed()
  if (version !== null && version !== found.version) throw await stale(tx, queue, asking, found, version)
  if (chosenAt !== null && (await changedByOthers(tx, queue, asking, found, chosenAt)))
    throw new Refusal(409, changedSinceChosen)
  const { employee } = asking
  const may = actionsOn(
    { ended: found.endedAt !== null, ownerId: found.ownerId, mergedInto: found.mergedInto },
    { id: employee.id, ...powersOf(queue, found) },
  )
  // Taking a case that the employee has already changes nothing, and is no error.
  if (may.includes(act) || (act === 'take' && may.includes('assign'))) return found
  if (found.handles && found.mergedInto !== null)
    throw new Refusal(409, `${number} är ihopslaget med ett annat ärende.`)
  if (found.handles && found.endedAt !== null) throw new Refusal(409, `${number} är redan avslutat: ${found.state}.`)
  throw notAllowed()
}

async function changedByOthers(
  tx: Database,
  { calls }: Queue,
  asking: Acting,
  { id, version }: Locked,
  since: number,
): Promise<boolean> {
  if (since >= version) return false
  const { rows } = await sql`
    select 1 from case_events e
    where e.company = ${asking.employee.company} and e.kind = ${calls.kind} and e.case_id = ${id} and e.seq > ${since}
      and e.by_id is distinct from ${actorOf(asking)} limit 1`.execute(tx)
  return rows.length > 0
}

const did: Readonly<Record<CaseEvent['type'], (to: string | null) => string>> = {
  received: () => 'skickade in ärendet',
  entered: () => 'skrev in ärendet',
  state: (to) => `ändrade status till ${to}`,
  answered: () => 'skrev ett svar',
  asked: () => 'ställde en fråga',
  replied: () => 'svarade på frågan',
  changed: (to) => (to === managerHasLeft || to === reporterHasLeft ? `tog bort ${to}` : `ändrade ${to}`),
  noted: () => 'skrev en anteckning',
  assigned: (to) => (to === null ? 'tog bort handläggaren' : `satte ${to} som handläggare`),
  marked: (to) => `ändrade märkningen till ${to}`,
  merged: (to) => `slog ihop ärendet med ${to}`,
  filled: (to) => `fyllde i ${to}`,
  redacted: (to) => `dolde något i ${to}`,
  shown: (to) => `visade ${to} igen`,
}

/** The 409 with what has changed since the version that the employee saw, and who else has the case open. */
export async function stale(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { id }: Locked,
  version: number,
): Promise<Refusal> {
  const events = await eventsOf(tx, queue, asking, id, version)
  const said = events.map(({ by, type, to }) => `${by ?? 'Någon'} ${did[type](to)}`)
  const looking = await otherViewers(tx, queue, asking, id)
  return new Refusal(
    409,
    [
      `Ärendet har ändrats medan du hade det öppet: ${said.join(', ') || 'ladda om det'}.`,
      ...(looking.length > 0 ? [`${looking.join(', ')} har det öppet nu.`] : []),
      'Det du skrev är kvar. Läs ändringen och skicka igen.',
    ].join(' '),
  )
}

/** Where an act takes place: in a transaction, in a queue, by somebody. */
export interface Desk {
  readonly tx: Database
  readonly queue: Queue
  readonly asking: Acting
  /** The role of the act for a case that no role for its queue reaches, such as one merged into the handled one. Null or absent: none. */
  readonly otherwise?: HeldRole | null
}

/** The role in which the employee acts on a case; null if only because the case names him or her as responsible. */
export const roleOn = ({ calls: { rights } }: Queue, employee: Employee, one: Locked): HeldRole | null =>
  actingRole(employee, rights.handle, one) ?? actingRole(employee, rights.mark, one)

/**
 * Writes an act: the events, the case with its new version and clock, and the audit. `recorded`: what the log has besides the changed
 * columns of the case.
 */
export async function happen(
  { tx, queue, asking, otherwise = null }: Desk,
  before: Locked,
  patch: Patch,
  events: readonly Happening[],
  recorded: { readonly before?: object; readonly after?: object } = {},
): Promise<void> {
  const { employee, now, timeZone, request, system } = asking
  const { company } = employee
  const { kind } = queue.calls
  const after = { ...before, ...patch }
  const role = roleOn(queue, employee, before) ?? otherwise
  const series = { company, kind, id: before.id, from: before.version, at: now, by: actorOf(asking) }
  await insertEvents(tx, { ...series, system: system?.name, deputyFor: role?.deputyFor?.id }, events)
  const due = await deadlineAfter(tx, queue, { company, timeZone, now }, after)
  await caseTables(tx)
    .updateTable('cases')
    .set({
      version: before.version + events.length,
      state: after.state,
      ended_at: after.endedAt,
      owner_id: after.ownerId,
      marked: after.marked,
      answered_at: after.answeredAt,
      asked_at: after.askedAt,
      replied: after.replied,
      merged_into: after.mergedInto,
      ...due,
    })
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('id', '=', before.id)
    .execute()
  const changed = (Object.keys(patch) as (keyof Patch)[]).filter((key) => before[key] !== after[key])
  const values = (row: Locked) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  await audit(tx, {
    company,
    at: now,
    by: { employeeId: actorOf(asking), role, source: system?.source, request },
    what: `case.${events[0]?.type ?? 'changed'}`,
    object: { kind: `case.${kind}`, id: before.number },
    about: before.reporterId,
    before: { ...values(before), ...recorded.before },
    after: { ...values(after), ...recorded.after },
  })
  await queue.happened?.(tx, {
    company,
    id: before.id,
    at: now,
    state: after.state,
    marked: after.marked,
    events: events.map(({ type }, index) => ({ seq: before.version + index + 1, type })),
  })
}

interface Series {
  readonly company: string
  readonly kind: string
  readonly id: number
  /** The case's version before the events. */
  readonly from: number
  readonly at: Date
  readonly by: string | null
  /** The other system, if no employee acts. */
  readonly system?: string | undefined
  /** The employee whose deputy acts. */
  readonly deputyFor?: string | undefined
}

export async function insertEvents(
  tx: Database,
  { company, kind, id, from, at, by, system, deputyFor }: Series,
  events: readonly Happening[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(
    ({ type, public: isPublic, body }, index) =>
      ({
        company,
        kind,
        case_id: id,
        seq: from + index + 1,
        at,
        by_id: by,
        type,
        public: isPublic,
        body: JSON.stringify({ ...body, system, for: deputyFor }) as unknown as EventBody,
      }) satisfies NewRow<CaseTables['case_events']>,
  )
  await caseTables(tx).insertInto('case_events').values(rows).execute()
}

const e = columnsOf<CaseTables['case_events']>('e')
/** The columns of events on which the clock depends. */
const timed = selected({
  at: e('at'),
  type: e('type'),
  form: sql<string | null>`e.body->>'form'`,
  to: sql<string | null>`e.body->>'to'`,
  since: sql<Date | null>`(e.body->>'since')::timestamptz`,
  waits: sql<boolean>`(e.body->'waits' is not null)`,
})

/** When a marked case was marked. If no event has set the mark, the case was marked when it came. */
function markOf(queue: Pick<Queue, 'mark'>, receivedAt: Date, events: readonly RowOf<typeof timed>[]): Mark {
  let mark: Mark = { since: receivedAt, own: receivedAt }
  for (const { at, type, to, since } of events) {
    // If the reporter has sent the case again, its clock starts then.
    const own = at < receivedAt ? receivedAt : at
    if (type === 'marked' && to === queue.mark?.set) mark = { since: since ?? own, own }
    else if (type === 'merged' && since !== null && since < mark.since) mark = { since, own }
  }
  return mark
}

const timedEvents = async (tx: Database, queue: Pick<Queue, 'calls'>, company: string, id: number) =>
  (
    await sql<RowOf<typeof timed>>`
      select ${timed} from case_events e
      where e.company = ${company} and e.kind = ${queue.calls.kind} and e.case_id = ${id}
        and (e.type in ('asked', 'replied', 'answered', 'state', 'marked', 'merged', 'filled')
          or e.type = 'changed' and e.body->>'to' = ${reporterHasLeft})
      order by e.seq`.execute(tx)
  ).rows

/** Since when a marked case has been marked without a break. */
export const markedSince = async (
  tx: Database,
  queue: Queue,
  company: string,
  { id, receivedAt }: Pick<Locked, 'id' | 'receivedAt'>,
): Promise<Date> => markOf(queue, receivedAt, await timedEvents(tx, queue, company, id)).since

/** The clock of a case after its latest events, always computed anew from all of them. */
export async function deadlineAfter(
  tx: Database,
  queue: Pick<Queue, 'calls' | 'states' | 'promise' | 'mark'>,
  { company, timeZone, now }: { readonly company: string; readonly timeZone: string; readonly now: Date },
  after: Pick<Locked, 'id' | 'state' | 'category' | 'marked' | 'answeredAt' | 'askedAt' | 'receivedAt'>,
): Promise<{ due_at: Date | null; due_what: string | null }> {
  if (isEnded(queue, after.state)) return { due_at: null, due_what: null }
  const rows = await timedEvents(tx, queue, company, after.id)
  const pauses: Pause[] = []
  let since: Date | null = null
  // Whether the case is in a state that waits: an answer of the office does not end that.
  let inWait = false
  for (const { at, type, to, waits } of rows) {
    if (type === 'state') inWait = queue.states[to ?? '']?.waits === true
    if (type === 'asked' || (type === 'state' && inWait)) since ??= at
    else if (waits || (type === 'answered' && inWait)) continue
    // Any other message between the office and the reporter ended the wait, and so did the end of the reporter's employment.
    else if (!['filled', 'marked', 'merged'].includes(type) && since) {
      pauses.push({ from: since, to: at })
      since = null
    }
  }
  if (since && after.askedAt === null) pauses.push({ from: since, to: now })
  const filled = new Set(rows.flatMap(({ form }) => form ?? []))
  const about = { category: after.category, marked: after.marked, answered: after.answeredAt !== null, filled }
  const mark = after.marked ? markOf(queue, after.receivedAt, rows) : undefined
  const due = deadlineOf(queue, { ...about, receivedAt: after.receivedAt, mark, pauses }, timeZone)
  return after.askedAt === null ? due : { ...due, due_at: null }
}
