import { sql } from 'kysely'
import type { PublishedPeriod } from '#platform/contract/duties.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { DutyTables } from './tables.ts'

const d = columnsOf<DutyTables['duties']>('d')

const outermost = (which: 'asc' | 'desc') => sql<string>`(
  select ${d('service_date')} from duties d where d.feed_id = f.id and not d.withdrawn
  order by d.service_date ${sql.raw(which)} limit 1)`

/** The first and last day of the feeds that give the employee duties; null if none does. */
export async function publishedPeriod(db: Database, employeeId: string): Promise<PublishedPeriod | null> {
  const feed = selected({ from: outermost('asc'), until: outermost('desc') })
  // Each feed's first and last day come from the index: an aggregate over a join would read all duties of the company.
  const { rows } = await sql<RowOf<typeof feed>>`
    select ${feed} from employees e join feeds f on f.company = e.company
    where e.id = ${employeeId} and exists (
      select from duties d where d.feed_id = f.id and d.employee_id = ${employeeId} and not d.withdrawn)`.execute(db)
  if (rows.length === 0) return null
  return {
    from: rows.map((row) => row.from).toSorted()[0] as string,
    until: rows
      .map((row) => row.until)
      .toSorted()
      .at(-1) as string,
  }
}
