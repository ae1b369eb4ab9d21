import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { Refusal } from '#platform/server/http/errors.ts'
import { replaceBlock, startsOf } from './answer-blocks.ts'
import { isLeftOf } from './form-texts.ts'
import type { Queue } from './queue.ts'
import type { CaseTables } from './tables.ts'

// Some parts of a case hold the office's answers, one below the other. Each answer is also an event of the history, unless it is older than
// the history of cases.

const BETWEEN = '\n\n'
const e = columnsOf<CaseTables['case_events']>('e')
const g = columnsOrNull<CaseTables['case_originals']>('g')

/** What follows the words of each answer in a part with answers; null for another part. */
const signIn = ({ texts }: Queue, part: string): string | null =>
  texts?.answers?.parts.includes(part) ? texts.answers.sign : null

/** Whether answers are added to the end of the part. */
const hasAnswers = (queue: Queue, part: string): boolean => signIn(queue, part) !== null

interface Which {
  readonly company: string
  readonly id: number
  readonly part: string
}

interface Hiding extends Which {
  readonly before: string
  readonly from: number
  readonly words: string
}

/**
 * Refuses to hide words of an answer in the part. If they are hidden in the history, they are hidden in both places, and the right one of
 * two answers with the same words is changed.
 */
export async function refuseAnswers(tx: Database, queue: Queue, hiding: Hiding): Promise<void> {
  const { company, id, part, before, from, words } = hiding
  const sign = signIn(queue, part)
  if (sign === null) return
  const overlaps = ({ text }: Said) =>
    startsOf(before, text, sign).some((at) => at < from + words.length && from < at + text.length)
  if ((await saidIn(tx, queue, { company, id })).some(overlaps))
    throw new Refusal(409, 'Dölj det i svaret i ärendets historik: då döljs det här också.')
}

const said = selected({ seq: e('seq'), text: sql<string>`e.body->>'text'`, was: g('text') })
/** A public message of the office or the reporter. `was`: its text before words were hidden in it; null if none are. */
type Said = RowOf<typeof said>

async function saidIn(tx: Database, queue: Queue, { company, id }: Omit<Which, 'part'>): Promise<Said[]> {
  const { rows } = await sql<RowOf<typeof said>>`
    select ${said} from case_events e left join case_originals g
      on g.company = e.company and g.kind = e.kind and g.case_id = e.case_id and g.part = 'event:' || e.seq
    where e.company = ${company} and e.kind = ${queue.calls.kind} and e.case_id = ${id} and e.public
      and e.body->>'text' <> '' order by e.seq`.execute(tx)
  return rows
}

/** The beginning of a text, before the first answer that the history has too. In a part without answers it is the whole text. */
export async function olderThanAnswers(
  tx: Database,
  queue: Queue,
  { part, ...which }: Which,
  text: string,
): Promise<string> {
  const sign = signIn(queue, part)
  if (sign === null) return text
  const starts = (await saidIn(tx, queue, which)).flatMap((each) => startsOf(text, each.text, sign))
  const at = starts.toSorted((a, b) => a - b)[0]
  return at === undefined ? text : text.slice(0, Math.max(0, at - BETWEEN.length))
}

/**
 * The text as it will be when it is shown again; null if it has been rewritten since. Words that are hidden in an answer of the history
 * stay hidden.
 */
export async function shownAgain(
  tx: Database,
  queue: Queue,
  { part, ...which }: Which,
  { left, original }: { readonly left: string; readonly original: string },
): Promise<string | null> {
  const whole = wholeAgain(queue, part, left, original)
  const sign = signIn(queue, part)
  if (whole === null || sign === null) return whole
  const all = await saidIn(tx, queue, which)
  let text = whole
  for (const { seq, text: after, was } of all) {
    if (was === null) continue
    const others = all.filter((each) => each.text === was)
    // All answers with these words belong to events in which nothing is hidden: this event's answer is not among them.
    if (startsOf(text, was, sign).length <= others.length) continue
    const nth = others.filter((each) => each.seq < seq).length
    text = replaceBlock(text, { before: was, after, nth, sign })
  }
  return text
}

/** The text with its answers as they were before words were hidden in them. The stored original must not depend on what is hidden now. */
export async function asWritten(tx: Database, queue: Queue, { part, ...which }: Which, text: string): Promise<string> {
  const sign = signIn(queue, part)
  if (sign === null) return text
  const all = await saidIn(tx, queue, which)
  let written = text
  for (const { seq, text: before, was } of all) {
    if (was === null) continue
    // Earlier answers with hidden words have been restored by now, so they no longer have these words.
    const nth = all.filter((each) => each.text === before && each.was === null && each.seq < seq).length
    written = replaceBlock(written, { before, after: was, nth, sign })
  }
  return written
}

/** The text as it was before words were hidden in it, with the answers that have come since; null if it has been rewritten. */
export function wholeAgain(queue: Queue, part: string, left: string, original: string): string | null {
  if (isLeftOf(left, original)) return original
  if (!hasAnswers(queue, part)) return null
  for (let at = left.lastIndexOf(BETWEEN); at > 0; at = left.lastIndexOf(BETWEEN, at - 1))
    if (isLeftOf(left.slice(0, at), original)) return original + left.slice(at)
  return null
}
