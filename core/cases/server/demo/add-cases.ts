import { sql } from 'kysely'
import type { CaseEvent } from '../../contract.ts'
import type { Database } from '#platform/server/area.ts'
import { deadlineOf } from '../deadline.ts'
import { isEnded, type Queue, statesOf } from '../queue.ts'
import { markRecurring } from '../recurring.ts'
import { areaOf } from '#core/people/server/persons.ts'
import { storeWords } from '../case-words.ts'

/** What has happened to a case of the demo. */
export interface DemoEvent {
  readonly type: CaseEvent['type']
  readonly at: Date
  /** The user name of the employee who did it; null for the case's reporter. */
  readonly by: string | null
  readonly text?: string
  /** The new state. */
  readonly to?: string
}

interface DemoCase {
  /** The id and the number of the area's row. */
  readonly id: number
  readonly number: string
  readonly about?: string
  readonly category?: string
  readonly reporterId: string | null
  readonly received: Date
  /** The user name of the handler, if it is not the employee who acted last. */
  readonly owner?: string | undefined
  readonly events: readonly DemoEvent[]
}

const internal: readonly CaseEvent['type'][] = ['noted', 'assigned', 'marked']

/** The parts of a queue that its cases need; `rows` only if they are searched. */
type DemoQueue = Pick<Queue, 'calls' | 'states' | 'promise' | 'recurring'> & Partial<Queue>

/** Opens cases for rows of the demo, with what has happened to them; their state, owner and clock follow from that. */
export async function addDemoCases(
  tx: Database,
  queue: DemoQueue,
  { company, timeZone }: { readonly company: string; readonly timeZone: string },
  cases: readonly DemoCase[],
): Promise<void> {
  const rows = cases.map(({ events, received, owner, category = null, about = null, ...rest }) => {
    const state = events.findLast(({ type }) => type === 'state')?.to ?? statesOf(queue)[0] ?? ''
    const last = events.at(-1)
    const ended = isEnded(queue, state)
    const answered = events.find(({ type, by }) => by !== null && ['state', 'answered', 'asked'].includes(type))
    const waits = last?.type === 'asked' || (!ended && queue.states[state]?.waits === true)
    const promised = { category, marked: false, answered: answered !== undefined, receivedAt: received, pauses: [] }
    const { due_at, due_what } = ended ? { due_at: null, due_what: null } : deadlineOf(queue, promised, timeZone)
    return {
      ...rest,
      category,
      about,
      received,
      state,
      ended: ended ? last?.at : null,
      owner: owner ?? events.findLast(({ by }) => by !== null)?.by ?? null,
      answered: answered?.at ?? null,
      asked: waits ? last?.at : null,
      due: waits ? null : due_at,
      what: due_what,
      replied: last?.type === 'replied',
      version: events.length,
      events: events.map(({ type, at, by, text, to }, index) => ({
        type,
        at,
        by,
        public: !internal.includes(type),
        body: { ...(text !== undefined && { text }), ...(to !== undefined && { to }) },
        seq: index + 1,
      })),
    }
  })
  const { kind } = queue.calls
  const json = JSON.stringify(rows)
  await sql`
    insert into cases (company, kind, id, number, area, category, about, reporter_id, received_at, state, ended_at, owner_id,
      version, answered_at, asked_at, replied, due_at, due_what)
    select ${company}, ${kind}, d.id, d.number,
      (select ${areaOf(sql`r.id`)} from employees r where r.id = d."reporterId" and r.company = ${company}),
      d.category, d.about, d."reporterId", d.received, d.state, d.ended, o.id, d.version, d.answered, d.asked, d.replied, d.due, d.what
    from json_to_recordset(${json}::json) as d(id bigint, number text, category text, about text, "reporterId" uuid,
      received timestamptz, state text, ended timestamptz, owner text, version int, answered timestamptz, asked timestamptz,
      replied boolean, due timestamptz, what text)
    left join employees o on o.company = ${company} and o.user_name = d.owner`.execute(tx)
  await sql`
    insert into case_events (company, kind, case_id, seq, at, by_id, type, public, body)
    select ${company}, ${kind}, d.id, e.seq, e.at,
      case when e.by is null then d."reporterId" else (select p.id from employees p where p.company = ${company} and p.user_name = e.by) end,
      e.type, e.public, e.body
    from json_to_recordset(${json}::json) as d(id bigint, "reporterId" uuid, events json)
    cross join json_to_recordset(d.events) as e(seq int, at timestamptz, by text, type text, public boolean, body jsonb)`.execute(
    tx,
  )
  for (const { about = null, received } of cases) await markRecurring(tx, queue, { company, about, at: received })
  const { rows: words } = queue
  const ids = cases.map(({ id }) => id)
  if (words) await storeWords(tx, { ...queue, rows: words }, company, ids)
}
