import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { MASK } from '../redaction.ts'
import { isWritten } from '../rules.ts'
import { filledOf } from './filled-forms.ts'
import { type FormPlace, partOfForm } from './form-parts.ts'
import type { Queue } from './queue.ts'
import type { CaseTables } from './tables.ts'

// The free text in a case's forms, in which words can be hidden. Each time that a form was filled in is an event.

type Which = { readonly company: string; readonly id: number }

/** The text of a field as it was last filled in; null if there is none, or if the field is no free text. */
export async function textOfForm(
  db: Database,
  queue: Queue,
  { company, id }: Which,
  { form, item, field }: FormPlace,
): Promise<string | null> {
  const written = queue.forms?.find(({ name }) => name === form)?.fields.find(({ name }) => name === field)
  if (!written || !isWritten(written.kind)) return null
  const filled = (await filledOf(db, queue, company, [id])).get(id) ?? []
  return filled.find((each) => each.form === form && each.item === item)?.values[field] ?? null
}

/** Writes the text of a field, and hides the same words in its earlier texts, which stay in the history. */
export async function writeForm(
  tx: Database,
  queue: Queue,
  { company, id }: Which,
  { form, item, field }: FormPlace,
  {
    before,
    after,
    words,
    whole,
  }: {
    readonly before: string
    readonly after: string
    readonly words: string | null
    /** Whether the earlier texts are hidden as a whole. */
    readonly whole: boolean
  },
): Promise<void> {
  const value = sql`(body->'values'->>${field}::text)`
  await sql`
    update case_events set body = jsonb_set(body, ${['values', field]}::text[], to_jsonb(
      case when ${value} = ${before} or ${whole}::boolean then ${after}::text else replace(${value}, ${words}::text, ${MASK}) end))
    where company = ${company} and kind = ${queue.calls.kind} and case_id = ${id} and type = 'filled'
      and body->>'form' = ${form} and coalesce((body->>'item')::int, 1) = ${item}
      and (${value} = ${before} or strpos(${value}, ${words}::text) > 0 or (${whole}::boolean and ${value} is not null))`.execute(
    tx,
  )
}

/**
 * The part under which an original is stored. A text that has been written anew since something was hidden in the field gets another one.
 */
export async function originalPartOf(
  tx: Database,
  queue: Queue,
  { company, id }: Which,
  place: FormPlace,
  before: string,
): Promise<string> {
  const part = partOfForm(place)
  const { rows } = await sql<Pick<Selectable<CaseTables['case_originals']>, 'part' | 'text'>>`
    select part, text from case_originals
    where company = ${company} and kind = ${queue.calls.kind} and case_id = ${id} and (part = ${part} or starts_with(part, ${`${part}:`}))
    order by part`.execute(tx)
  const known = rows.find(({ text }) => text !== null && isLeftOf(before, text))
  if (known) return known.part
  return rows.length === 0 ? part : `${part}:${rows.length + 1}`
}

/** Whether `left` can be `original` after words were hidden in it. */
export function isLeftOf(left: string, original: string): boolean {
  // Longer masks come from earlier versions, in which a part of a mask could be hidden again.
  const [first = '', ...rest] = left.split(/█{4,}/)
  const last = rest.pop()
  if (last === undefined) return left === original
  if (!original.startsWith(first) || !original.endsWith(last)) return false
  let at = first.length
  for (const kept of rest) {
    const found = original.indexOf(kept, at)
    if (found === -1) return false
    at = found + kept.length
  }
  return at <= original.length - last.length
}
