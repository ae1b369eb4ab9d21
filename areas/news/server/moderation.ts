import { sql, type Selectable, type SqlBool } from 'kysely'
import { changeAsReporter, type NewCase, type When } from '#core/cases/server/reporter.ts'
import { areaOf } from '#core/people/server/persons.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { refused } from '#platform/server/http/errors.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { type ReportComment } from '../contract.ts'
import { placeOf, spokenNumber } from '../rules.ts'
import { commentQueue, removedInTime } from './queue.ts'
import { type NewsScope, seenBy } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

const m = columnsOf<NewsTables['news_comments']>('m')

/** Locks a comment, so that nobody can report it for the first time while its author changes it. The case would lack the change. */
const lockComment = (tx: Database, commentId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`news comment ${commentId}`}, 0))`.execute(tx)

/** Locks a comment and returns its undecided report, if there is one. Call it before the author changes or removes the comment. */
export async function openReportOf(
  tx: Database,
  commentId: number,
): Promise<{ readonly id: number; readonly company: string } | null> {
  await lockComment(tx, commentId)
  const found = await newsTables(tx)
    .selectFrom('reported_comments')
    .select(['id', 'company'])
    .where('comment_id', '=', commentId)
    // Written as in the condition of the partial index, which PostgreSQL does not use for a parameter.
    .where(sql<SqlBool>`not decided`)
    .executeTakeFirst()
  return found ?? null
}

/** Ends the case of a comment that its author has removed: there is nothing left to decide. */
export async function endRemoved(
  tx: Database,
  author: RequestScope,
  { id, company }: { readonly id: number; readonly company: string },
  when: When,
): Promise<void> {
  await changeAsReporter(tx, commentQueue, author, { id, state: removedInTime }, when)
  await sql`update reported_comments set decided = true where company = ${company} and id = ${id}`.execute(tx)
}

/**
 * Reports a comment that the employee sees, once. Returns the case to open if nobody has reported it since it was last decided about;
 * null if there is one already, and undefined if the employee sees no such comment.
 */
export async function reportComment(
  tx: Database,
  scope: NewsScope,
  { kommentarId, anledning, ...unwritten }: ReportComment,
  at: Date,
): Promise<NewCase | null | undefined> {
  unwritten satisfies AllWritten
  await lockComment(tx, kommentarId)
  const reportable = selected({
    itemId: m('item_id'),
    isGroup: sql<boolean>`c.company is null`,
    authorId: m('author_id'),
    // The case belongs to the company of the author, whom the office answers. Without an author it belongs to the channel's company, and
    // for the group's channel to the reader's.
    company: sql<string>`coalesce(e.company, c.company, ${scope.company})`,
    area: areaOf(sql`e.id`),
  })
  const { rows } = await sql<RowOf<typeof reportable>>`
    select ${reportable}
    from news_comments m join news_items i on i.id = m.item_id join news_channels c on c.id = i.channel_id
      left join employees e on e.id = m.author_id
    where m.id = ${kommentarId} and m.moderation is null and ${seenBy(scope)}
    for update of m`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  if (found.authorId === scope.id) throw refused({ kommentarId: ['Du kan ta bort din egen kommentar själv.'] })
  const { rows: opened } = await sql<Pick<Selectable<NewsTables['reported_comments']>, 'id' | 'number'>>`
    insert into reported_comments (company, comment_id, reported_at) values (${found.company}, ${kommentarId}, ${at})
    on conflict (comment_id) where not decided do nothing returning id, number`.execute(tx)
  await sql`
    insert into comment_reports (company, reported_id, reporter_id, reason)
    select r.company, r.id, ${scope.id}, ${anledning} from reported_comments r
    where r.comment_id = ${kommentarId} and not r.decided on conflict do nothing`.execute(tx)
  const [first] = opened
  return first
    ? {
        company: found.company,
        id: first.id,
        number: spokenNumber(first.number),
        area: found.area,
        category: null,
        about: placeOf({ isGroup: found.isGroup, itemId: found.itemId, commentId: kommentarId }),
        reporterId: found.authorId,
      }
    : null
}
