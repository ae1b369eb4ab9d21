import { sql } from 'kysely'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { insertEvents } from './change.ts'
import { caseTables, type CaseTables } from './tables.ts'

interface Leaving {
  readonly company: string
  readonly at: Date
  /** Null for a command of an operator. */
  readonly by: Actor | null
  /** Absent: of everybody in the company whose employment has ended. */
  readonly ownerId?: string
}

const c = columnsOf<CaseTables['cases']>('c')
const owned = selected({
  kind: c('kind'),
  id: c('id'),
  number: c('number'),
  version: c('version'),
  ownerId: c('owner_id'),
  reporterId: c('reporter_id'),
})

/** Takes the open cases from an owner whose employment has ended, so that they are among the unassigned ones. Call it in the same transaction. */
export async function releaseCasesOfLeft(tx: Database, { company, at, by, ownerId }: Leaving): Promise<void> {
  const { rows } = await sql<RowOf<typeof owned>>`
    select ${owned} from cases c join employees o on o.id = c.owner_id and not o.active
    where c.company = ${company} and c.ended_at is null ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
    order by c.kind, c.id for update of c`.execute(tx)
  for (const { kind, id, number, version, ownerId: owner, reporterId } of rows) {
    const series = {
      company,
      kind,
      id,
      from: version,
      at,
      by: by?.employeeId ?? null,
      deputyFor: by?.role?.deputyFor?.id,
    }
    const body = { owner: null, text: 'Handläggarens anställning är avslutad.' }
    await insertEvents(tx, series, [{ type: 'assigned', public: false, body }])
    await caseTables(tx)
      .updateTable('cases')
      .set({ owner_id: null, version: version + 1 })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      company,
      at,
      by,
      what: 'case.assigned',
      object: { kind: `case.${kind}`, id: number },
      about: reporterId,
      before: { ownerId: owner },
      after: { ownerId: null },
    })
  }
}
