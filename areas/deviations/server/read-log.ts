import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { auditOpenings } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'

/** Types that do not concern people: all others may say who was threatened or hurt. */
const impersonal: readonly string[] = ['Trafikinformation', 'Hållplatsinformation']

export interface Read {
  readonly id: number
  readonly typ: string
  /** Whether the employee who reads it reported it. */
  readonly egen: boolean
}

interface Reading {
  readonly at: Date
  readonly request: FastifyRequest
  readonly employee: RequestScope
}

/**
 * Records who has read which of others' reports of threats and injuries: for their reporters, and in the log by the employee's random id
 * and the reports' ids.
 */
export async function recordReads(
  db: Database,
  { at, request, employee }: Reading,
  reports: readonly Read[],
): Promise<void> {
  const read = reports.filter(({ typ, egen }) => !egen && !impersonal.includes(typ)).map(({ id }) => id)
  if (read.length === 0) return
  request.log.info({ employee: employee.id, reports: read }, 'sensitive reports read')
  const { rows } = await sql<{ id: string; about: string }>`
    select 'A-' || number as id, reporter_id as about from incidents
    where company = ${employee.company} and id = any(${read}) and reporter_id is not null`.execute(db)
  // The responsible of a report reads it without a role.
  const by = { employeeId: employee.id, role: null, request }
  await auditOpenings(db, { company: employee.company, at, by, kind: 'incident' }, rows)
}
