import { sql } from 'kysely'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Message } from '../messages.ts'
import { c } from './case-row.ts'
import type { CaseTables } from './tables.ts'

const e = columnsOf<CaseTables['case_events']>('e')

export interface MessageOfCase extends Required<Message> {
  /** For ordering: `at` does not order two messages within a second, or when the clocks go back. Not sent to the page. */
  readonly instant: Date
}

/** The messages between the office and the reporter, by case id, oldest first: for the area's list of the employee's own reports. */
export async function messagesOf(
  db: Database,
  kind: string,
  { company, timeZone }: { readonly company: string; readonly timeZone: string },
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly MessageOfCase[]>> {
  const said = selected({
    id: e('case_id'),
    at: e('at'),
    type: e('type'),
    body: e('body'),
    waits: sql<boolean>`(${c('asked_at')} is not null)`,
  })
  const { rows } = await sql<RowOf<typeof said>>`
    select ${said} from case_events e
    join cases c on c.company = e.company and c.kind = e.kind and c.id = e.case_id
    where e.company = ${company} and e.kind = ${kind} and e.case_id = any(${[...ids]})
      and e.public and e.type in ('answered', 'asked', 'replied', 'merged')
    order by e.case_id, e.seq`.execute(db)
  const byCase = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...byCase].map(([id, events]) => {
      const lastReply = events.findLastIndex(({ type }) => type === 'replied')
      const messages = events.map(({ at, type, body, waits }, index) => ({
        at: wallClockIn(timeZone, at),
        own: type === 'replied',
        asks: waits && type === 'asked' && index > lastReply,
        text: body.text ?? '',
        instant: at,
      }))
      return [id, messages]
    }),
  )
}
