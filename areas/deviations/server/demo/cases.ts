import { sql } from 'kysely'
import type { CaseEvent } from '#core/cases/contract.ts'
import { storeChecks } from '#core/cases/server/filled-forms.ts'
import { deadlineOf } from '#core/cases/server/deadline.ts'
import { isSensitive } from '#core/cases/server/queue.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { INJURED } from '../../rules.ts'
import { categoryOf, deviationQueue, newCaseOf } from '../queue.ts'
import { investigations, measures, noReport, notes } from './case-texts.ts'
import type { DemoRow } from './rows.ts'

interface Where {
  readonly company: string
  readonly now: Date
  readonly timeZone: string
}

interface DemoEvent {
  readonly type: CaseEvent['type']
  readonly at: Date
  readonly public: boolean
  readonly body: object
}

interface Stored {
  readonly id: number
  readonly number: string
  readonly externalId: string
  readonly reporterId: string
  readonly responsibleId: string | null
  readonly hr: string | null
}

const HOUR = 3_600_000

/** Opens a case for each of a company's reports of the demo, with what the office has done about it. */
export async function addCases(tx: Database, rows: readonly DemoRow[], where: Where): Promise<void> {
  const { company } = where
  const { rows: stored } = await sql<Stored>`
    select i.id, 'A-' || i.number as number, i.external_id as "externalId", i.reporter_id as "reporterId",
      i.responsible_id as "responsibleId",
      (select e.id from employees e join employee_claims p on p.employee_id = e.id and p.type = 'IntraPosition'
        where e.company = i.company and e.id <> i.reporter_id and p.value ~* '(^|\\W)hr|personal' order by e.number limit 1) as hr
    from incidents i where i.company = ${company} and i.external_id like 'demo-%'`.execute(tx)
  const byExternal = new Map(stored.map((each) => [each.externalId, each]))
  const cases = rows.flatMap((row) => {
    const own = byExternal.get(row.externalId)
    return own ? [caseOf(row, own, where)] : []
  })
  await sql`
    insert into cases (company, kind, id, number, area, category, about, reporter_id, responsible_id, received_at, state,
      ended_at, owner_id, version, marked, answered_at, due_at, due_what)
    select ${company}, ${deviationQueue.calls.kind}, d.id, d.number, ${areaOf(sql`d.reporter`)}, d.category, d.about, d.reporter,
      d.responsible, d.received, d.state, d.ended, d.owner, d.version, d.marked, d.answered, d.due, d.what
    from json_to_recordset(${JSON.stringify(cases)}::json) as d(id bigint, number text, category text, about text,
      reporter uuid, responsible uuid, received timestamptz, state text, ended timestamptz, owner uuid, version int,
      marked boolean, answered timestamptz, due timestamptz, what text)`.execute(tx)
  await sql`
    insert into case_events (company, kind, case_id, seq, at, by_id, type, public, body)
    select ${company}, ${deviationQueue.calls.kind}, d.id, e.seq, e.at, d.by, e.type, e.public, e.body
    from json_to_recordset(${JSON.stringify(cases)}::json) as d(id bigint, by uuid, events json)
    cross join json_to_recordset(d.events) as e(seq int, at timestamptz, type text, public boolean, body jsonb)`.execute(
    tx,
  )
  await storeChecks(
    tx,
    deviationQueue,
    company,
    cases.map(({ id }) => id),
  )
}

