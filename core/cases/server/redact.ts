import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import { type HidePicture, type HideText, MASK } from '../redaction.ts'
import { asWritten, olderThanAnswers, refuseAnswers, wholeAgain } from './answer-parts.ts'
import { reached, seen } from './case-row.ts'
import { type Acting, happen, lockCase, type Locked } from './change.ts'
import { formPlaceOf } from './form-parts.ts'
import { originalPartOf } from './form-texts.ts'
import { noteHidden, textOfPart, writePart } from './hidden-again.ts'
import { type Queue, type Redacted, seqOfPart, wordsOfPart } from './queue.ts'
import { storeWords } from './case-words.ts'
import { caseTables, type CaseTables } from './tables.ts'

// What is hidden is taken out of the place where it was, so that everything that reads the row (a list, an export, a search, a print) has
// only what is left. The original is stored in `case_originals`, and only `originals.ts` shows it to an employee.

const v = columnsOf<CaseTables['case_events']>('v')

/** Hides words of what was reported, answered, noted or filled in. */
export async function hideText(tx: Database, queue: Queue, asking: Acting, body: HideText): Promise<void> {
  const { number, version, part, from: marked, words: typed, why, ...unwritten } = body
  unwritten satisfies AllWritten
  const found = await lockCase(tx, queue, asking, { number, version, act: 'redact' })
  const { company } = asking.employee
  const before = await textOfPart(tx, queue, { company, id: found.id }, part)
  if (before === null) throw notFound()
  if (before.slice(marked, marked + typed.length) !== typed)
    throw new Refusal(409, 'Texten har ändrats sedan du markerade. Markera igen.')
  // A selection must not split a surrogate pair.
  if (!typed.isWellFormed()) throw refused({ words: ['Markera hela tecknet.'] })
  if (typed.replaceAll('█', '').trim() === '') throw refused({ words: ['Det är redan dolt.'] })
  const { from, words } = withWholeMasks(before, marked, typed)
  const after = before.slice(0, from) + MASK + before.slice(from + words.length)
  const [which, place] = [{ company, id: found.id }, formPlaceOf(part)]
  // The original of an answer is stored with its event of the history, and shown again there. So the original of this part ends before the
  // first answer, unless something further down is hidden.
  const older = await olderThanAnswers(tx, queue, { ...which, part }, before)
  const text = from + words.length <= older.length ? older : before
  const hidden = { kind: 'text', from, length: words.length, of: text.length } as const
  if (seqOfPart(part) === null) {
    await refuseAnswers(tx, queue, { ...which, part, before, from, words })
    const kept = place ? await originalPartOf(tx, queue, which, place, before) : part
    await keepOriginal(tx, { ...keyOf(queue, company, found.id, kept), text, asking, why })
    if (!place) await checkKept(tx, queue, keyOf(queue, company, found.id, part), before, text)
    await writePart(tx, queue, which, { part, before, after, words })
    // Otherwise the search still finds the case by the hidden word.
    await storeWords(tx, queue, company, [found.id])
    await record(tx, queue, asking, found, { of: wordsOfPart(queue, part), why })
    await noteHidden(tx, queue, { ...which, by: asking.employee.id }, { ...hidden, part: kept })
  } else {
    const said = await eventsWithText(tx, queue, company, found, before)
    for (const { id, seq } of said) {
      const key = keyOf(queue, company, id, `event:${seq}`)
      await keepOriginal(tx, { ...key, text: before, asking, why })
      await writePart(tx, queue, { company, id }, { part: key.part, before, after })
    }
    await record(tx, queue, asking, found, { of: wordsOfPart(queue, part), why })
    for (const { id, seq } of said)
      await noteHidden(tx, queue, { company, id, by: asking.employee.id }, { ...hidden, part: `event:${seq}` })
  }
}

/** The marked words, extended by the rest of each mask in which they begin or end: half a mask could never be shown again. */
function withWholeMasks(text: string, from: number, words: string): { readonly from: number; readonly words: string } {
  let [start, end] = [from, from + words.length]
  while (text[start] === '█' && text[start - 1] === '█') start--
  while (text[end - 1] === '█' && text[end] === '█') end++
  return { from: start, words: text.slice(start, end) }
}

/**
 * Locks and returns the events with this text in the case and those merged with it: the same answer may have been sent to several
 * reporters.
 */
export async function eventsWithText(
  tx: Database,
  queue: Queue,
  company: string,
  found: Pick<Locked, 'id' | 'mergedInto'>,
  text: string,
): Promise<readonly { readonly id: number; readonly seq: number }[]> {
  const main = found.mergedInto ?? found.id
  const event = selected({ id: v('case_id'), seq: v('seq') })
  const { rows } = await sql<RowOf<typeof event>>`
    select ${event} from case_events v join cases c
      on c.company = v.company and c.kind = v.kind and c.id = v.case_id
    where v.company = ${company} and v.kind = ${queue.calls.kind} and (c.id = ${main} or c.merged_into = ${main})
      and v.body->>'text' = ${text}
    order by v.case_id, v.seq for update of v`.execute(tx)
  return rows
}

