import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { Refusal } from '#platform/server/http/errors.ts'
import { startsOf } from './answer-blocks.ts'
import { isLeftOf } from './form-texts.ts'
import type { Queue } from './queue.ts'
import type { CaseTables } from './tables.ts'

// A part that has the office's answers below one another. Each of them is an event of the history as well, except those from before
// cases had a history.

const BETWEEN = '\n\n'
const e = columnsOf<CaseTables['case_events']>('e')

/** What each answer ends with in a part that has answers; null for another part. */
const signIn = ({ texts }: Queue, part: string): string | null =>
  texts?.answers?.parts.includes(part) ? texts.answers.sign : null

/** Whether answers are added below what the part has. */
export const hasAnswers = (queue: Queue, part: string): boolean => signIn(queue, part) !== null

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

/** Refuses to hide words of an answer here: in the history they are hidden in both places, and two answers with the same words are kept apart. */
export async function refuseAnswers(tx: Database, queue: Queue, hiding: Hiding): Promise<void> {
  const { company, id, part, before, from, words } = hiding
  const sign = signIn(queue, part)
  if (sign === null) return
  const overlaps = ({ text }: Said) =>
    startsOf(before, text, sign).some((at) => at < from + words.length && from < at + text.length)
  if ((await saidIn(tx, queue, { company, id })).some(overlaps))
    throw new Refusal(409, 'Dölj det i svaret i ärendets historik: då döljs det här också.')
}

const said = selected({ seq: e('seq'), text: sql<string>`e.body->>'text'` })
/** What the office and the reporter have written to one another. */
type Said = RowOf<typeof said>

async function saidIn(tx: Database, queue: Queue, { company, id }: Omit<Which, 'part'>): Promise<Said[]> {
  const { rows } = await sql<Said>`
    select ${said} from case_events e
    where e.company = ${company} and e.kind = ${queue.calls.kind} and e.case_id = ${id} and e.public
      and e.body->>'text' <> '' order by e.seq`.execute(tx)
  return rows
}

/** The text as it was before words were hidden in it, with the answers that have come since; null if it is another text. */
export function wholeAgain(queue: Queue, part: string, left: string, original: string): string | null {
  if (isLeftOf(left, original)) return original
  if (!hasAnswers(queue, part)) return null
  for (let at = left.lastIndexOf(BETWEEN); at > 0; at = left.lastIndexOf(BETWEEN, at - 1))
    if (isLeftOf(left.slice(0, at), original)) return original + left.slice(at)
  return null
}
