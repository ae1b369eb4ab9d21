import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { revealed } from '#core/audit/server/audit.ts'
import type { Scope } from '#core/people/roles.ts'
import { everyNameOf, namesakesOf, partsOfNames } from '#core/people/server/names.ts'
import { actingRole, reach, within } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { unplanned } from '#platform/server/db/unplanned.ts'
import type { Employee, HeldRole } from '#platform/server/http/signed-in.ts'
import type { CaseRow, Clock } from '../contract.ts'
import { actionsOn } from '../rules.ts'
import { type Hide, hidingNames } from './hide-name.ts'
import { isSensitive, isTold, type Queue } from './queue.ts'
import { workingBetween } from './working-time.ts'
import type { CaseTables } from './tables.ts'

/** Who asks, and when. */
export interface Asking {
  readonly employee: Employee
  readonly now: Date
  readonly timeZone: string
}

export const c = columnsOf<CaseTables['cases']>('c')
const o = columnsOrNull<PeopleTables['employees']>('o')

export const placed = { company: c('company'), area: c('area'), category: c('category') }

/**
 * Whether the case `c` is of one of the categories. They are literals in the statement, so that PostgreSQL does not plan it anew each time.
 * This is safe because they come from a queue and not from a request.
 */
export const isOfCategory = (categories: readonly string[]) =>
  categories.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`coalesce(c.category in (${sql.join(categories.map((category) => sql.lit(category)))}), false)`

/** The queue's sensitive cases. */
export const sensitiveCase = ({ sensitive = [] }: Queue) => isOfCategory(sensitive)

/**
 * Whether the employee reaches the case `c` by a permission of its queue, or because the case names the employee as responsible. Sensitive
 * cases are seen only by the responsible employee and with the permission `sensitive`, which opens the marked cases too. In a queue with
 * `notOwn`, nobody handles a case that he or she has reported.
 */
export function reached({ employee }: Asking, queue: Queue, right: 'see' | 'handle' | 'mark'): RawBuilder<SqlBool> {
  const { rights } = queue.calls
  // Only for queues whose cases name somebody: elsewhere this condition would keep the area's index from being used.
  const named = queue.responsible ? { named: c('responsible_id') } : {}
  const byRight = within(reach(employee, rights[right]), { ...placed, ...named })
  if (queue.notOwn !== undefined && right === 'handle')
    return sql<SqlBool>`(${byRight} and c.reporter_id is distinct from ${unplanned(employee.id, 'uuid')})`
  if (!queue.sensitive || right !== 'see') return byRight
  const sensitive = within(reach(employee, rights.sensitive), placed)
  return sql<SqlBool>`((${byRight} and (not ${sensitiveCase(queue)} or c.responsible_id = ${unplanned(employee.id, 'uuid')}))
    or (${sensitive} and (c.marked or ${sensitiveCase(queue)})))`
}

/** The cases of the queue that the employee sees. */
export function seen(asking: Asking, queue: Queue): RawBuilder<SqlBool> {
  const inQueue = sql<SqlBool>`${c('kind')} = ${unplanned(queue.calls.kind, 'text')} and ${reached(asking, queue, 'see')}`
  // The reach already limits the company; repeating it costs time per counted row. In sensitive queues it is inside an `or`, which no index
  // serves, so it is repeated.
  return queue.sensitive
    ? sql<SqlBool>`${c('company')} = ${unplanned(asking.employee.company, 'text')} and ${inQueue}`
    : inQueue
}

/** The marked cases of which the employee is notified, anywhere in the company. Null: none besides those that he or she sees anyway. */
export function notifiedByMark({ employee }: Asking, queue: Queue): RawBuilder<SqlBool> | null {
  if (!queue.mark?.notifies || reach(employee, queue.calls.rights.mark).scopes.length === 0) return null
  return sql<SqlBool>`(${c('company')} = ${unplanned(employee.company, 'text')} and ${c('kind')} = ${unplanned(queue.calls.kind, 'text')}
    and ${c('marked')})`
}

/**
 * The cases that the employee may open one at a time: those in `seen`, and those of which he or she is notified. In a list the `or` would
 * keep the indexes from being used.
 */
export function seenAlone(asking: Asking, queue: Queue): RawBuilder<SqlBool> {
  const notified = notifiedByMark(asking, queue)
  return notified ? sql<SqlBool>`(${seen(asking, queue)} or ${notified})` : seen(asking, queue)
}