/**
 * Hides parts of a picture by putting a new picture in its place. `made`: null if the picture's file is gone, or the employee does not
 * handle the case.
 */
export async function hidePicture(
  tx: Database,
  queue: Queue,
  asking: Acting,
  // The rectangles are already in the picture `made`.
  { number, version, name, why, rectangles: _rectangles, ...unwritten }: HidePicture,
  made: Redacted | null,
): Promise<void> {
  unwritten satisfies AllWritten
  const found = await lockCase(tx, queue, asking, { number, version, act: 'redact' })
  const { company } = asking.employee
  if (!made || !(await made.swap(tx, found.id))) throw notFound()
  const key = keyOf(queue, company, found.id, `picture:${made.name}`)
  // If parts of a picture are hidden several times, the first original is kept.
  const { rows } = await sql`
    update case_originals set part = ${key.part} where company = ${company} and kind = ${key.kind} and case_id = ${found.id}
      and part = ${`picture:${name}`} returning part`.execute(tx)
  if (rows.length === 0) await keepOriginal(tx, { ...key, picture: made.original, asking, why })
  await record(tx, queue, asking, found, { of: wordsOfPart(queue, key.part), why })
  const picture = { kind: 'picture', old: name, made: made.name, shown: false } as const
  await noteHidden(tx, queue, { company, id: found.id, by: asking.employee.id }, picture)
}

/** Reads the picture, blackens the rectangles and stores the new picture, before the transaction in `write` begins. */
export async function redactedPicture<Answer>(
  platform: Platform,
  queue: Queue,
  asking: Acting,
  { number, name, rectangles }: HidePicture,
  write: (made: Redacted | null) => Promise<Answer>,
): Promise<Answer> {
  const { company, id: by } = asking.employee
  // If the picture has no case, or the employee does not handle it, nothing is read; `write` refuses.
  const there = (await queue.pictures?.caseOf(platform.db, company, name)) ?? null
  const { rows } = await sql`
    select from cases c where ${seen(asking, queue)} and ${reached(asking, queue, 'handle')}
      and c.number = ${number} and c.id = ${there}`.execute(platform.db)
  if (!queue.pictures || rows.length === 0) return write(null)
  return queue.pictures.redact(platform, { name, rectangles, by: { id: by, company } }, write)
}

const keyOf = ({ calls: { kind } }: Queue, company: string, id: number, part: string) => ({
  company,
  kind,
  case_id: id,
  part,
})

type Kept = ReturnType<typeof keyOf> & {
  readonly text?: string | null
  readonly picture?: Uint8Array | null
  readonly asking: Acting
  readonly why: string
}

/** Stores the original. If there is one already it stays, because what is hidden later is hidden in what was left of it. */
async function keepOriginal(tx: Database, { text = null, picture = null, asking, why, ...key }: Kept): Promise<void> {
  await caseTables(tx)
    .insertInto('case_originals')
    .values({
      ...key,
      text,
      picture: picture && Buffer.from(picture),
      by_id: asking.employee.id,
      at: asking.now,
      why: why.trim(),
    } satisfies NewRow<CaseTables['case_originals']>)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Refuses to hide something in a text that is not what is left of the original. Answers that have come since are added to the original only
 * if something is hidden in them that the history does not have: the name below them.
 */
async function checkKept(
  tx: Database,
  queue: Queue,
  key: ReturnType<typeof keyOf>,
  left: string,
  hidesIn: string,
): Promise<void> {
  const original = (eb: ExpressionBuilder<CaseTables, 'case_originals'>) => eb.and(key)
  const kept = await caseTables(tx).selectFrom('case_originals').select('text').where(original).executeTakeFirst()
  const text = wholeAgain(queue, key.part, left, kept?.text ?? '')
  if (text === null) throw new Refusal(409, 'Texten har skrivits om sedan något doldes i den. Visa den igen först.')
  if (hidesIn !== left || text === kept?.text) return
  const { company, case_id: id, part } = key
  const written = await asWritten(tx, queue, { company, id, part }, text)
  await caseTables(tx).updateTable('case_originals').set({ text: written }).where(original).execute()
}

/** Records who has hidden what, when and why, in the history and in the audit, never with the words. */
async function record(
  tx: Database,
  queue: Queue,
  asking: Acting,
  found: Locked,
  { of, why }: { readonly of: string; readonly why: string },
): Promise<void> {
  await happen({ tx, queue, asking }, found, {}, [
    { type: 'redacted', public: false, body: { to: of, text: why.trim() } },
  ])
}
