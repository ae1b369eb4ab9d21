import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { columnsOf, selected, type AllWritten, type RowOf, type Selected } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { nameOf } from '#core/people/server/names.ts'
import type { Attachment, ChangedComment, NewComment, NewsComment } from '../contract.ts'
import type { NewsTables } from './tables.ts'

/** An area of a company, or the group. */
export type Channel = { readonly company: string; readonly area: string } | 'group'

const i = columnsOf<NewsTables['news_items']>('i')

type StoredFile = Pick<Attachment, 'fileName'> & { readonly id: string }

export const is = (channel: Channel) =>
  channel === 'group' ? sql`c.company is null` : sql`c.company = ${channel.company} and c.area = ${channel.area}`

const attachments = sql<StoredFile[]>`
  coalesce((select json_agg(json_build_object('id', f.document_id, 'fileName', f.file_name) order by f.position)
    from news_files f where f.item_id = i.id and f.kind = 'attachment'), '[]'::json)`

const common = {
  id: i('id'),
  title: i('title'),
  introText: i('intro'),
  authorName: i('author_name'),
  publishedAt: i('published_at'),
}
const whole = selected({ ...common, bodyText: i('body'), files: attachments })
const compact = selected({ ...common, bodyText: sql<string>`''`, files: sql<StoredFile[]>`'[]'::json` })

export type StoredItem = Readonly<RowOf<typeof whole>>

/** The columns of an item. */
export const listed = (isCompact: boolean): Selected<StoredItem> => (isCompact ? compact : whole)

/** Null if the channel has no such item. */
export async function itemOf(db: Database, channel: Channel, id: number): Promise<StoredItem | null> {
  const { rows } = await sql<RowOf<typeof whole>>`
    select ${whole} from news_items i join news_channels c on c.id = i.channel_id
    where i.id = ${id} and ${is(channel)}`.execute(db)
  return rows[0] ?? null
}

/** Whether a document is a picture of an item; who may read it is decided by the document. */
export async function isPicture(db: Database, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from news_files where document_id = ${documentId} and kind = 'picture'`.execute(db)
  return rows.length > 0
}

/** `area`: the area within the company, if it is known. */
export interface NewsScope extends RequestScope {
  readonly area: string | null
}

/** The items of a channel `c` that an employee may see. */
export const seenBy = (scope: Pick<NewsScope, 'company' | 'area'>) =>
  sql`(c.company is null or c.company = ${scope.company} and c.area = ${scope.area})`

/** Whether the employee may see an item, of either list. */
export async function maySee(db: Database, scope: NewsScope, itemId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from news_items i join news_channels c on c.id = i.channel_id
    where i.id = ${itemId} and ${seenBy(scope)}`.execute(db)
  return rows.length > 0
}

/** Required: fields that are optional in the contract must be selected too. */
export type StoredComment = Required<
  Omit<NewsComment, 'createdDate' | 'svar' | 'tidigareSvar' | 'moderering' | 'meddelanden'>
> & {
  readonly createdAt: Date
  readonly moderation: Required<NonNullable<NewsComment['moderering']>> | null
  readonly isGroup: boolean
}

const m = columnsOf<NewsTables['news_comments']>('m')

const commentFor = (scope: NewsScope) =>
  selected({
    id: m('id'),
    bodyText: m('body'),
    newsItemId: m('item_id'),
    createdAt: m('created_at'),
    authorName: sql<string>`coalesce(${nameOf('e')}, 'Tidigare anställd')`,
    canEdit: sql<boolean>`coalesce(${m('author_id')} = ${scope.id}, false)`,
    moderation: sql<StoredComment['moderation']>`case when m.moderation is not null
      then json_build_object('beslut', m.moderation, 'orsak', coalesce(m.moderated_why, '')) end`,
    isGroup: sql<boolean>`(select c.company is null from news_items i join news_channels c on c.id = i.channel_id where i.id = m.item_id)`,
  })

/** One page of the comments on an item, newest first. `ownOnly`: those that the employee has written. */
export async function commentsOn(
  db: Database,
  scope: NewsScope,
  itemId: number,
  { page, size, ownOnly }: { page: number; size: number; ownOnly: boolean },
): Promise<StoredComment[]> {
  const comment = commentFor(scope)
  const isOwn = sql`m.author_id = ${scope.id}`
  const { rows } = await sql<RowOf<typeof comment>>`
    select ${comment} from news_comments m left join employees e on e.id = m.author_id
    where m.item_id = ${itemId} and ${ownOnly ? isOwn : sql`(m.moderation is null or ${isOwn})`} order by m.id desc limit ${size} offset ${page * size}`.execute(
    db,
  )
  return rows
}

/** One of the employee's own comments; null if it has been removed. */
export async function ownComment(db: Database, scope: NewsScope, id: number): Promise<StoredComment | null> {
  const comment = commentFor(scope)
  const { rows } = await sql<RowOf<typeof comment>>`
    select ${comment} from news_comments m join employees e on e.id = m.author_id
    where m.id = ${id} and m.author_id = ${scope.id}`.execute(db)
  return rows[0] ?? null
}

/** Returns the comment's id; null if the employee may not see the item or it does not exist. */
export async function addComment(db: Database, scope: NewsScope, added: NewComment, at: Date): Promise<number | null> {
  const { newsItemId: itemId, bodyText: text, ...unwritten } = added
  unwritten satisfies AllWritten
  const { rows } = await sql<Pick<Selectable<NewsTables['news_comments']>, 'id'>>`
      insert into news_comments (item_id, author_id, body, created_at)
      select i.id, ${scope.id}::uuid, ${text}, ${at}::timestamptz
      from news_items i join news_channels c on c.id = i.channel_id
      where i.id = ${itemId} and ${seenBy(scope)}
      returning id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Returns whether the text differs from the one before; null if it is not the employee's own comment on that item. The item may be one that
 * the employee no longer sees: a comment stays its author's in whichever area he or she works now.
 */
export async function changeComment(db: Database, scope: NewsScope, changed: ChangedComment): Promise<boolean | null> {
  const { id, newsItemId: itemId, bodyText: text, ...unwritten } = changed
  unwritten satisfies AllWritten
  const { rows } = await sql<{ isOther: boolean }>`
      with before as (
        select m.id, m.body from news_comments m
        where m.id = ${id} and m.item_id = ${itemId} and m.author_id = ${scope.id}
        for update of m)
      update news_comments m set body = ${text} from before where m.id = before.id
      returning before.body <> ${text} as "isOther"`.execute(db)
  return rows[0]?.isOther ?? null
}

/**
 * Removes a comment, in the caller's transaction, whether or not the author still sees its item. Returns false if it is not the employee's
 * own comment.
 */
export async function removeComment(tx: Database, scope: NewsScope, id: number): Promise<boolean> {
  const { rows } = await sql<{ subject: string }>`
    delete from news_comments m where m.id = ${id} and m.author_id = ${scope.id}
    returning m.id || ' ' || to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as subject`.execute(
    tx,
  )
  await recordErasures(
    tx,
    commentKind,
    rows.map(({ subject }) => subject),
  )
  return rows.length > 0
}

/**
 * The kind under which a removed comment is recorded (platform/server/erasures.ts). The subject is the comment's id and the time at which
 * it was written, since ids are given out again after a restore. Older records, and those that operators add by hand, have an id alone.
 */
export const commentKind = 'news comment'
