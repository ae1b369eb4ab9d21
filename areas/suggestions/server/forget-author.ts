import { sql } from 'kysely'
import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { suggestionQueue } from './queue.ts'

/** Takes the name of an employee who is erased out of the own suggestions, and from below what he or she has answered to others'. */
export async function forgetAuthor(tx: Database, who: Erased): Promise<void> {
  await forgetReporter(tx, suggestionQueue, who)
  // To the end of its line: 'Anna Lind' is no part of 'Anna Lindgren'.
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
