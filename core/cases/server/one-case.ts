import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { auditOpenings } from '#core/audit/server/audit.ts'
import { nameOf } from '#core/people/server/names.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { Case, CaseEvent } from '../contract.ts'
import { actionsOn } from '../rules.ts'
import {
  type Asking,
  c,
  fullName,
  hiddenReporters,
  isOpeningTold,
  kindOf,
  line,
  reached,
  readingRole,
  rowsOf,
  seenAlone,
} from './case-row.ts'
import { handlesInEmergency } from './handlers.ts'
import { relatedCases } from './list.ts'
import { isNotified, readMark } from './mark-reads.ts'
import { mergedReports } from './merged-reports.ts'
import { mayReveal, redactionsOf } from './originals.ts'
import { demandsOn, formsOn, shownOf } from './filled-forms.ts'
import { withoutReporters } from './hidden-reporter.ts'
import { isEnded, isSensitive, needsText, powersOf, type Queue } from './queue.ts'
import { isKeptLonger, retentionFact } from './retention.ts'
import { caseTables, type CaseTables } from './tables.ts'
import { templatesFor } from './templates-for.ts'

const RELATED_DAYS = 30
/** An employee who has loaded the case within this time has it open, because the screen loads it again every half minute. */
const OPEN_MS = 75_000

const r = columnsOrNull<PeopleTables['employees']>('r')

const whole = (asking: Asking, queue: Queue) =>
  selected({
    about: c('about'),
    mergedInto: c('merged_into'),
    responsibleId: c('responsible_id'),
    reporterId: c('reporter_id'),
    reporterFirst: r('first_name'),
    reporterLast: r('last_name'),
    handles: sql<boolean>`${reached(asking, queue, 'handle')}`,
    reveals: sql<boolean>`coalesce(${mayReveal(asking)}, false)`,
    marks: sql<boolean>`${reached(asking, queue, 'mark')}`,
    notified: sql<boolean>`${isNotified(asking, queue)}`,
    keptLonger: isKeptLonger(queue),
  })

type Opening = Asking & { readonly request: Pick<FastifyRequest, 'id'> }

/** Records that an employee has opened a case, or a part of it, if its reporter reads that. */
export async function auditOpening(
  db: Database,
  queue: Queue,
  asking: Opening,
  found: Pick<RowOf<typeof place>, 'number' | 'area' | 'category' | 'marked' | 'reporterId'>,
): Promise<void> {
  const { employee, now, request } = asking
  const { number, reporterId } = found
  if (reporterId === null || !isOpeningTold(queue, asking, found)) return
  const by = { employeeId: employee.id, role: readingRole(queue, asking, found), request }
  await auditOpenings(db, { company: employee.company, at: now, by, kind: kindOf(queue) }, [
    { id: number, about: reporterId },
  ])
}

/**
 * A case that the employee sees, by its number. Throws the same 404 for a case of another area as for an absent one. Opening a case about
 * people is recorded, and its reporter reads who has opened it.
 */
export async function oneCase(db: Database, queue: Queue, asking: Opening, number: string): Promise<Required<Case>> {
  const fields = whole(asking, queue)
  const { rows } = await sql<RowOf<typeof line> & RowOf<typeof fields>>`
    select ${line}, ${fields} from cases c
      left join employees o on o.id = c.owner_id left join employees r on r.id = c.reporter_id
    where ${seenAlone(asking, queue)} and c.number = ${number}`.execute(db)
  const found = rows[0]
  if (!found) throw notFound()
  const { employee, now, timeZone } = asking
  const { id, about, category, reporterId } = found
  const sensitive = isSensitive(queue, category)
  await auditOpening(db, queue, asking, found)
  await recordViewer(db, queue, asking, id)
  if (found.notified) await readMark(db, queue, asking, id)
  await queue.opened?.(db, { company: employee.company, id, employeeId: employee.id, at: now })
  const [row] = await rowsOf(db, queue, asking, [found])
  if (!row) throw notFound()
  const details = await queue.details(db, { company: employee.company, id, now, timeZone, handles: found.handles })
  const acting = { id: employee.id, ...powersOf(queue, found) }
  const acts = actionsOn({ ended: row.ended, ownerId: found.ownerId, mergedInto: found.mergedInto }, acting).filter(
    (act) => act !== 'take' || !handlesInEmergency(queue, employee, found),
  )
  const next = acts.includes('state') ? (queue.states[found.state]?.next ?? []) : []
  const { company } = employee
  const templates = await templatesFor(db, queue, { company, number, title: row.title, about: details.about }, next)
  const shown: Required<Case> = {
    ...row,
    ...details,
    masked: false,
    pictures: [...details.pictures],
    details: [
      ...(queue.notOwn !== undefined && reporterId === employee.id
        ? [{ label: 'Eget ärende', value: queue.notOwn, alert: true }]
        : []),
      ...details.details,
      ...retentionFact(queue, found, timeZone),
    ],
    reporter: fullName(found.reporterFirst, found.reporterLast) || null,
    reports: await mergedReports(db, queue, asking, found),
    related: about === null ? [] : await relatedCases(db, queue, asking, { id, about, category, days: RELATED_DAYS }),
    events: [
      {
        seq: 0,
        type: 'received',
        at: row.received,
        by: queue.calls.words.opens ? fullName(found.reporterFirst, found.reporterLast) || null : null,
        public: true,
        text: null,
        to: null,
        shown: [],
      },
      ...(await eventsOf(db, queue, asking, id)),
    ],
    actions: acts,
    mergesAny: queue.merges === 'any',
    becomes: [...next],
    next: next.map((name) => ({
      name,
      needsText: needsText(queue, name),
      ends: isEnded(queue, name),
      template: templates.get(name) ?? '',
    })),
    mark: acts.includes('mark') ? ((row.marked ? queue.mark?.unset : queue.mark?.set) ?? null) : null,
    markAsks: queue.mark?.notifies ?? null,
    markLasts: queue.mark?.unset === null,
    marking: queue.mark?.set ?? null,
    sensitive,
    forms: await formsOn(db, queue, asking, { ...found, fills: acts.includes('fill') }),
    demands: row.ended
      ? []
      : await demandsOn(db, queue, { company: employee.company, id, category, marked: found.marked }),
    redactions: await redactionsOf(db, queue, asking, id),
    reveals: found.reveals,
    viewers: await otherViewers(db, queue, asking, id),
  }
  const hidden = (await hiddenReporters(db, queue, asking, [id])).get(id)
  return hidden ? withoutReporters(shown, hidden) : shown
}

