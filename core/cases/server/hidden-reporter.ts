import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit, revealed } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'
import { selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { Reveal } from '../acts.ts'
import type { Case, CaseForm } from '../contract.ts'
import { type Asking, c, type HiddenNames, hiddenReporters, kindOf, readingRole, seen } from './case-row.ts'
import type { Queue } from './queue.ts'

export const hiddenReporter = 'Dold anmälare'
/** A case without the hidden names: neither as its reporter, nor in anything that somebody wrote. */
export function withoutReporters(found: Case, { hide, own }: HiddenNames): Case {
  const said = (text: string | null) => text && hide(text)
  return {
    ...found,
    masked: own,
    reporter: own ? hiddenReporter : found.reporter,
    text: said(found.text),
    about: said(found.about),
    repeats: said(found.repeats),
    pictures: found.pictures.map((each) => ({ ...each, shortName: hide(each.shortName) })),
    redactions: found.redactions.map((each) => ({ ...each, why: hide(each.why) })),
    details: found.details.map((fact) => ({ ...fact, value: hide(fact.value) })),
    events: found.events.map((event) => ({
      ...event,
      // Acts of the office keep their author, even if that is the reporter: hiding the name there would reveal who the reporter is.
      by: own && event.by !== null && ['received', 'replied'].includes(event.type) ? hiddenReporter : event.by,
      text: said(event.text),
      shown: event.shown.map((fact) =>
        found.forms.some((form) => form.title === event.to && isPerson(form, fact))
          ? fact
          : { ...fact, value: hide(fact.value) },
      ),
    })),
    forms: found.forms.map((form) => ({
      ...form,
      filled: form.filled.map((each) => ({
        ...each,
        values: {},
        shown: each.shown.map((fact) => (isPerson(form, fact) ? fact : { ...fact, value: hide(fact.value) })),
      })),
    })),
    demands: found.demands.map(hide),
  }
}

const isPerson = ({ fields }: CaseForm, { label }: { readonly label: string }) =>
  fields.some((field) => field.label === label && field.kind === 'person')

/**
 * Shows the employee who sent a case, from now on. The row in the audit log is what permits it; it has the reason, and the reporter reads
 * who has seen the name.
 */
export async function revealReporter(
  tx: Database,
  queue: Queue,
  asking: Asking & { readonly request: Pick<FastifyRequest, 'id'> },
  { number, reason, ...unwritten }: Reveal,
): Promise<void> {
  unwritten satisfies AllWritten
  const { employee, now, request } = asking
  const { company } = employee
  const sent = selected({ id: c('id'), area: c('area'), category: c('category'), reporterId: c('reporter_id') })
  const { rows } = await sql<RowOf<typeof sent>>`
    select ${sent} from cases c
    where ${seen(asking, queue)} and c.number = ${number} for update of c`.execute(tx)
  const [found] = rows
  if (!found) throw notFound()
  const hidden = await hiddenReporters(tx, queue, asking, [found.id])
  if (!hidden.get(found.id)?.own) return
  await audit(tx, {
    company,
    at: now,
    by: { employeeId: employee.id, role: readingRole(queue, asking, found), request },
    what: revealed,
    object: { kind: kindOf(queue), id: number },
    about: found.reporterId,
    after: { reason: reason.trim() },
  })
}
