import { sql } from 'kysely'
import type { CaseEvent } from '#core/cases/contract.ts'
import { deadlineOf } from '#core/cases/server/deadline.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { instantsOf } from '#platform/contract/instants.ts'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { type FaultState, isDangerous, isEnded, spokenNumber } from '../../rules.ts'
import { faultQueue } from '../queue.ts'
import { notes, questions } from './answers.ts'
import type { DemoFault } from './history.ts'

interface DemoEvent {
  readonly type: CaseEvent['type']
  readonly at: string
  readonly by: 'reporter' | 'workshop'
  readonly public: boolean
  readonly body: { readonly text?: string; readonly to?: string }
}

interface Where {
  readonly company: string
  /** The numbers of the employees of the workshop. */
  readonly workshop: readonly string[]
  readonly today: string
  readonly timeZone: string
}

const groundedWhy = 'Står tills verkstaden har kontrollerat felet. Ta en annan buss.'

const at = (date: string, clock: string) => `${date}T${clock}`

/** The events of a fault's case: its steps, and for some faults a question, the reporter's answer or a note. */
function eventsOf({ steps, number, category }: DemoFault, today: string): DemoEvent[] {
  const events: DemoEvent[] = steps.slice(1).map(({ state, reason, at: time }) => ({
    type: 'state',
    at: time,
    by: 'workshop',
    public: true,
    body: { to: state, ...(reason !== null && { text: reason }) },
  }))
  const last = steps.at(-1)
  if (!last || isEnded(last.state)) return events
  const day = addDays(last.at.slice(0, 10), 1)
  if (day >= today) return events
  const [question, reply] = questions[number % questions.length] ?? questions[0]
  if (last.state === 'Bedömd' && number % 3 < 2) {
    events.push({ type: 'asked', at: at(day, '09:12:00'), by: 'workshop', public: true, body: { text: question } })
    if (number % 3 === 1)
      events.push({ type: 'replied', at: at(day, '14:37:00'), by: 'reporter', public: true, body: { text: reply } })
  }
  if (last.state === 'Åtgärdas') {
    const text = notes[number % notes.length] ?? ''
    events.push({ type: 'noted', at: at(day, '10:05:00'), by: 'workshop', public: false, body: { text } })
    if (isDangerous(category) && number % 2 === 1) {
      const to = faultQueue.mark?.set ?? ''
      events.push({
        type: 'marked',
        at: at(day, '10:06:00'),
        by: 'workshop',
        public: false,
        body: { to, text: groundedWhy },
      })
    }
  }
  return events
}

/** Opens a case for each of a company's faults of the demo, with what the workshop has done about it. */
export async function addCases(
  tx: Database,
  faults: readonly DemoFault[],
  { company, workshop, today, timeZone }: Where,
): Promise<void> {
  const instant = (wallClock: string) => instantsOf(timeZone, wallClock)[0]
  const rows = faults.flatMap(({ number, ...fault }) => {
    const first = fault.steps[0]
    const last = fault.steps.at(-1)
    if (!first || !last) return []
    const state: FaultState = last.state
    const events = eventsOf({ number, ...fault }, today)
    const latest = events.at(-1)
    const marked = events.some(({ type }) => type === 'marked')
    const question = events.findLast(({ type }) => type === 'asked')
    const asked = latest?.type === 'asked' ? latest.at : null
    const { due_at, due_what } = isEnded(state)
      ? { due_at: null, due_what: null }
      : deadlineOf(
          faultQueue,
          {
            category: fault.category,
            marked,
            answered: events.length > 0,
            receivedAt: instant(first.at),
            pauses:
              latest?.type === 'replied' && question ? [{ from: instant(question.at), to: instant(latest.at) }] : [],
          },
          timeZone,
        )
    return {
      number,
      spoken: spokenNumber(number),
      state,
      vehicle: fault.vehicle,
      category: fault.category,
      reporter: fault.reporter,
      owner: events.length > 0 ? (workshop[number % workshop.length] ?? null) : null,
      received: instant(first.at),
      ended: isEnded(state) ? instant(last.at) : null,
      answered: events[0] ? instant(events[0].at) : null,
      asked: asked && instant(asked),
      due: asked ? null : due_at,
      what: due_what,
      marked,
      replied: latest?.type === 'replied',
      version: events.length,
      events: events.map((event, index) => ({ ...event, at: instant(event.at), seq: index + 1 })),
    }
  })
  await sql`
    insert into cases (company, kind, id, number, area, category, about, reporter_id, received_at, state, ended_at, owner_id,
      version, marked, answered_at, asked_at, replied, due_at, due_what)
    select ${company}, ${faultQueue.calls.kind}, f.id, d.spoken, ${areaOf(sql`f.reporter_id`)}, d.category, d.vehicle, f.reporter_id,
      d.received, d.state, d.ended, o.id, d.version, d.marked, d.answered, d.asked, d.replied, d.due, d.what
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(number int, spoken text, state text, vehicle text, category text,
      owner text, received timestamptz, ended timestamptz, answered timestamptz, asked timestamptz, due timestamptz, what text,
      marked boolean, replied boolean, version int)
    join faults f on f.company = ${company} and f.number = d.number
    left join employees o on o.company = ${company} and o.number = d.owner`.execute(tx)
  await sql`
    insert into case_events (company, kind, case_id, seq, at, by_id, type, public, body)
    select c.company, c.kind, c.id, e.seq, e.at, case when e.by = 'reporter' then c.reporter_id else c.owner_id end,
      e.type, e.public, e.body
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(spoken text, events json)
    cross join json_to_recordset(d.events) as e(seq int, at timestamptz, by text, type text, public boolean, body jsonb)
    join cases c on c.company = ${company} and c.kind = ${faultQueue.calls.kind} and c.number = d.spoken`.execute(tx)
  await sql`
    update faults f set grounded = true from cases c
    where c.company = ${company} and c.kind = ${faultQueue.calls.kind} and c.id = f.id and c.marked`.execute(tx)
}