/** What a line needs of a case `c` with its owner `o`. */
export const line = selected({
  id: c('id'),
  number: c('number'),
  version: c('version'),
  area: c('area'),
  category: c('category'),
  receivedAt: c('received_at'),
  state: c('state'),
  endedAt: c('ended_at'),
  dueAt: c('due_at'),
  dueWhat: c('due_what'),
  askedAt: c('asked_at'),
  answeredAt: c('answered_at'),
  marked: c('marked'),
  replied: c('replied'),
  ownerId: c('owner_id'),
  ownerFirst: o('first_name'),
  ownerLast: o('last_name'),
  merged: sql<number>`(select count(*)::int from cases m
    where m.company = c.company and m.kind = c.kind and m.merged_into = c.id)`,
})
/** `handles`: whether the employee may handle the case; absent in lists from which no case is changed. */
export type Line = RowOf<typeof line> & { readonly handles?: boolean; readonly unread?: boolean }

export const fullName = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(' ')

/** The role in which the employee reads a case; null if he or she sees it only because the case names him or her as responsible. */
export const readingRole = (queue: Queue, { employee }: Pick<Asking, 'employee'>, of: Scope): HeldRole | null => {
  const { see, sensitive } = queue.calls.rights
  const usual = isSensitive(queue, of.category) ? null : actingRole(employee, see, of)
  return usual ?? actingRole(employee, sensitive, of)
}

/**
 * Whether the reporter reads that the employee has opened the case. With a role taken in an emergency, every opening is recorded. A list
 * shows no account of such a case: otherwise the list would be read instead, and nobody would know.
 */
export const isOpeningTold = (
  queue: Queue,
  asking: Pick<Asking, 'employee'>,
  of: Scope & { readonly marked: boolean },
): boolean => isTold(queue, of) || readingRole(queue, asking, of)?.emergency === true

/** What the audit calls the cases of a queue. */
export const kindOf = (queue: Queue) => `case.${queue.calls.kind}`

export interface HiddenNames {
  /** Takes the names out of a text. */
  readonly hide: Hide
  /** Whether the reporter of the case itself is hidden, and not only that of a case merged with it. */
  readonly own: boolean
}

/**
 * The cases, by id, in which a reporter's name is hidden from the employee: the reporter of the case itself, or of a case merged with it,
 * because both have the same answers.
 */
export async function hiddenReporters(
  db: Database,
  queue: Queue,
  asking: Asking,
  ids: readonly number[],
): Promise<ReadonlyMap<number, HiddenNames>> {
  const { employee } = asking
  const { reporter } = queue.calls.rights
  if (reporter === null) return new Map()
  const known = reach(employee, reporter)
  if (known.scopes.some(({ area, category }) => area === null && category === null)) return new Map()
  const asked = columnsOf<CaseTables['cases']>('q')
  const named = selected({
    id: asked('id'),
    own: sql<boolean>`(c.id = q.id)`,
    reporterId: sql<string>`r.id`,
  })
  // Not `not`: both conditions are null where the case has no area, or names nobody as responsible.
  const { rows } = await sql<RowOf<typeof named>>`
    select ${named} from cases q
    join cases c on c.company = q.company and c.kind = q.kind
      and (c.id = coalesce(q.merged_into, q.id) or c.merged_into = coalesce(q.merged_into, q.id))
    join employees r on r.id = c.reporter_id
    where q.company = ${employee.company} and q.kind = ${queue.calls.kind} and q.id = any(${[...ids]})
      and c.reporter_id <> ${employee.id}
      and (${within(known, placed)}) is not true and (${reached(asking, queue, 'handle')}) is not true
      and not exists (select from audit a where a.company = c.company and a.object_kind = ${kindOf(queue)}
        and a.object_id = c.number and a.by_id = ${employee.id} and a.what = ${revealed})`.execute(db)
  const hiding = await hidingFromColleagues(db, employee.company, [...new Set(rows.map((row) => row.reporterId))])
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [
      id,
      {
        hide: (text: string) => of.reduce((rest, { reporterId }) => hiding.get(reporterId)?.(rest) ?? rest, text),
        own: of.some(({ own }) => own),
      },
    ]),
  )
}

/**
 * Returns functions, by the ids of employees, that take their names out of texts, but leave the full names of colleagues who share a part of
 * them: 'Anna Berg' is not 'Anna'.
 */
