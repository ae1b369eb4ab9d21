import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import type { FoundCases } from '../search.ts'
import { type Asking, line, rowsOf, seen } from './case-row.ts'
import type { Queue } from './queue.ts'
import { hasNumber, idsSought } from './case-words.ts'

/** If more are found than can be seen at a glance, another word is better than a longer list. */
const MOST_FOUND = 20

/** Cases of all queues by number, vehicle or words, of those that the employee sees. */
export async function searchCases(
  db: Database,
  queues: readonly Queue[],
  asking: Asking,
  typed: string,
): Promise<FoundCases> {
  const found = (await Promise.all(queues.map((queue) => inQueue(db, queue, asking, typed)))).flat()
  const rows = found.toSorted(
    (a, b) =>
      Number(b.exact) - Number(a.exact) ||
      Number(a.row.ended) - Number(b.row.ended) ||
      earlierFirst(b.row.received, a.row.received),
  )
  return { rows: rows.slice(0, MOST_FOUND).map(({ row }) => row), hasMore: rows.length > MOST_FOUND }
}

async function inQueue(db: Database, queue: Queue, asking: Asking, typed: string) {
  const { employee } = asking
  // A merged case has left the lists, but somebody may still name its number.
  const isNumber = hasNumber(typed)
  const listed = sql<SqlBool>`${seen(asking, queue)} and c.merged_into is null`
  const found = selected({ exact: isNumber })
  // As an array the ids are searched for once: a join can be planned as one search for each case, if the tables have no statistics yet.
  const { rows } = await sql<RowOf<typeof line> & RowOf<typeof found>>`
    select ${line}, ${found} from cases c left join employees o on o.id = c.owner_id
    where ${seen(asking, queue)} and c.id = any(array(${idsSought(employee.company, queue, typed, listed)}))
      and (c.merged_into is null or ${isNumber})
    order by exact desc, c.ended_at is not null, c.received_at desc, c.id desc limit ${MOST_FOUND + 1}`.execute(db)
  const shown = await rowsOf(db, queue, asking, rows)
  return shown.map((row, at) => ({ row: { ...row, kind: queue.calls.kind }, exact: rows[at]?.exact === true }))
}
