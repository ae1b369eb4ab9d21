import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { lockActive } from './store.ts'
import type { PeopleTables } from './tables.ts'

/** A chain of managers that is longer than this has a mistake in it. */
const MOST_STEPS = 10

const m = columnsOf<PeopleTables['employees']>('m')
const nearest = selected({ id: m('id') })

/**
 * The nearest manager who is still employed: if the employment of the nearest one has ended, the manager above. The manager is locked as by
 * `lockActive`. Null if there is none.
 */
export async function nearestManager(tx: Database, employeeId: string): Promise<string | null> {
  for (let tries = 0; tries < MOST_STEPS; tries++) {
    const found = await nearestNow(tx, employeeId)
    // A manager who has left meanwhile is skipped.
    if (found === null || (await lockActive(tx, found))) return found
  }
  return null
}

async function nearestNow(db: Database, employeeId: string): Promise<string | null> {
  const { rows } = await sql<RowOf<typeof nearest>>`
    with recursive above as (
      select m.id, m.company, m.active, m.manager_id, 1 as step
      from employees e join employees m on m.id = e.manager_id and m.company = e.company where e.id = ${employeeId}
      union all
      select m.id, m.company, m.active, m.manager_id, a.step + 1
      from above a join employees m on m.id = a.manager_id and m.company = a.company
      where not a.active and a.step < ${sql.lit(MOST_STEPS)})
    select ${nearest} from above m where m.active and m.id <> ${employeeId} order by m.step limit 1`.execute(db)
  return rows[0]?.id ?? null
}
