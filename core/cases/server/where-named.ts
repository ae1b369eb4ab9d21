import { sql } from 'kysely'
import type { Permission } from '#core/people/roles.ts'
import type { Platform } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { queuesOf } from './queues.ts'
import type { CaseTables } from './tables.ts'

const given = selected({ kind: columnsOf<CaseTables['cases']>('g')('kind') })
const kindsThatName = prepared(
  (_db, kinds: readonly string[], company: string, id: string) => sql<RowOf<typeof given>>`
    select ${given} from unnest(${kinds}::text[]) as g(kind) where exists (
      select from cases c where c.company = ${company} and c.kind = g.kind and c.responsible_id = ${id})`,
)

/**
 * The permissions that an employee has without a role because cases name him or her as responsible: their queue is open, and `reached`
 * leaves only those cases in it.
 */
export async function permissionsWhereNamed(
  platform: Platform,
  { id, company }: { readonly id: string; readonly company: string },
): Promise<Permission[]> {
  const naming = new Map(
    queuesOf(platform).flatMap(({ responsible, calls }) => (responsible ? [[calls.kind, calls]] : [])),
  )
  const rows = await kindsThatName(platform.db, [...naming.keys()], company, id)
  return rows.flatMap(({ kind }) => {
    const calls = naming.get(kind)
    return calls ? [calls.rights.see, calls.rights.handle] : []
  })
}