const e = columnsOf<CaseTables['case_events']>('e')
const b = columnsOrNull<PeopleTables['employees']>('b')

/** The name of an employee whose id an event's body has. */
const nameIn = (field: 'owner' | 'for') => sql<string | null>`(
  select ${nameOf('w')} from employees w
  where w.company = e.company and w.id = (e.body->>${sql.lit(field)})::uuid)`

/** The events of a case, oldest first. `since`: only those after that version. */
export async function eventsOf(
  db: Database,
  queue: Queue,
  { employee, timeZone }: Pick<Asking, 'employee' | 'timeZone'>,
  id: number,
  since = 0,
): Promise<Required<CaseEvent>[]> {
  const event = selected({
    seq: e('seq'),
    type: e('type'),
    at: e('at'),
    public: e('public'),
    body: e('body'),
    first: b('first_name'),
    last: b('last_name'),
    owner: nameIn('owner'),
    deputyFor: nameIn('for'),
  })
  const { rows } = await sql<RowOf<typeof event>>`
    select ${event} from case_events e left join employees b on b.id = e.by_id
    where e.company = ${employee.company} and e.kind = ${queue.calls.kind} and e.case_id = ${id} and e.seq > ${since}
    order by e.seq`.execute(db)
  const filled = rows.filter(({ type }) => type === 'filled')
  const shown = await shownOf(
    db,
    queue,
    employee.company,
    filled.map(({ body }) => body),
  )
  const shownAt = new Map(filled.map(({ seq }, index) => [seq, shown[index] ?? []]))
  return rows.map(({ seq, type, at, public: isPublic, body, first, last, owner, deputyFor }) => ({
    seq,
    type,
    at: wallClockIn(timeZone, at),
    by: [fullName(first, last) || body.system, deputyFor && `för ${deputyFor}`].filter(Boolean).join(' ') || null,
    public: isPublic,
    text: body.text ?? null,
    to: type === 'assigned' ? (owner ?? (body.owner ? 'någon som har slutat' : null)) : (body.to ?? null),
    shown: shownAt.get(seq) ?? [],
  }))
}

/** Remembers that the employee has the case open. */
async function recordViewer(db: Database, queue: Queue, { employee, now }: Asking, id: number): Promise<void> {
  await caseTables(db)
    .insertInto('case_viewers')
    .values({
      company: employee.company,
      kind: queue.calls.kind,
      case_id: id,
      employee_id: employee.id,
      seen_at: now,
    } satisfies NewRow<CaseTables['case_viewers']>)
    .onConflict((conflict) =>
      conflict.columns(['company', 'kind', 'case_id', 'employee_id']).doUpdateSet({ seen_at: now }),
    )
    .execute()
}

/**
 * Who else has the case open. The clocks of processes may differ by seconds, but a row of one that was further ahead does not count, because
 * it would do so until that time.
 */
export async function otherViewers(
  db: Database,
  queue: Queue,
  { employee, now }: Pick<Asking, 'employee' | 'now'>,
  id: number,
): Promise<string[]> {
  const { since, until } = openAt(now)
  const { rows } = await sql<{ name: string }>`
    select ${nameOf('p')} as name
    from case_viewers v join employees p on p.id = v.employee_id
    where v.company = ${employee.company} and v.kind = ${queue.calls.kind} and v.case_id = ${id}
      and v.employee_id <> ${employee.id} and v.seen_at between ${since} and ${until}
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** When an employee who has a case open has loaded it, by any process. */
const openAt = (now: Date) => ({ since: new Date(now.getTime() - OPEN_MS), until: new Date(now.getTime() + OPEN_MS) })

export async function forgetViewers(db: Database, now: Date): Promise<void> {
  const { since, until } = openAt(now)
  await sql`delete from case_viewers where seen_at < ${since} or seen_at > ${until}`.execute(db)
}

const place = selected({
  id: c('id'),
  number: c('number'),
  version: c('version'),
  area: c('area'),
  category: c('category'),
  responsibleId: c('responsible_id'),
  reporterId: c('reporter_id'),
  marked: c('marked'),
})

/** The id and version of a case, and where it belongs. Throws a 404 if the employee does not see the case. */
export async function whichCase(
  db: Database,
  queue: Queue,
  asking: Asking,
  which: { readonly number: string } | { readonly id: number },
): Promise<RowOf<typeof place>> {
  const one = 'id' in which ? sql`c.id = ${which.id}` : sql`c.number = ${which.number}`
  const { rows } = await sql<RowOf<typeof place>>`
    select ${place} from cases c where ${seenAlone(asking, queue)} and ${one}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
