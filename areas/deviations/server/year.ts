import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { auditOpenings } from '#core/audit/server/audit.ts'
import { type Asking, c, hiddenReporters, kindOf, seen } from '#core/cases/server/case-row.ts'
import { filledOf } from '#core/cases/server/filled-forms.ts'
import { isTold } from '#core/cases/server/queue.ts'
import { listingRole } from '#core/people/server/roles/reach.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import type { YearSummary } from '../contract/year.ts'
import { deviationQueue } from './queue.ts'

/**
 * A year's cases, limited to those that the employee sees. The summary quotes pending measures. Quoting measures of sensitive cases, or any
 * measures under an emergency role, is recorded as an opening.
 */
export async function yearOf(
  db: Database,
  asking: Asking & { readonly request: Pick<FastifyRequest, 'id'> },
  year: number,
): Promise<YearSummary> {
  const { employee, now, timeZone, request } = asking
  const local = sql`(c.received_at at time zone ${timeZone}::text)`
  const line = selected({
    id: c('id'),
    number: c('number'),
    category: c('category'),
    month: sql<number>`extract(month from ${local})::int`,
    marked: c('marked'),
    ended: sql<boolean>`c.ended_at is not null`,
    reporterId: c('reporter_id'),
  })
  const { rows } = await sql<RowOf<typeof line>>`
    select ${line} from cases c
    where ${seen(asking, deviationQueue)} and c.merged_into is null
      and ${local} >= make_date(${year}, 1, 1) and ${local} < make_date(${year} + 1, 1, 1)
    order by c.received_at`.execute(db)
  const ids = rows.map(({ id }) => id)
  const filled = await filledOf(db, deviationQueue, employee.company, ids)
  const hidden = await hiddenReporters(db, deviationQueue, asking, ids)
  const today = dateIn(timeZone, now)
  const formsOf = (id: number, form: string) => (filled.get(id) ?? []).filter((each) => each.form === form)
  const serious = rows.filter(({ marked }) => marked)
  const assessed = serious.flatMap(({ id }) => formsOf(id, 'myndighet').slice(-1))
  const reported = assessed.filter(({ values }) => values['bedomning'] === 'Anmäld').length
  const measures = rows.flatMap(({ id, number }) =>
    formsOf(id, 'atgard').map(({ values: { atgard = '', klart = '', kontrollerad } }) => ({
      number,
      measure: hidden.get(id)?.hide(atgard) ?? atgard,
      due: klart,
      late: kontrollerad === undefined && klart < today,
      checked: kontrollerad !== undefined,
    })),
  )
  const open = measures.filter(({ checked }) => !checked)
  const { see, sensitive } = deviationQueue.calls.rights
  const role = listingRole(employee, [see, sensitive])
  const read = new Set(open.map(({ number }) => number))
  await auditOpenings(
    db,
    {
      company: employee.company,
      at: now,
      by: { employeeId: employee.id, role, request },
      kind: kindOf(deviationQueue),
    },
    rows.flatMap(({ number, reporterId, ...row }) =>
      reporterId !== null && read.has(number) && (isTold(deviationQueue, row) || role?.emergency)
        ? [{ id: number, about: reporterId }]
        : [],
    ),
  )
  return {
    kinds: [...Map.groupBy(rows, ({ category }) => category ?? 'Övrigt')]
      .map(([category, of]) => ({
        category,
        months: Array.from({ length: 12 }, (_, at) => of.filter(({ month }) => month === at + 1).length),
        serious: of.filter(({ marked }) => marked).length,
        ended: of.filter(({ ended }) => ended).length,
      }))
      .toSorted((a, b) => a.category.localeCompare(b.category, 'sv')),
    authority: {
      reported,
      assessed: assessed.length - reported,
      waiting: serious.filter(({ id, ended }) => !ended && formsOf(id, 'myndighet').length === 0).length,
    },
    injuries: rows.filter(({ id }) => formsOf(id, 'arbetsskada').some(({ values }) => values['bedomning'] === 'Anmäld'))
      .length,
    investigations: rows.filter(({ id }) => formsOf(id, 'utredning').length > 0).length,
    measures: {
      decided: measures.length,
      checked: measures.length - open.length,
      late: open.filter(({ late }) => late).length,
    },
    open: open.map(({ checked: _checked, ...measure }) => measure).toSorted((a, b) => earlierFirst(a.due, b.due)),
  }
}
