import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { NextState } from '../contract.ts'
import { filledIn } from '../placeholders.ts'
import { type Asking, hiddenReporters } from './case-row.ts'
import { isEnded, needsText, type Queue, statesOf } from './queue.ts'
import type { CaseTables } from './tables.ts'

interface OneOf {
  readonly company: string
  readonly number: string
  readonly title: string
  readonly about: string | null
}

/** The template of the answer for each state, in the company's words, filled in for one case. */
export async function templatesFor(
  db: Database,
  queue: Queue,
  one: OneOf,
  states: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const templates = await templatesOf(db, queue, one.company, states)
  return new Map([...templates].map(([state, template]) => [state, filledFor(queue, one, template)]))
}

/** The same unfilled: placeholders stay in braces. */
async function templatesOf(
  db: Database,
  queue: Queue,
  company: string,
  states: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (states.length === 0) return new Map()
  const { rows } = await sql<Pick<Selectable<CaseTables['case_templates']>, 'state' | 'text'>>`
    select t.state, t.text from case_templates t
    where t.company = ${company} and t.kind = ${queue.calls.kind} and t.state = any(${[...states]}) and t.text is not null`.execute(
    db,
  )
  const own = new Map(rows.map(({ state, text }) => [state, text]))
  return new Map(states.map((state) => [state, own.get(state) ?? queue.states[state]?.template ?? '']))
}

const filledFor = (queue: Queue, { number, title, about }: OneOf, template: string): string =>
  filledIn(template, { nummer: number, ärende: title, ...(queue.aboutVehicles && { fordon: about ?? 'fordonet' }) })

/** The states of a queue, each with its unfilled template: for an answer to several cases. */
export async function stateTexts(db: Database, queue: Queue, company: string): Promise<NextState[]> {
  const templates = await templatesOf(db, queue, company, statesOf(queue))
  return [...templates].map(([name, template]) => ({
    name,
    needsText: needsText(queue, name),
    ends: isEnded(queue, name),
    template,
  }))
}

/** A text written for several cases, filled in for one. */
export async function textFor(
  db: Database,
  queue: Queue,
  asking: Asking,
  { id, number, text }: { readonly id: number; readonly number: string; readonly text: string },
): Promise<string> {
  if (!text.includes('{')) return text
  const { employee, now, timeZone } = asking
  const { company } = employee
  const title = (await queue.rows(db, company, [id])).get(id)?.title ?? number
  const hide = (await hiddenReporters(db, queue, asking, [id])).get(id)?.hide ?? ((words: string) => words)
  const { about } = await queue.details(db, { company, id, now, timeZone, handles: true })
  return filledFor(queue, { company, number, title: hide(title), about }, text)
}
