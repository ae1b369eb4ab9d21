import { sql } from 'kysely'
import { lockAsReporter } from '#core/cases/server/reporter.ts'
import type { EraseAgain } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { endRemoved, openReportOf } from './moderation.ts'
import { commentQueue } from './queue.ts'
import { commentKind } from './store.ts'
import type { NewsTables } from './tables.ts'

const m = columnsOf<NewsTables['news_comments']>('m')

export const eraseCommentsAgain: Readonly<Record<string, EraseAgain>> = {
  async [commentKind](tx, subjects, { clock }) {
    const comments = subjects.map((subject) => {
      const [id, writtenAt = null] = subject.split(' ')
      return { id, writtenAt }
    })
    const erased = sql`
      json_to_recordset(${JSON.stringify(comments)}::json) as e(id bigint, "writtenAt" timestamptz)
      where m.id = e.id and (e."writtenAt" is null or m.created_at = e."writtenAt")`
    const reported = selected({ id: m('id'), authorId: m('author_id') })
    const { rows } = await sql<RowOf<typeof reported>>`
      select ${reported} from news_comments m, ${erased}
        and exists (select from reported_comments r where r.comment_id = m.id and not r.decided)
      order by m.id`.execute(tx)
    const open = []
    for (const { id, authorId } of rows) {
      const report = await openReportOf(tx, id)
      if (!report || authorId === null) continue
      const author = { id: authorId, company: report.company }
      // Before the comment, as a decision does.
      await lockAsReporter(tx, commentQueue, author, report.id)
      open.push({ author, report })
    }
    await sql`delete from news_comments m using ${erased}`.execute(tx)
    // The time zone is that of a deadline, and a case that ends has none.
    const when = { at: clock(), timeZone: 'UTC' }
    for (const { author, report } of open) await endRemoved(tx, author, report, when)
  },
}
