import { sql } from 'kysely'
import type { Fact } from '#core/cases/contract.ts'
import type { WhichCase } from '#core/cases/server/queue.ts'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { clockOf, dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { CaseTables } from '#core/cases/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { nameOf } from '#core/people/server/names.ts'
import { deviationCases } from '../cases.ts'
import { sensitiveCategories } from '../rules.ts'

/** The categories of cases that the skyddsombud gets a copy of, besides all marked cases. */
export const copiedCategories = [...sensitiveCategories, 'Arbetsmiljöfrågor']

const representative = selected({
  // From the subquery `r`; null if there is no skyddsombud.
  name: sql<string | null>`r.name`,
  readAt: columnsOrNull<CaseTables['case_mark_reads']>('m')('read_at'),
})

/**
 * The skyddsombud whose role gives them a copy of the case, and when they read it. Empty for cases that the skyddsombud gets no copy of.
 */
export async function representativesFact(
  db: Database,
  { company, id, now, timeZone }: WhichCase,
): Promise<readonly Fact[]> {
  const today = dateIn(timeZone, now)
  const { rows } = await sql<RowOf<typeof representative>>`
    select distinct ${representative}
    from cases c
      left join lateral (
        select e.id, ${nameOf('e')} as name
        from role_assignments r join employees e on e.id = r.employee_id and e.active
        where r.company = c.company and r.role = 'skyddsombud' and r.ended_at is null and r.valid_until is null
          and r.category is null and (r.area is null or r.area = c.area)
          and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})) r on true
      left join case_mark_reads m on m.company = c.company and m.kind = c.kind and m.case_id = c.id and m.employee_id = r.id
    where c.company = ${company} and c.kind = ${deviationCases.kind} and c.id = ${id}
      and (c.marked or c.category = any(${copiedCategories}))
    order by r.name`.execute(db)
  if (rows.length === 0) return []
  const said = rows.flatMap(({ name, readAt }) => (name === null ? [] : `${name}: ${readWords(timeZone, readAt)}`))
  const value = said.join(', ') || 'Inget i området'
  return [{ label: 'Skyddsombud med insyn', value, alert: rows.every(({ readAt }) => readAt === null) }]
}

function readWords(timeZone: string, readAt: Date | null): string {
  if (!readAt) return 'inte läst än'
  const clock = wallClockIn(timeZone, readAt)
  return `läst ${dateInWords(clock.slice(0, 10))} ${clockOf(clock)}`
}
