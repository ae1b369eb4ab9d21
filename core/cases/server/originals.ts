import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit } from '#core/audit/server/audit.ts'
import { actingRole, reach, within } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { Original, OriginalQuery, Redaction } from '../redaction.ts'
import { type Asking, c, fullName, seen } from './case-row.ts'
import { type Queue, wordsOfPart } from './queue.ts'
import type { CaseTables } from './tables.ts'

const g = columnsOf<CaseTables['case_originals']>('g')
const b = columnsOrNull<PeopleTables['employees']>('b')

/**
 * Whether the employee may see what was hidden in the case `c`: by the permission `cases.originals`, or as the employee named as
 * responsible.
 */
export const mayReveal = ({ employee }: Pick<Asking, 'employee'>) =>
  within(reach(employee, 'cases.originals'), {
    company: c('company'),
    area: c('area'),
    category: c('category'),
    named: c('responsible_id'),
  })

/** What is hidden in a case, by whom and why. */
export async function redactionsOf(
  db: Database,
  queue: Queue,
  { employee: { company }, timeZone }: Pick<Asking, 'employee' | 'timeZone'>,
  id: number,
): Promise<Required<Redaction>[]> {
  const line = selected({ part: g('part'), at: g('at'), why: g('why'), first: b('first_name'), last: b('last_name') })
  const { rows } = await sql<RowOf<typeof line>>`
    select ${line} from case_originals g left join employees b on b.id = g.by_id
    where g.company = ${company} and g.kind = ${queue.calls.kind} and g.case_id = ${id} order by g.at, g.part`.execute(
    db,
  )
  return rows.map(({ part, at, why, first, last }) => ({
    part,
    of: wordsOfPart(queue, part),
    at: wallClockIn(timeZone, at),
    by: fullName(first, last) || null,
    why,
  }))
}

const hidden = selected({
  text: g('text'),
  picture: g('picture'),
  reporterId: c('reporter_id'),
  area: c('area'),
  category: c('category'),
})

/**
 * The original of something hidden. Throws the same 404 if the employee may not see it as if there is none. Each look is recorded, and the
 * reporter reads who has looked.
 */
export async function originalOf(
  db: Database,
  queue: Queue,
  asking: Asking & { readonly request: Pick<FastifyRequest, 'id'> },
  { nummer: number, del: part }: OriginalQuery,
): Promise<Required<Original>> {
  const { employee, now, request } = asking
  const { rows } = await sql<RowOf<typeof hidden>>`
    select ${hidden} from cases c join case_originals g
      on g.company = c.company and g.kind = c.kind and g.case_id = c.id and g.part = ${part}
    where ${seen(asking, queue)} and ${mayReveal(asking)} and c.number = ${number}`.execute(db)
  const found = rows[0]
  if (!found) throw notFound()
  await audit(db, {
    company: employee.company,
    at: now,
    by: { employeeId: employee.id, role: actingRole(employee, 'cases.originals', found), request },
    what: 'case.uncovered',
    object: { kind: `case.${queue.calls.kind}`, id: number },
    about: found.reporterId,
    after: { part: wordsOfPart(queue, part) },
  })
  return { text: found.text, picture: found.picture && Buffer.from(found.picture).toString('base64') }
}
