import { sql, type Selectable } from 'kysely'
import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import { hidingErased } from '#core/cases/server/hide-name.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { suggestionQueue } from './queue.ts'
import { suggestionTables, type SuggestionTables } from './tables.ts'

/** Takes the name of an employee who is erased out of the own suggestions, and from below what he or she has answered to others'. */
export async function forgetAuthor(tx: Database, who: Erased): Promise<void> {
  const hide = hidingErased(who)
  const own = await suggestionTables(tx)
    .selectFrom('suggestions')
    .select(['id', 'title', 'description', 'comments', 'actions'])
    .where('author_id', '=', who.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, ...texts } of own)
    await write(tx, id, {
      title: hide(texts.title),
      description: hide(texts.description),
      comments: hide(texts.comments),
      actions: hide(texts.actions),
    })
  // Afterwards: the words by which a case is found are those of its row.
  await forgetReporter(tx, suggestionQueue, who)
  await unsign(tx, who)
}

type Texts = Pick<Selectable<SuggestionTables['suggestions']>, 'title' | 'description' | 'comments' | 'actions'>
const write = (tx: Database, id: number, texts: Partial<Texts>) =>
  suggestionTables(tx).updateTable('suggestions').set(texts).where('id', '=', id).execute()

async function unsign(tx: Database, { id, firstName, lastName }: Erased): Promise<void> {
  // To the end of its line: 'Anna Lind' is no part of 'Anna Lindgren'.
  const unsigned = (column: string) =>
    sql`left(replace(${sql.ref(column)} || chr(10), ${`/${firstName} ${lastName}\n`}, ${'/Tidigare anställd\n'}), -1)`
  await sql`
    update suggestions s set comments = ${unsigned('s.comments')}, actions = ${unsigned('s.actions')}
    from case_events v
    where v.by_id = ${id} and v.kind = ${suggestionQueue.calls.kind} and s.company = v.company and s.id = v.case_id`.execute(
    tx,
  )
}