function caseOf(row: DemoRow, stored: Stored, { company, now, timeZone }: Where) {
  const { id, number, reporterId, responsibleId, hr } = stored
  const opened = newCaseOf(row, { company, id, number, area: null, reporterId, responsibleId })
  const { category, marked = false } = opened
  const owner = responsibleId ?? hr
  const known = eventsOf(row, id, owner, timeZone).filter(({ at }) => at <= now)
  const events = owner === null ? [] : known.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const states = events.filter(({ type }) => type === 'state')
  const ended = row.status === 'Avslutad' ? (states.at(-1)?.at ?? row.at) : null
  const filled = new Set(
    events.flatMap(({ body }) => ('form' in body && typeof body.form === 'string' ? [body.form] : [])),
  )
  const answered = states.length > 0
  const due =
    ended === null
      ? deadlineOf(deviationQueue, { category, marked, answered, filled, receivedAt: row.at, pauses: [] }, timeZone)
      : { due_at: null, due_what: null }
  return {
    id,
    number,
    category,
    about: opened.about,
    reporter: reporterId,
    responsible: responsibleId,
    received: row.at,
    state: row.status,
    ended,
    by: owner,
    // HR has the sensitive ones alone: with another one it would not stay.
    owner: events.length > 0 && (responsibleId !== null || isSensitive(deviationQueue, category)) ? owner : null,
    version: events.length,
    marked,
    answered: states[0]?.at ?? null,
    due: due.due_at,
    what: due.due_what,
    events: events.map((event, index) => ({ ...event, seq: index + 1 })),
  }
}

/** The events of a report's case, in the order of the forms, as far as its status says. */
function eventsOf(row: DemoRow, id: number, owner: string | null, timeZone: string): DemoEvent[] {
  if (row.status === 'Ny' || owner === null) return []
  const seed = Math.abs(id) % 97
  const category = categoryOf(row)
  const day = dateIn(timeZone, row.at)
  const after = (hours: number) => new Date(row.at.getTime() + hours * HOUR)
  const working = row.status !== 'Mottagen'
  const ended = row.status === 'Avslutad'
  const endsAfter = (10 + (seed % 6)) * 24
  const filled = (form: string, hours: number, values: object, item = 1): DemoEvent => ({
    type: 'filled',
    at: after(hours),
    public: false,
    body: { form, item, values, to: deviationQueue.forms?.find(({ name }) => name === form)?.title ?? '' },
  })
  const state = (to: string, hours: number, text = ''): DemoEvent => ({
    type: 'state',
    at: after(hours),
    public: true,
    body: { to, ...(text !== '' && { text }) },
  })
  const receipt = (prefix: string) => ({
    bedomning: 'Anmäld',
    kvittens: `${prefix}-${40_000 + seed * 37}`,
    anmald: day,
  })
  const hurt = category === INJURED || (row.typ === 'Arbetsmiljöfrågor' && row.detail.Personskador)
  const investigated = row.alert && working && seed % 2 === 0
  const investigation = investigations[seed % investigations.length]
  // Some serious events are not assessed yet, so their clock is red.
  const assessed = row.alert && (ended || seed % 3 > 0)
  const noted = notes[row.alert || category === 'Arbetsmiljöfrågor' ? 'people' : 'things']
  const planned = working ? (measures[category] ?? []) : []
  return [
    state('Mottagen', 5),
    ...(assessed
      ? [
          filled(
            'myndighet',
            6,
            hurt || seed % 4 === 0 ? receipt('AV') : { bedomning: 'Ska inte anmälas', motivering: noReport },
          ),
        ]
      : []),
    { type: 'noted', at: after(20), public: false, body: { text: noted[seed % noted.length] } },
    ...(hurt && (assessed || ended) ? [filled('arbetsskada', 30, receipt('FK'))] : []),
    ...(working && !ended ? [state('Åtgärdas', 72)] : []),
    ...(investigated && investigation
      ? [filled('utredning', 80, { ...investigation, ansvarig: owner, datum: addDays(day, 30) })]
      : []),
    ...planned.map(({ atgard, days }, at) => {
      const done = ended ? { kontrollerad: addDays(day, Math.min(days, 9)) } : {}
      return filled(
        'atgard',
        (ended ? endsAfter - 6 : 96) + at,
        { atgard, ansvarig: owner, klart: addDays(day, days), ...done },
        at + 1,
      )
    }),
    ...(row.typ === 'Fordonsskada' && row.cost !== null
      ? [filled('forsakring', 120, { kategori: row.detail.ForsakringsKategori, kostnad: String(row.cost) })]
      : []),
    ...(ended ? [state('Avslutad', endsAfter, row.action)] : []),
  ]
}
