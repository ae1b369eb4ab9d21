import { sql } from 'kysely'
import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { suggestionQueue } from './queue.ts'

/** Removes an erased employee's name from his or her suggestions, and from the signatures below his or her answers to other suggestions. */
export async function forgetAuthor(tx: Database, who: Erased): Promise<void> {
  await forgetReporter(tx, suggestionQueue, who)
  // Only a name that ends its line is replaced, since 'Anna Lind' is also the beginning of 'Anna Lindgren'.
  const unsigned = (column: string) => {
    const lines = who.names.reduce(
      (text, { first, last }) => sql`replace(${text}, ${`/${first} ${last}\n`}, ${'/Tidigare anställd\n'})`,
      sql`${sql.ref(column)} || chr(10)`,
    )
    return sql`left(${lines}, -1)`
  }
  await sql`
    update suggestions s set comments = ${unsigned('s.comments')}, actions = ${unsigned('s.actions')}
    from case_events v
    where v.by_id = ${who.id} and v.kind = ${suggestionQueue.calls.kind} and s.company = v.company and s.id = v.case_id`.execute(
    tx,
  )
}
