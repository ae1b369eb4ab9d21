import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Queue, ReplacedAnswer } from './queue.ts'
import type { CaseTables } from './tables.ts'

const e = columnsOf<CaseTables['case_events']>('e')
const said = selected({ seq: e('seq'), to: sql<string | null>`e.body->>'to'` })

type Replaced = Pick<ReplacedAnswer, 'company' | 'id' | 'before' | 'after'> & { readonly seq: number }

/** Changes the answer of one event where the reporter reads it, and no other answer with the same words. */
export async function replaceAnswer(
  tx: Database,
  queue: Queue,
  { company, id, seq, before, after }: Replaced,
): Promise<void> {
  if (!queue.texts) return
  const { rows } = await sql<RowOf<typeof said>>`
    select ${said} from case_events e
    where e.company = ${company} and e.kind = ${queue.calls.kind} and e.case_id = ${id} and e.public
      and (e.seq = ${seq} or (e.seq < ${seq} and e.body->>'text' = ${before}))
    order by e.seq`.execute(tx)
  const own = rows.at(-1)
  // The event is not public: the reporter does not read it.
  if (own?.seq !== seq) return
  await queue.texts.replaceAnswer(tx, {
    company,
    id,
    before,
    after,
    to: own.to,
    earlier: rows.slice(0, -1).map(({ to }) => to),
  })
}

/**
 * The indexes at which answers with these words begin, in a text of answers with empty lines between them. `sign`: what follows the words
 * of each answer, before its author's name.
 */
export function startsOf(text: string, words: string, sign = ''): number[] {
  const starts: number[] = []
  if (words === '') return starts
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const rest = text.slice(at + words.length)
    const ends = sign === '' ? rest === '' || rest.startsWith('\n\n') : rest.startsWith(sign)
    if (ends && (at === 0 || text.slice(0, at).endsWith('\n\n'))) starts.push(at)
  }
  return starts
}

/** Replaces one answer in such a text: the one that comes after `nth` others with the same words, or the last one if there are fewer. */
export function replaceBlock(
  text: string,
  {
    before,
    after,
    nth,
    sign = '',
  }: Pick<ReplacedAnswer, 'before' | 'after'> & { readonly nth: number; readonly sign?: string },
): string {
  const starts = startsOf(text, before, sign)
  const at = starts[Math.min(nth, starts.length - 1)]
  return at === undefined ? text : text.slice(0, at) + after + text.slice(at + before.length)
}
