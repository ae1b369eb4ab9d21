import { sql, type Selectable } from 'kysely'
import { actingRole } from '#core/people/server/roles/reach.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { notFound, Refusal } from '#platform/server/http/errors.ts'
import type { ShowAgain } from '../redaction.ts'
import { shownAgain } from './answer-parts.ts'
import { seen } from './case-row.ts'
import { type Acting, happen, type Locked, selectLocked, stale } from './change.ts'
import { formPlaceOf } from './form-parts.ts'
import { noteHidden, textOfPart, writePart } from './hidden-again.ts'
import { mayReveal } from './originals.ts'
import { type Queue, type Redacted, seqOfPart, wordsOfPart } from './queue.ts'
import { storeWords } from './case-words.ts'
import { caseTables, type CaseTables } from './tables.ts'

// What was hidden by mistake is put back by somebody who may see what it was, with a reason, as long as the original is kept.

const g = columnsOf<CaseTables['case_originals']>('g')

/**
 * Puts back what was hidden in a text or a picture. `made`: the picture, stored as a new one. Throws a 404 if the employee may not see the
 * original.
 */
export async function showAgain(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, part, why, ...unwritten }: ShowAgain,
  made: Redacted | null,
): Promise<void> {
  unwritten satisfies AllWritten
  const which = sql<boolean>`${seen(asking, queue)} and ${mayReveal(asking)} and c.number = ${number}`
  const [found] = await selectLocked(tx, queue, asking, which)
  if (!found) throw notFound()
  const { company } = asking.employee
  const kept = await originalsOf(tx, queue, company, found, part)
  if (kept.length === 0 || (made === null && part.startsWith('picture:'))) throw notFound()
  if (version !== found.version) throw await stale(tx, queue, asking, found, version)
  const by = { company, by: asking.employee.id }
  const shown = made ? `picture:${made.name}` : part
  if (made && !(await made.swap(tx, found.id))) throw notFound()
  for (const original of kept) {
    const { id, text } = original
    if (text !== null) {
      const before = await textOfPart(tx, queue, { company, id }, original.part)
      if (before === null) throw new Refusal(409, 'Texten finns inte längre.')
      const isEvent = seqOfPart(original.part) !== null
      const which = { company, id, part: original.part }
      const after = isEvent ? text : await shownAgain(tx, queue, which, { left: before, original: text })
      // The text has been rewritten, as when a form was filled in again: what was written since would be lost.
      if (after === null) throw new Refusal(409, rewritten(original.part))
      await writePart(tx, queue, { company, id }, { part: original.part, before, after })
    }
    await caseTables(tx)
      .deleteFrom('case_originals')
      .where('company', '=', company)
      .where('kind', '=', queue.calls.kind)
      .where('case_id', '=', id)
      .where('part', '=', original.part)
      .execute()
  }
  await storeWords(tx, queue, company, [found.id])
  const otherwise = actingRole(asking.employee, 'cases.originals', found)
  await happen({ tx, queue, asking, otherwise }, found, {}, [
    { type: 'shown', public: false, body: { to: wordsOfPart(queue, shown), text: why.trim() } },
  ])
  // So that a restore of an older backup does not hide it again.
  for (const { id, part: each } of kept)
    await noteHidden(
      tx,
      queue,
      { ...by, id },
      made
        ? { kind: 'picture', old: part.slice('picture:'.length), made: made.name, shown: true }
        : { kind: 'shown text', part: each },
    )
}

const rewritten = (part: string) =>
  formPlaceOf(part)
    ? 'Uppgiften har skrivits om sedan den doldes. Ändra den där den är ifylld.'
    : 'Texten har skrivits om sedan den doldes, och kan inte visas igen.'

/** Locks and returns the original of a part; for an answer also those in the cases merged with the case. */
async function originalsOf(
  tx: Database,
  queue: Queue,
  company: string,
  { id, mergedInto }: Pick<Locked, 'id' | 'mergedInto'>,
  part: string,
): Promise<readonly { readonly id: number; readonly part: string; readonly text: string | null }[]> {
  const main = seqOfPart(part) === null ? null : (mergedInto ?? id)
  const original = selected({ id: g('case_id'), part: g('part'), text: g('text') })
  const { rows } = await sql<RowOf<typeof original>>`
    select ${original} from case_originals g
    join case_originals own on own.company = g.company and own.kind = g.kind and own.case_id = ${id} and own.part = ${part}
    join cases c on c.company = g.company and c.kind = g.kind and c.id = g.case_id
    where g.company = ${company} and g.kind = ${queue.calls.kind}
      and (g.case_id = ${id} and g.part = ${part}
        or (c.id = ${main} or c.merged_into = ${main}) and g.part like 'event:%' and g.text = own.text)
    order by g.case_id, g.part for update of g`.execute(tx)
  return rows
}

/**
 * Stores the original of a picture as a new picture, before the transaction in `write` begins. `made` is null for a text, and if the
 * employee may not see the original.
 */
export async function storedAgain<Answer>(
  platform: Platform,
  queue: Queue,
  asking: Acting,
  { number, part }: ShowAgain,
  write: (made: Redacted | null) => Promise<Answer>,
): Promise<Answer> {
  const name = part.startsWith('picture:') ? part.slice('picture:'.length) : null
  if (name === null || !queue.pictures) return write(null)
  const { rows } = await sql<Pick<Selectable<CaseTables['case_originals']>, 'picture'>>`
    select g.picture from cases c join case_originals g
      on g.company = c.company and g.kind = c.kind and g.case_id = c.id and g.part = ${part}
    where ${seen(asking, queue)} and ${mayReveal(asking)} and c.number = ${number}`.execute(platform.db)
  const whole = rows[0]?.picture
  if (!whole) return write(null)
  const { id, company } = asking.employee
  return queue.pictures.redact(platform, { name, rectangles: [], whole, by: { id, company } }, write)
}
