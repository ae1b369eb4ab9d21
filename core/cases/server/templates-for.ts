import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { filledIn } from '../placeholders.ts'
import type { Queue } from './queue.ts'

interface OneOf {
  readonly company: string
  readonly number: string
  readonly title: string
  readonly about: string | null
}

/** What the answer begins as that comes with each state: in the company's words, for one case. */
export async function templatesFor(
  db: Database,
  queue: Queue,
  { company, number, title, about }: OneOf,
  states: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (states.length === 0) return new Map()
  const { rows } = await sql<{ state: string; text: string }>`
    select t.state, t.text from case_templates t
    where t.company = ${company} and t.kind = ${queue.calls.kind} and t.state = any(${[...states]}) and t.text is not null`.execute(
    db,
  )
  const own = new Map(rows.map(({ state, text }) => [state, text]))
  const values = { nummer: number, ärende: title, ...(queue.aboutVehicles && { fordon: about ?? 'fordonet' }) }
  return new Map(
    states.map((state) => [state, filledIn(own.get(state) ?? queue.states[state]?.template ?? '', values)]),
  )
}
