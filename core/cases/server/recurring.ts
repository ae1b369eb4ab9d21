import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Queue } from './queue.ts'

/**
 * Marks the cases about a thing as recurring if there have been as many as the queue says in the days up to `at`. Stored with the case,
 * because a list that searched for them would read every open case.
 */
export async function markRecurring(
  tx: Database,
  { calls, recurring }: Pick<Queue, 'calls' | 'recurring'>,
  { company, about, at }: { readonly company: string; readonly about: string | null; readonly at: Date },
): Promise<void> {
  if (!recurring || about === null) return
  const since = new Date(at.getTime() - recurring.days * 86_400_000)
  // In the order of their ids, as all changes of several cases lock them.
  await sql`
    with near as materialized (
      select c.id from cases c
      where c.company = ${company} and c.kind = ${calls.kind} and c.about = ${about} and c.merged_into is null
        and c.received_at > ${since} and c.received_at <= ${at}
      order by c.id for update
    )
    update cases c set recurring = true
    where c.company = ${company} and c.kind = ${calls.kind} and c.id in (select id from near) and not c.recurring
      and (select count(*) from near) >= ${recurring.times}`.execute(tx)
}
