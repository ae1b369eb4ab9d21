import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { auditOpenings } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { DeviationTables } from './tables.ts'

const i = columnsOf<DeviationTables['incidents']>('i')

/** Types of reports that do not concern people. All others may reveal who was threatened or hurt. */
const impersonal: readonly string[] = ['Trafikinformation', 'Hållplatsinformation']

export interface Read {
  readonly id: number
  readonly typ: string
  /** Whether the employee who reads the report made it. */
  readonly egen: boolean
}

interface Reading {
  readonly at: Date
  readonly request: FastifyRequest
  readonly employee: RequestScope
}

/**
 * Records who has read other employees' reports that may concern people. Their reporters can see the openings. The log gets the employee's
 * random id and the reports' ids.
 */
export async function recordReads(
  db: Database,
  { at, request, employee }: Reading,
  reports: readonly Read[],
): Promise<void> {
  const read = reports.filter(({ typ, egen }) => !egen && !impersonal.includes(typ)).map(({ id }) => id)
  if (read.length === 0) return
  request.log.info({ employee: employee.id, reports: read }, 'sensitive reports read')
  const others = selected({ number: i('number'), about: i('reporter_id') })
  const { rows } = await sql<RowOf<typeof others>>`
    select ${others} from incidents i where i.company = ${employee.company} and i.id = any(${read})`.execute(db)
  const openings = rows.flatMap(({ number, about }) => (about === null ? [] : [{ id: `A-${number}`, about }]))
  // The responsible manager reads the report without a role.
  const by = { employeeId: employee.id, role: null, request }
  await auditOpenings(db, { company: employee.company, at, by, kind: 'incident' }, openings)
}
