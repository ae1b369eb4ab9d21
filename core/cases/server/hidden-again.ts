import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod'
import { audit } from '#core/audit/server/audit.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { Database, EraseAgain } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { MASK } from '../redaction.ts'
import { replaceAnswer } from './answer-blocks.ts'
import { asWritten, olderThanAnswers, shownAgain, wholeAgain } from './answer-parts.ts'
import { insertEvents } from './change.ts'
import { formPlaceOf } from './form-parts.ts'
import { textOfForm, writeForm } from './form-texts.ts'
import { type Queue, seqOfPart, wordsOfPart } from './queue.ts'
import { storeWords } from './case-words.ts'
import { caseTables, type CaseTables } from './tables.ts'

// A backup still has what was hidden after it was made. So each hiding is recorded like an erasure, by places and ids and never by words,
// and is done again after a restore (docs/decisions/0090).

const Note = z.object({
  company: z.string(),
  id: z.int(),
  /** Identifies the case together with its id: after a restore, ids are given out again. */
  received: z.string(),
  /** The case's version after the act: notes are applied in this order. */
  version: z.int(),
  by: z.nullable(z.uuid()),
  what: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      part: z.string(),
      /** When the text was written, for an event of the history: after a restore another event may have its number. */
      at: z.nullable(z.string()),
      from: z.int(),
      length: z.int(),
      /**
       * The length of the whole text at that time; without answers that the history has too, if the words were above them. Absent in older
       * notes.
       */
      of: z.optional(z.int()),
    }),
    z.object({ kind: z.literal('shown text'), part: z.string(), at: z.nullable(z.string()) }),
    /** `shown`: the new picture is the original, shown again. */
    z.object({ kind: z.literal('picture'), old: z.string(), made: z.string(), shown: z.boolean() }),
  ]),
})
type Note = z.infer<typeof Note>
type Noted<What = Note['what']> = What extends { at: string | null } ? Omit<What, 'at'> : What

const c = columnsOf<CaseTables['cases']>('c')
const b = columnsOrNull<PeopleTables['employees']>('b')

