import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import { unplanned } from '#platform/server/db/unplanned.ts'
import { reach, within } from '#core/people/server/roles/reach.ts'
import type { CaseCalls } from '../calls.ts'
import { type Asking, c, isOfCategory, placed, notifiedByMark } from './case-row.ts'
import type { Queue } from './queue.ts'
import { caseTables, type CaseTables } from './tables.ts'

// Who has opened a case since it was marked or received, in queues that notify employees of such cases. The case is unread for an employee
// until he or she has opened it.

/** The cases `c` of which the employee gets a copy by role; null if there are none. */
export function copiesOf({ employee }: Asking, { copies }: Queue): RawBuilder<SqlBool> | null {
  if (!copies || reach(employee, copies.may).scopes.length === 0) return null
  return sql<SqlBool>`(${within(reach(employee, copies.may), placed)}
    and (${c('marked')} or ${isOfCategory(copies.categories)}))`
}

/** Whether the employee is notified of the case `c`, because it is marked or by a copy. */
export const isNotified = (asking: Asking, queue: Queue): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${notifiedByMark(asking, queue) ?? sql`false`} or ${copiesOf(asking, queue) ?? sql`false`})`

/** Whether the employee is notified of the open case `c` and has not opened it since. */
export const unread = (asking: Asking, queue: Queue): RawBuilder<SqlBool> =>
  notifiedByMark(asking, queue) || copiesOf(asking, queue)
    ? sql<SqlBool>`(${isNotified(asking, queue)} and c.ended_at is null and not exists (
        select from case_mark_reads m where m.company = c.company and m.kind = c.kind and m.case_id = c.id
          and m.employee_id = ${unplanned(asking.employee.id, 'uuid')}))`
    : sql<SqlBool>`false`

export async function readMark(db: Database, queue: Queue, { employee, now }: Asking, id: number): Promise<void> {
  await caseTables(db)
    .insertInto('case_mark_reads')
    .values({
      company: employee.company,
      kind: queue.calls.kind,
      case_id: id,
      employee_id: employee.id,
      read_at: now,
    } satisfies NewRow<CaseTables['case_mark_reads']>)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The mark has been set again: the case is unread for everybody but the employee who set it. */
export async function unreadAgain(tx: Database, queue: Queue, asking: Asking, id: number): Promise<void> {
  await sql`
    delete from case_mark_reads
    where company = ${asking.employee.company} and kind = ${queue.calls.kind} and case_id = ${id}`.execute(tx)
  await readMark(tx, queue, asking, id)
}

/** Why a case is marked, as a column for the area's own rows: the reason that was written when the mark, `words.marking`, was last set. */
export const markedBecause = (
  { kind, words: { marking } }: Pick<CaseCalls, 'kind' | 'words'>,
  { company, id }: { readonly company: Expression<string>; readonly id: Expression<number> },
) => sql<string | null>`(
  select e.body->>'text' from case_events e
  where e.company = ${company} and e.kind = ${kind} and e.case_id = ${id} and e.type = 'marked' and e.body->>'to' = ${marking}
  order by e.seq desc limit 1)`
