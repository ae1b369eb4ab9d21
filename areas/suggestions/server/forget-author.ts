import { sql } from 'kysely'
import { MASK } from '#core/cases/redaction.ts'
import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import { isLeftOf } from '#core/cases/server/form-texts.ts'
import { type CaseTables, caseTables } from '#core/cases/server/tables.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { suggestionQueue } from './queue.ts'
import { suggestionTables, type SuggestionTables } from './tables.ts'

const s = columnsOf<SuggestionTables['suggestions']>('s')
const o = columnsOf<CaseTables['case_originals']>('o')

/** Removes an erased employee's name from his or her suggestions, and from the signatures below his or her answers to other suggestions. */
export async function forgetAuthor(tx: Database, who: Erased): Promise<void> {
  await forgetReporter(tx, suggestionQueue, who)
  const { kind } = suggestionQueue.calls
  const answered = sql`(select v.company, v.case_id from case_events v where v.by_id = ${who.id} and v.kind = ${kind})`
  const said = selected({ company: s('company'), id: s('id'), comments: s('comments'), actions: s('actions') })
  const { rows } = await sql<RowOf<typeof said>>`
    select ${said} from suggestions s where (s.company, s.id) in ${answered} order by s.company, s.id for update`.execute(
    tx,
  )
  for (const { company, id, comments, actions } of rows)
    await suggestionTables(tx)
      .updateTable('suggestions')
      .set({ comments: unsigned(comments, who), actions: unsigned(actions, who) })
      .where('company', '=', company)
      .where('id', '=', id)
      .execute()
  // What was hidden somewhere in these texts may be shown again, with the signatures.
  const original = selected({ company: o('company'), id: o('case_id'), part: o('part'), text: o('text') })
  const { rows: originals } = await sql<RowOf<typeof original>>`
    select ${original} from case_originals o
    where o.kind = ${kind} and o.part = any(${[...(suggestionQueue.texts?.answers?.parts ?? [])]})
      and (o.company, o.case_id) in ${answered}
    order by o.company, o.case_id, o.part for update`.execute(tx)
  for (const { company, id, part, text } of originals)
    await caseTables(tx)
      .updateTable('case_originals')
      .set({ text: text && unsigned(text, who) })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('case_id', '=', id)
      .where('part', '=', part)
      .execute()
}

/**
 * A text without the signatures of the employee. Only a whole line is one, since 'Anna Lind' is also the beginning of 'Anna Lindgren'. If a
 * part of the name is hidden, the rest of it is hidden too: whose signature it was, the original says when it is shown again.
 */
function unsigned(text: string, { names }: Erased): string {
  const signatures = names.map(({ first, last }) => `/${first} ${last}`)
  return text
    .split('\n')
    .map((line) => {
      if (!signatures.some((signature) => isLeftOf(line, signature))) return line
      if (!line.includes(MASK)) return '/Tidigare anställd'
      return line.startsWith('/') ? `/${MASK}` : MASK
    })
    .join('\n')
}