const kindOfNotes = ({ calls: { kind } }: Queue) => `hidden in ${kind}`
const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Notes what was hidden or shown again in a case. Call it in the same transaction. */
export async function noteHidden(
  tx: Database,
  queue: Queue,
  { company, id, by }: { readonly company: string; readonly id: number; readonly by: string | null },
  done: Noted,
): Promise<void> {
  const seq = 'part' in done ? seqOfPart(done.part) : null
  const dated = selected({
    received: instant('c.received_at'),
    version: c('version'),
    at: sql<string | null>`${instant('v.at')}`,
  })
  const { rows } = await sql<RowOf<typeof dated>>`
    select ${dated} from cases c left join case_events v on v.company = c.company and v.kind = c.kind and v.case_id = c.id and v.seq = ${seq}
    where c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) return
  const { received, version, at } = found
  const what: Note['what'] = done.kind === 'picture' ? done : { ...done, at }
  await recordErasures(tx, kindOfNotes(queue), [
    JSON.stringify({ company, id, received, version, by, what } satisfies Note),
  ])
}

/** For the door of a queue's area: hides again, in a restored database, what had been hidden after the backup. */
export const hidesAgain = (queue: Queue): Readonly<Record<string, EraseAgain>> => ({
  [kindOfNotes(queue)]: async (tx, subjects, parts) => {
    const notes = subjects.map((subject) => Note.parse(JSON.parse(subject))).toSorted((a, b) => a.version - b.version)
    for (const note of latestPictures(notes)) await again(tx, queue, note, parts)
  },
})

/** If a picture was covered several times, its last version replaces the first at once, because the files of those in between are gone. */
function latestPictures(notes: readonly Note[]): Note[] {
  const between = new Set<string>()
  const pictures = notes.flatMap(({ what }) => (what.kind === 'picture' ? what : []))
  const after = ({ made }: { readonly made: string }) => pictures.find(({ old }) => old === made)
  return notes.flatMap((note): Note[] => {
    const { what } = note
    if (what.kind !== 'picture') return [note]
    if (between.has(what.old)) return []
    let last = what
    for (let next = after(last); next; next = after(last)) {
      between.add(last.made)
      last = next
    }
    return [{ ...note, what: { ...last, old: what.old } }]
  })
}

type Parts = Parameters<EraseAgain>[2]

async function again(tx: Database, queue: Queue, note: Note, parts: Parts): Promise<void> {
  const { company, id, what } = note
  const noted = selected({ number: c('number'), version: c('version'), reporterId: c('reporter_id'), by: b('id') })
  const { rows } = await sql<RowOf<typeof noted>>`
    select ${noted} from cases c left join employees b on b.id = ${note.by}
    where c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id} and ${instant('c.received_at')} = ${note.received}
    for update of c`.execute(tx)
  const [found] = rows
  if (!found) return
  const at = parts.clock()
  const kept: Kept = { tx, queue, company, id, by: found.by, at }
  const done = what.kind === 'picture' ? await pictureAgain(kept, what, parts) : await textAgain(kept, what)
  if (!done) return
  const part = what.kind === 'picture' ? `picture:${what.made}` : what.part
  const shown = what.kind === 'shown text' || (what.kind === 'picture' && what.shown)
  const type = shown ? ('shown' as const) : ('redacted' as const)
  await insertEvents(tx, { company, kind: queue.calls.kind, id, from: found.version, at, by: found.by }, [
    { type, public: false, body: { to: wordsOfPart(queue, part), text: WHY } },
  ])
  await sql`
    update cases set version = version + 1 where company = ${company} and kind = ${queue.calls.kind} and id = ${id}`.execute(
    tx,
  )
  await storeWords(tx, queue, company, [id])
  await audit(tx, {
    company,
    at,
    by: null,
    what: `case.${type}`,
    object: { kind: `case.${queue.calls.kind}`, id: found.number },
    about: found.reporterId,
  })
}

const WHY = 'Gjort igen efter en återläsning'

interface Kept {
  readonly tx: Database
  readonly queue: Queue
  readonly company: string
  readonly id: number
  readonly by: string | null
  readonly at: Date
}

async function textAgain(
  { tx, queue, company, id, by, at }: Kept,
  what: Exclude<Note['what'], { kind: 'picture' }>,
): Promise<boolean> {
  const { part } = what
  const before = await textOfPart(tx, queue, { company, id }, part, what.at)
  if (before === null) return false
  const key = { company, kind: queue.calls.kind, case_id: id, part }
  if (what.kind === 'shown text') {
    const ofPart = (eb: ExpressionBuilder<CaseTables, 'case_originals'>) => eb.and(key)
    const kept = await caseTables(tx).selectFrom('case_originals').select('text').where(ofPart).executeTakeFirst()
    const original = kept?.text ?? null
    if (original === null) return false
    const isEvent = seqOfPart(part) !== null
    const after = isEvent ? original : await shownAgain(tx, queue, { company, id, part }, { left: before, original })
    // The text has been rewritten: it stays as it is, and so does the original.
    if (after === null) return false
    await caseTables(tx).deleteFrom('case_originals').where(ofPart).execute()
    await writePart(tx, queue, { company, id }, { part, before, after })
    return true
  }
  const { from, length, of } = what
  const older = await olderThanAnswers(tx, queue, { company, id, part }, before)
  // A text of another length is not the one that was marked. All of it is hidden, so that no name is left.
  const isSame = from + length <= before.length && (of === undefined || of === before.length || of === older.length)
  const text = isSame && from + length <= older.length ? older : before
  const original = (eb: ExpressionBuilder<CaseTables, 'case_originals'>) => eb.and(key)
  const kept = await caseTables(tx).selectFrom('case_originals').select('text').where(original).executeTakeFirst()
  if (!kept)
    await caseTables(tx)
      .insertInto('case_originals')
      .values({ ...key, text, picture: null, by_id: by, at, why: WHY } satisfies NewRow<CaseTables['case_originals']>)
      .execute()
  // The whole text is hidden below, also the answers that have come since the first words were hidden: the original has to have them.
  else if (!isSame && kept.text !== null) {
    const whole = wholeAgain(queue, part, before, kept.text)
    if (whole !== null) {
      const written = await asWritten(tx, queue, { company, id, part }, whole)
      await caseTables(tx).updateTable('case_originals').set({ text: written }).where(original).execute()
    }
  }
  const after = isSame ? before.slice(0, from) + MASK + before.slice(from + length) : MASK
  const words = isSame ? before.slice(from, from + length) : null
  await writePart(tx, queue, { company, id }, { part, before, after, words, whole: !isSame })
  return true
}

async function pictureAgain(
  { tx, queue, company, id, by, at }: Kept,
  { old, made, shown }: Extract<Note['what'], { kind: 'picture' }>,
  { config }: Parts,
): Promise<boolean> {
  const swapped = await queue.pictures?.repeatSwap(tx, { config }, { old, made, reportId: id })
  if (!swapped) return false
  const of = sql`company = ${company} and kind = ${queue.calls.kind} and case_id = ${id}`
  const from = `picture:${old}`
  if (shown) await sql`delete from case_originals where ${of} and part = ${from}`.execute(tx)
  else {
    const { rows } = await sql`
      update case_originals set part = ${`picture:${made}`} where ${of} and part = ${from} returning part`.execute(tx)
    if (rows.length === 0 && swapped.original)
      await caseTables(tx)
        .insertInto('case_originals')
        .values({
          company,
          kind: queue.calls.kind,
          case_id: id,
          part: `picture:${made}`,
          text: null,
          picture: Buffer.from(swapped.original),
          by_id: by,
          at,
          why: WHY,
        } satisfies NewRow<CaseTables['case_originals']>)
        .execute()
  }
  return true
}

type Which = { readonly company: string; readonly id: number }

/** A text of a case as it is now; null if there is none. `at`: for an event, only if it was written then. */
export async function textOfPart(
  tx: Database,
  queue: Queue,
  { company, id }: Which,
  part: string,
  at: string | null = null,
): Promise<string | null> {
  const seq = seqOfPart(part)
  const place = formPlaceOf(part)
  if (place) return textOfForm(tx, queue, { company, id }, place)
  if (seq === null) {
    const texts = (await queue.texts?.of(tx, company, id)) ?? {}
    return Object.hasOwn(texts, part) ? (texts[part] ?? null) : null
  }
  const { rows } = await sql<{ text: string | null }>`
    select body->>'text' as text from case_events
    where company = ${company} and kind = ${queue.calls.kind} and case_id = ${id} and seq = ${seq}
      and (${at}::text is null or ${instant('at')} = ${at})`.execute(tx)
  return rows[0]?.text ?? null
}

interface Written {
  readonly part: string
  readonly before: string
  readonly after: string
  /** The words that are hidden; absent when they are shown again. */
  readonly words?: string | null
  /** The marked words are unknown, so everything that the form said there before is hidden too. */
  readonly whole?: boolean
}

/** Writes a text of a case, also where the area's row has it. */
export async function writePart(
  tx: Database,
  queue: Queue,
  { company, id }: Which,
  { part, before, after, words = null, whole = false }: Written,
): Promise<void> {
  const seq = seqOfPart(part)
  const place = formPlaceOf(part)
  if (place) return writeForm(tx, queue, { company, id }, place, { before, after, words, whole })
  if (seq === null) {
    await queue.texts?.write(tx, { company, id, part, text: after })
    if (!queue.texts?.about) return
    const about = (await queue.texts.about(tx, company, id)) ?? ''
    // Otherwise all cases whose text is hidden as a whole would be about the same thing.
    await sql`
      update cases set about = ${about.replaceAll(MASK, '').trim() === '' ? null : about}
      where company = ${company} and kind = ${queue.calls.kind} and id = ${id}`.execute(tx)
    return
  }
  await sql`
    update case_events set body = jsonb_set(body, '{text}', to_jsonb(${after}::text))
    where company = ${company} and kind = ${queue.calls.kind} and case_id = ${id} and seq = ${seq}`.execute(tx)
  await replaceAnswer(tx, queue, { company, id, seq, before, after })
}
