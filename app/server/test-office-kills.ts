// What must be true of the cases after the portal was killed repeatedly. For office-kills.proof.test.ts.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import type { Receiver } from '../../areas/vehicle-faults/server/webhook/workshop-fixture.ts'

export interface Answered {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- results of every shape
  readonly result: any
}

/** Expects that each reporter reads each text once, among the messages or with a step. Returns the number of texts. */
export async function expectToldOnce(
  reporters: readonly string[],
  get: (userName: string, path: string) => Promise<Answered>,
): Promise<number> {
  let read = 0
  for (const userName of reporters) {
    for (let page = 0, more = true; more; page++) {
      const { result } = await get(userName, `/api/fordonskontroll/mina?page=${page}`)
      for (const { number, messages, steps } of result.items) {
        const texts = [
          ...messages.map(({ text }: { text: string }) => text),
          ...steps.flatMap(({ reason }: { reason: string | null }) => reason ?? []),
        ]
        expect([number, texts.length]).toEqual([number, new Set(texts).size])
        read += texts.length
      }
      more = result.hasMore
    }
  }
  return read
}

/** Expects that every case and its report match the case's events, and that each change is in the log once. */
export async function expectWholeCases(db: Database, faults: readonly string[]): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select c.number from cases c
      join faults f on f.id = c.id
      left join cases m on m.company = c.company and m.kind = c.kind and m.id = c.merged_into
      cross join lateral (
        select count(*)::int as count, coalesce(max(seq), 0) as last,
          -- A mark that comes or goes with a status or a merge is one act with it.
          (count(*) filter (where type <> 'replied' and not (type = 'marked' and exists (
            select from case_events p where p.company = e.company and p.kind = e.kind and p.case_id = e.case_id
              and p.seq = e.seq - 1 and p.at = e.at and p.type in ('state', 'answered', 'merged')))))::int as acts,
          (count(*) filter (where type = 'state'))::int as states,
          (array_agg(body->>'to' order by seq desc) filter (where type = 'state'))[1] as state
        from case_events e where e.company = c.company and e.kind = c.kind and e.case_id = c.id) e
      cross join lateral (
        select count(*)::int as count, (array_agg(state order by id desc))[1] as state from fault_steps s where s.fault_id = f.id) s
      cross join lateral (
        select count(*)::int as count from audit a
        where a.company = c.company and a.object_kind = 'case.fel' and a.object_id = c.number) a
    where c.company = 'norr' and c.kind = 'fel' and c.number = any(${[...faults]}) and not (
      c.version = e.count and c.version = e.last and f.state = c.state and f.grounded = c.marked and s.state = c.state
      and (c.ended_at is not null) = (c.state in ('Klar', 'Ingen åtgärd'))
      and c.state = coalesce(m.state, e.state, 'Mottagen')
      -- A merged one gets a step for the other one's state, without a change of its own.
      and s.count between 1 + e.states and 2 + e.states
      and a.count = e.acts)`.execute(db)
  expect(rows).toEqual([])
}

interface Said {
  /** The cases on which each text was accepted. None if it was refused. */
  readonly said: ReadonlyMap<string, readonly string[]>
  /** The case of each reporter's reply. Null if it was refused. */
  readonly replies: ReadonlyMap<string, string | null>
}

/** Expects each text that was answered with 200 once on each of its cases, and each refused text nowhere. */
export async function expectSaidOnce(db: Database, { said, replies }: Said): Promise<void> {
  const { rows } = await sql<{ text: string; numbers: string[] }>`
    select e.body->>'text' as text, array_agg(c.number) as numbers
    from case_events e join cases c on c.company = e.company and c.kind = e.kind and c.id = e.case_id
    where e.kind = 'fel' and e.body->>'text' is not null group by 1`.execute(db)
  const stored = new Map(rows.map(({ text, numbers }) => [text, numbers]))
  const { rows: groups } = await sql<{ number: string; main: string }>`
    select c.number, coalesce(m.number, c.number) as main from cases c
    left join cases m on m.company = c.company and m.kind = c.kind and m.id = c.merged_into
    where c.kind = 'fel'`.execute(db)
  const mainOf = new Map(groups.map(({ number, main }) => [number, main]))
  for (const [text, numbers] of said) {
    const found = stored.get(text) ?? []
    // A text is once on each case. Besides these it may only be on cases that are merged with one of them, because an answer goes to all of
    // them, and so does the reason why a bus must not be driven.
    expect([text, new Set(found).size]).toEqual([text, found.length])
    expect(found).toEqual(expect.arrayContaining([...numbers]))
    const more = found.filter((number) => !numbers.includes(number))
    expect(numbers.length > 0 || more.length === 0).toBe(true)
    const mains = new Set(numbers.map((number) => mainOf.get(number)))
    expect(more.filter((number) => !mains.has(mainOf.get(number)))).toEqual([])
  }
  for (const [text, number] of replies) {
    const found = stored.get(text) ?? []
    expect([text, new Set(found).size]).toEqual([text, found.length])
    expect(found.includes(number ?? '')).toBe(number !== null)
  }
  const known = new Set([...said.keys(), ...replies.keys()])
  const random36 = /^[0-9a-f]{8}-[0-9a-f]{4}-/
  expect(rows.filter(({ text }) => random36.test(text) && !known.has(text))).toEqual([])
}

interface Version {
  readonly number: string
  readonly version: number
}
const key = ({ number, version }: Version) => `${number} ${version}`
const inOrder = (list: readonly Version[]) =>
  list.toSorted((a, b) => Number(a.number.slice(2)) - Number(b.number.slice(2)) || a.version - b.version)

/**
 * Expects that the receiver has read every message, and those of each fault in order. A message that came again has the same id and body.
 */
export async function expectDelivered(
  db: Database,
  faults: readonly string[],
  messages: Receiver['arrived'],
): Promise<void> {
  const { rows } = await sql<{ id: string; number: string; version: number }>`
    select m.message_id as id, 'F-' || f.number as number, m.seq as version
    from workshop_messages m join faults f on f.id = m.fault_id order by m.fault_id, m.seq`.execute(db)
  const { rows: events } = await sql<{ number: string; version: number }>`
    select c.number, e.seq as version from case_events e join cases c on c.kind = e.kind and c.company = e.company and c.id = e.case_id
    where e.company = 'norr' and e.kind = 'fel' and e.type <> 'assigned' and c.number = any(${[...faults]})
    union all select number, 0 from cases where company = 'norr' and kind = 'fel' and number = any(${[...faults]})`.execute(
    db,
  )
  // One message for each event.
  expect(inOrder(rows).map(key)).toEqual(inOrder(events).map(key))
  const first = new Map<string, { id: string; number: string; version: number; body: string }>()
  for (const { id, body, message } of messages) {
    const { number, version } = message.data
    const before = first.get(id)
    if (!before) first.set(id, { id, number, version, body })
    else expect([id, body]).toEqual([id, before.body])
  }
  const arrived = [...first.values()]
  expect(arrived.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  for (const [number, of] of Map.groupBy(arrived, (each) => each.number)) {
    const versions = of.map(({ version }) => version)
    expect([number, versions]).toEqual([number, versions.toSorted((a, b) => a - b)])
  }
}
