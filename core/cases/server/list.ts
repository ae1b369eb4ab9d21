import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import type { Database } from '#platform/server/area.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { unplanned } from '#platform/server/db/unplanned.ts'
import type { CaseList, CaseQuery, Choosable, Counted, Counts } from '../contract.ts'
import { MOST_AT_ONCE, MOST_COUNTED, MOST_OPEN_COUNTED, PAGE_SIZE, labelOf, type View, views } from '../rules.ts'
import { type Asking, becomesOf, c, line, reached, rowsOf, seen, sensitiveCase, notifiedByMark } from './case-row.ts'
import { copiesOf, unread } from './mark-reads.ts'
import { hasChecks, isEnded, isSensitive, type Queue, statesOf } from './queue.ts'
import { idsSought } from './case-words.ts'

const open = sql<SqlBool>`c.ended_at is null`

/** The condition of each view. It repeats the condition of an index, which is otherwise not used. */
const inView = ({ employee, now, timeZone }: Asking): Readonly<Record<View, RawBuilder<SqlBool>>> => ({
  oppna: open,
  'ej-tilldelade': sql`${open} and c.owner_id is null`,
  mina: sql`${open} and c.owner_id = ${unplanned(employee.id, 'uuid')}`,
  svarat: sql`${open} and c.replied`,
  forsenade: sql`${open} and c.due_at < ${unplanned(now, 'timestamptz')} and c.asked_at is null`,
  markta: sql`${open} and c.marked`,
  vantar: sql`${open} and c.asked_at is not null`,
  aterkommande: sql`${open} and c.recurring`,
  // Measures are checked after the end too.
  kontroll: sql`c.check_by < ${unplanned(dateIn(timeZone, now), 'date')}`,
  avslutade: sql`c.ended_at is not null`,
})

