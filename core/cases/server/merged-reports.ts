import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { auditOpenings } from '#core/audit/server/audit.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { MergedReport } from '../contract.ts'
import { type Asking, c, fullName, hiddenReporters, isOpeningTold, kindOf, readingRole, seen } from './case-row.ts'
import { hiddenReporter } from './hidden-reporter.ts'
import { messagesOf } from './messages-of.ts'
import type { Queue } from './queue.ts'

const MOST = 20
const r = columnsOrNull<PeopleTables['employees']>('r')
const merged = selected({
  id: c('id'),
  number: c('number'),
  area: c('area'),
  category: c('category'),
  marked: c('marked'),
  receivedAt: c('received_at'),
  reporterId: c('reporter_id'),
  first: r('first_name'),
  last: r('last_name'),
})

/** The reports in the cases that are merged into one, as far as the employee sees them: an answer to that case answers all of them. */
export async function mergedReports(
  db: Database,
  queue: Queue,
  asking: Asking & { readonly request: Pick<FastifyRequest, 'id'> },
  { id, handles }: { readonly id: number; readonly handles: boolean },
): Promise<Required<MergedReport>[]> {
  const { employee, now, timeZone, request } = asking
  const { company } = employee
  const { rows } = await sql<RowOf<typeof merged>>`
    select ${merged} from cases c left join employees r on r.id = c.reporter_id
    where ${seen(asking, queue)} and c.merged_into = ${id} order by c.received_at limit ${sql.lit(MOST)}`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const hidden = await hiddenReporters(db, queue, asking, ids)
  const messages = await messagesOf(db, queue.calls.kind, { company, timeZone }, ids)
  for (const { number, reporterId, ...row } of rows) {
    if (reporterId === null || !isOpeningTold(queue, asking, row)) continue
    const by = { employeeId: employee.id, role: readingRole(queue, asking, row), request }
    await auditOpenings(db, { company, at: now, by, kind: kindOf(queue) }, [{ id: number, about: reporterId }])
  }
  return Promise.all(
    rows.map(async (row) => {
      const { hide = (text: string) => text, own = false } = hidden.get(row.id) ?? {}
      const { text, pictures } = await queue.details(db, { company, id: row.id, now, timeZone, handles })
      return {
        number: row.number,
        reporter: own ? hiddenReporter : fullName(row.first, row.last) || null,
        received: wallClockIn(timeZone, row.receivedAt),
        text: text === null ? null : hide(text),
        pictures: pictures.map((each) => ({ ...each, shortName: hide(each.shortName) })),
        replies: (messages.get(row.id) ?? [])
          .filter((each) => each.own)
          .map((each) => ({ at: each.at, text: hide(each.text) })),
      }
    }),
  )
}
