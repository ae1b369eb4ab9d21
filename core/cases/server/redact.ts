import { sql } from 'kysely'
import type { Database, Platform } from '#platform/server/area.ts'
import { notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import { type HidePicture, type HideText, MASK } from '../redaction.ts'
import { reached, seen } from './case-row.ts'
import { type Acting, happen, lockCase, type Locked } from './change.ts'
import { type Queue, type Redacted, wordsOfPart } from './queue.ts'
import { storeWords } from './sought.ts'
import { caseTables, type EventBody } from './tables.ts'

// What is hidden is taken out of where it was: whatever reads the row, list, table, search or print, has only what is left. What it was
// is kept in `case_originals`, which nothing but `originals.ts` reads.

/** Hides words of what was reported, answered or noted. */
export async function hideText(tx: Database, queue: Queue, asking: Acting, body: HideText): Promise<void> {
  const { number, version, part, from, words, why } = body
  const found = await lockCase(tx, queue, asking, { number, version, act: 'redact' })
  const before = await textOf(tx, queue, asking, found, part)
  if (before === null) throw notFound()
  if (before.slice(from, from + words.length) !== words)
    throw new Refusal(409, 'Texten har ändrats sedan du markerade. Markera igen.')
  // Half of a character that has two parts is none, and would be stored as another one.
  if (!words.isWellFormed()) throw refused({ words: ['Markera hela tecknet.'] })
  if (words.replaceAll('█', '').trim() === '') throw refused({ words: ['Det är redan dolt.'] })
  const after = before.slice(0, from) + MASK + before.slice(from + words.length)
  const { company } = asking.employee
  const seq = seqOf(part)
  if (seq === null) {
    await keepOriginal(tx, { ...keyOf(queue, company, found.id, part), text: before, asking, why })
    await queue.texts?.write(tx, { company, id: found.id, part, text: after })
    // Otherwise the search still finds the case by the hidden word.
    await storeWords(tx, queue, company, [found.id])
  } else await hideSaid(tx, queue, asking, { found, before, after, why })
  await record(tx, queue, asking, found, { of: wordsOfPart(part), why })
}

const seqOf = (part: string): number | null => {
  const [, seq] = /^event:(\d{1,6})$/.exec(part) ?? []
  return seq === undefined ? null : Number(seq)
}

async function textOf(
  tx: Database,
  queue: Queue,
  { employee: { company } }: Acting,
  { id }: Locked,
  part: string,
): Promise<string | null> {
  const seq = seqOf(part)
  if (seq === null) {
    const texts = (await queue.texts?.of(tx, company, id)) ?? {}
    return Object.hasOwn(texts, part) ? (texts[part] ?? null) : null
  }
  const { rows } = await sql<{ text: string | null }>`
    select body->>'text' as text from case_events
    where company = ${company} and kind = ${queue.calls.kind} and case_id = ${id} and seq = ${seq}`.execute(tx)
  return rows[0]?.text ?? null
}

/** The same words may have been sent to several reporters whose cases are merged, and stand in the area's row as their answer. */
async function hideSaid(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { found, before, after, why }: { found: Locked; before: string; after: string; why: string },
): Promise<void> {
  const { company } = asking.employee
  const { kind } = queue.calls
  const main = found.mergedInto ?? found.id
  const { rows } = await sql<{ id: number; seq: number; body: EventBody }>`
    select v.case_id as id, v.seq, v.body from case_events v join cases c
      on c.company = v.company and c.kind = v.kind and c.id = v.case_id
    where v.company = ${company} and v.kind = ${kind} and (c.id = ${main} or c.merged_into = ${main})
      and v.body->>'text' = ${before}
    order by v.case_id, v.seq for update of v`.execute(tx)
  for (const { id, seq, body } of rows) {
    await keepOriginal(tx, { ...keyOf(queue, company, id, `event:${seq}`), text: before, asking, why })
    await caseTables(tx)
      .updateTable('case_events')
      .set({ body: JSON.stringify({ ...body, text: after }) as unknown as EventBody })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('case_id', '=', id)
      .where('seq', '=', seq)
      .execute()
  }
  for (const id of new Set(rows.map((row) => row.id))) await queue.texts?.resay(tx, { company, id, before, after })
}

/** Hides parts of a picture: a new one takes its place. `made`: null if the picture's file was not there. */
export async function hidePicture(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, name, why }: HidePicture,
  made: Redacted | null,
): Promise<void> {
  const found = await lockCase(tx, queue, asking, { number, version, act: 'redact' })
  const { company } = asking.employee
  if (!made || !(await made.swap(tx, found.id))) throw notFound()
  const key = keyOf(queue, company, found.id, `picture:${made.name}`)
  // Hidden in several goes, it is still the first one that is kept.
  const { rows } = await sql`
    update case_originals set part = ${key.part} where company = ${company} and kind = ${key.kind} and case_id = ${found.id}
      and part = ${`picture:${name}`} returning part`.execute(tx)
  if (rows.length === 0) await keepOriginal(tx, { ...key, picture: made.original, asking, why })
  await record(tx, queue, asking, found, { of: wordsOfPart(key.part), why })
}

/** The platform's part of it: reads, burns and stores the picture before the transaction begins. */
export async function redactedPicture<Answer>(
  platform: Platform,
  queue: Queue,
  asking: Acting,
  { number, name, rectangles }: HidePicture,
  write: (made: Redacted | null) => Promise<Answer>,
): Promise<Answer> {
  const { company, id: by } = asking.employee
  // Of no case, or of one that the employee does not handle: nothing is read or made, and the write refuses it as it refuses all.
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

/** The first original stays: what is hidden later is hidden in what was left. */
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Who has hidden what, when and why: in the history and in the audit, never with the words. */
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