async function hidingFromColleagues(
  db: Database,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Hide>> {
  if (ids.length === 0) return new Map()
  const people = await everyNameOf(db, ids)
  const colleagues = await namesakesOf(db, [...people.values()].flat(), { company })
  return new Map(
    [...people].map(([id, names]) => {
      const own = partsOfNames(names)
      const others = colleagues.filter((row) => [...partsOfNames([row])].some((part) => own.has(part)))
      return [id, hidingNames(names, { others: others.map((row) => fullName(row.first, row.last)) })]
    }),
  )
}

/** The rows of cases, with the area's words. */
export async function rowsOf(
  db: Database,
  queue: Queue,
  asking: Asking,
  lines: readonly Line[],
): Promise<Required<CaseRow>[]> {
  if (lines.length === 0) return []
  const { employee, now, timeZone } = asking
  const ids = lines.map(({ id }) => id)
  const words = await queue.rows(db, employee.company, ids)
  const hidden = await hiddenReporters(db, queue, asking, ids)
  return lines.map((each) => {
    const { title, facts, account } = words.get(each.id) ?? { title: each.number, facts: [], account: [] }
    const shown = isOpeningTold(queue, asking, each) ? facts : [...facts, ...account]
    const hide = hidden.get(each.id)?.hide ?? ((text) => text)
    return {
      number: each.number,
      title: hide(title),
      category: each.category,
      facts: isSensitive(queue, each.category) ? [] : shown.map(hide),
      received: wallClockIn(timeZone, each.receivedAt),
      age: Math.max(0, Math.floor((now.getTime() - each.receivedAt.getTime()) / 60_000)),
      state: {
        name: each.state,
        tone: queue.states[each.state]?.tone ?? 'neutral',
        icon: queue.states[each.state]?.icon ?? 'received',
      },
      ended: each.endedAt !== null,
      clock: clockOf(queue, each, asking),
      owner: each.ownerId === null ? null : { id: each.ownerId, name: fullName(each.ownerFirst, each.ownerLast) },
      marked: each.marked,
      unread: each.unread ?? false,
      replied: each.replied,
      merged: each.merged + 1,
      becomes: becomesOf(queue, asking, each),
      version: each.version,
    }
  })
}

/** The states to which the employee may set a listed case; lists have no merged cases. */
export function becomesOf(
  queue: Queue,
  { employee }: Pick<Asking, 'employee'>,
  { state, endedAt, ownerId, handles = false }: Pick<Line, 'state' | 'endedAt' | 'ownerId' | 'handles'>,
): string[] {
  const acts = actionsOn(
    { ended: endedAt !== null, ownerId, mergedInto: null },
    { id: employee.id, handles, marks: false },
  )
  return acts.includes('state') ? [...(queue.states[state]?.next ?? [])] : []
}

/** The share of its time after which a case is due soon. */
const SOON = 0.75
const MINUTE = 60_000

function clockOf(
  queue: Queue,
  { receivedAt, endedAt, dueAt, dueWhat, askedAt, ...about }: Line,
  { now, timeZone }: Pick<Asking, 'now' | 'timeZone'>,
): Clock {
  if (endedAt !== null || dueWhat === null) return null
  if (askedAt !== null) return { kind: 'paused', what: dueWhat, minutes: 0 }
  if (dueAt === null) return null
  const answered = about.answeredAt !== null
  // A line does not have the filled-in forms. So the promise is computed without them and with all of them; the one with the name of the
  // clock is right.
  const forms = new Set(queue.forms?.map(({ name }) => name))
  const promise = [new Set<string>(), forms]
    .map((filled) => queue.promise({ ...about, answered, filled }))
    .find((each) => each?.what === dueWhat)
  // If the promise counts from the mark, the days before the mark are not a part of its time.
  const own = about.marked && promise?.fromMark ? promise : null
  const left =
    own?.count === 'working' ? workingBetween(now, dueAt, timeZone) * MINUTE : dueAt.getTime() - now.getTime()
  const time = own ? own.minutes * MINUTE : dueAt.getTime() - receivedAt.getTime()
  const passed = 1 - left / time
  const minutes = Math.round((dueAt.getTime() - now.getTime()) / 60_000)
  return { kind: now > dueAt ? 'late' : passed >= SOON ? 'soon' : 'ok', what: dueWhat, minutes }
}