/** The condition for the cases of a list, and of its export. */
export function chosen(asking: Asking, queue: Queue, { vy, status, om, sok }: CaseQuery): RawBuilder<SqlBool> {
  const sought = sok?.trim() ?? ''
  const conditions = [
    (vy === 'markta' ? notifiedByMark(asking, queue) : null) ?? seen(asking, queue),
    sql<SqlBool>`c.merged_into is null`,
    // A search or a state applies to all cases, unless a view is named too.
    ...(vy !== undefined || (sought === '' && status === undefined && om === undefined)
      ? [inView(asking)[vy ?? 'oppna']]
      : []),
    ...(status === undefined ? [] : [sql<SqlBool>`c.state = ${unplanned(status, 'text')}`]),
    // Repeats the condition of the index of ended cases.
    ...(ofEnded(queue, { vy, status }) ? [inView(asking).avslutade] : []),
    ...(om === undefined ? [] : [sql<SqlBool>`c.about = ${unplanned(om, 'text')} and not ${sensitiveCase(queue)}`]),
    ...(sought === '' ? [] : [sql<SqlBool>`c.id in (${idsSought(asking.employee.company, queue, sought)})`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Whether a list is of all cases in a state that ends them. */
const ofEnded = (queue: Queue, { vy, status }: CaseQuery): boolean =>
  vy === undefined && status !== undefined && isEnded(queue, status)

function orderOf(queue: Queue, query: CaseQuery): RawBuilder<unknown> {
  const { vy, sok, om } = query
  if (vy === 'kontroll') return sql`c.check_by, c.id`
  if (vy === undefined && (sok !== undefined || om !== undefined)) return sql`c.received_at desc, c.id desc`
  return vy === 'avslutade' || ofEnded(queue, query) ? sql`c.ended_at desc, c.id desc` : sql`c.due_at, c.id`
}

/**
 * The condition by which a view is counted, with the order of its list: PostgreSQL then reads the same index, and not the table from its
 * beginning, where nearly all cases have ended. A search needs no order, because it finds few.
 */
export const inOrder = (asking: Asking, queue: Queue, query: CaseQuery): RawBuilder<unknown> =>
  query.sok?.trim()
    ? chosen(asking, queue, query)
    : sql`${chosen(asking, queue, query)} order by ${orderOf(queue, query)}`

/**
 * The open cases, which are counted most often. For a company or one area a small index is enough, at a third of the cost; ordering by its
 * columns makes the planner use it.
 */
function openOnes(asking: Asking, queue: Queue): RawBuilder<unknown> {
  const which = { vy: 'oppna' } as const
  const [scope, ...others] = reach(asking.employee, queue.calls.rights.see).scopes
  const byArea = scope?.category === null && others.length === 0 && !queue.sensitive && !queue.responsible
  return byArea ? sql`${chosen(asking, queue, which)} order by c.area, c.merged_into` : inOrder(asking, queue, which)
}

/**
 * The marked cases of the whole company, for employees to whom all of them are shown. The planner expects few of them, so it would rather
 * sort all than read them in the order of their list.
 */
const markedOnes = (asking: Asking, queue: Queue) => sql`${chosen(asking, queue, { vy: 'markta' })} order by c.area`

/** A page of a list, in the order of its view. Its length is a literal for the same reason as the limit in `countOfEach`. */
export async function listCases(db: Database, queue: Queue, asking: Asking, query: CaseQuery): Promise<CaseList> {
  const { sida = 0 } = query
  const handled = handledBy(asking, queue)
  const { rows } = await sql<RowOf<typeof line> & RowOf<typeof handled>>`
    select ${line}, ${handled} from (
      select c.* from cases c where ${chosen(asking, queue, query)}
      order by ${orderOf(queue, query)} limit ${sql.lit(PAGE_SIZE + 1)} ${sida === 0 ? sql`` : sql`offset ${sida * PAGE_SIZE}`}
    ) c left join employees o on o.id = c.owner_id
    order by ${orderOf(queue, query)}`.execute(db)
  return {
    rows: await rowsOf(db, queue, asking, rows.slice(0, PAGE_SIZE)),
    hasMore: rows.length > PAGE_SIZE,
    states: statesOf(queue),
  }
}

const handledBy = (asking: Asking, queue: Queue) =>
  selected({
    handles: sql<boolean>`${reached(asking, queue, 'handle')}`,
    unread: sql<boolean>`${unread(asking, queue)}`,
  })

/** The cases of a list that the employee may change, in the list's order, as many as can be changed at once. */
export async function choosableCases(db: Database, queue: Queue, asking: Asking, query: CaseQuery): Promise<Choosable> {
  const row = selected({ number: c('number'), version: c('version'), state: c('state'), ownerId: c('owner_id') })
  const { rows } = await sql<RowOf<typeof row>>`
    select ${row} from cases c
    where ${chosen(asking, queue, query)} and ${open} and ${reached(asking, queue, 'handle')}
    order by ${orderOf(queue, query)} limit ${sql.lit(MOST_AT_ONCE + 1)}`.execute(db)
  return {
    cases: rows.slice(0, MOST_AT_ONCE).map(({ number, version, ...each }) => ({
      number,
      version,
      becomes: becomesOf(queue, asking, { ...each, endedAt: null, handles: true }),
    })),
    more: rows.length > MOST_AT_ONCE,
  }
}

/** How many cases each view has. */
export async function countCases(db: Database, queue: Queue, asking: Asking): Promise<Counts> {
  const shown = views.filter(
    (view) =>
      view !== 'avslutade' &&
      (view !== 'markta' || queue.mark !== undefined) &&
      (view !== 'aterkommande' || queue.recurring !== undefined) &&
      (view !== 'kontroll' || hasChecks(queue)),
  )
  const dotted: View[] = [
    ...(notifiedByMark(asking, queue) ? ['markta' as const] : []),
    ...(copiesOf(asking, queue) ? ['oppna' as const] : []),
  ]
  const countOf = (vy: View) => {
    if (vy === 'oppna') return { which: openOnes(asking, queue), most: MOST_OPEN_COUNTED }
    const all = vy === 'markta' && notifiedByMark(asking, queue) !== null
    return { which: all ? markedOnes(asking, queue) : inOrder(asking, queue, { vy }), most: MOST_COUNTED }
  }
  const counts = await countOfEach(db, [
    ...shown.map(countOf),
    // Only whether there is any unread case.
    ...dotted.map((vy) => ({ which: sql`${chosen(asking, queue, { vy })} and ${unread(asking, queue)}`, most: 0 })),
  ])
  const hasUnread = (view: View) => {
    const at = dotted.indexOf(view)
    return at !== -1 && counts[shown.length + at]?.more === true
  }
  return shown.map((view, at) => ({
    view,
    label: view === 'markta' && queue.mark ? queue.mark.view : labelOf(view, queue.calls.words.person),
    ...(counts[at] ?? none),
    unread: hasUnread(view),
  }))
}

const none: Counted = { count: 0, more: false }

/**
 * How many cases fulfil each of the conditions, each counted no further than its `most`, which is a literal: for a parameter the
 * generic plan assumes a tenth of all cases and seems so expensive that each execution is planned anew.
 */
export async function countOfEach(
  db: Database,
  conditions: readonly { readonly which: RawBuilder<unknown>; readonly most: number }[],
): Promise<Counted[]> {
  if (conditions.length === 0) return []
  const counts = conditions.map(
    ({ which, most }) =>
      sql`(select count(*)::int from (select from cases c where ${which} limit ${sql.lit(most + 1)}) counted)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  const [found] = rows
  return conditions.map(({ most }, at) => {
    const count = found?.counts[at] ?? 0
    return { count: Math.min(count, most), more: count > most }
  })
}

interface RelatedTo {
  readonly id: number
  readonly about: string
  readonly category: string | null
  readonly days: number
}

/**
 * The other cases about the same thing that the employee sees: open ones, and those of the last `days`. Sensitive cases are listed only
 * beside sensitive ones: the place would reveal them.
 */
export async function relatedCases(
  db: Database,
  queue: Queue,
  asking: Asking,
  { id, about, category, days }: RelatedTo,
): Promise<CaseList['rows']> {
  const since = new Date(asking.now.getTime() - days * 86_400_000)
  const { rows } = await sql<RowOf<typeof line>>`
    select ${line} from cases c left join employees o on o.id = c.owner_id
    where ${seen(asking, queue)} and c.about = ${about} and c.id <> ${id} and c.merged_into is null
      and (${isSensitive(queue, category)} or not ${sensitiveCase(queue)})
      and (c.ended_at is null or c.received_at > ${since})
    order by c.ended_at is not null, ${c('received_at')} desc limit 20`.execute(db)
  return rowsOf(db, queue, asking, rows)
}
