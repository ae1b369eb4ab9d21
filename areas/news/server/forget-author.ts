import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import { hidingErased } from '#core/cases/server/hide-name.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { commentQueue } from './queue.ts'
import { newsTables } from './tables.ts'

/** Removes an erased employee's name from his or her comments, and from what the office has written about them. */
export async function forgetAuthor(tx: Database, who: Erased): Promise<void> {
  const hide = hidingErased(who)
  const own = await newsTables(tx)
    .selectFrom('news_comments')
    .select(['id', 'body', 'moderated_why'])
    .where('author_id', '=', who.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, body, moderated_why: why } of own)
    await newsTables(tx)
      .updateTable('news_comments')
      .set({ body: hide(body), moderated_why: why && hide(why) })
      .where('id', '=', id)
      .execute()
  await forgetReporter(tx, commentQueue, who)
}
