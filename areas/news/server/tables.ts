import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

export type NewsTables = {
  /** `company` and `area` are null for the group's channel. */
  news_channels: {
    id: Generated<number>
    company: string | null
    area: string | null
    /** The number of its items, counted by a trigger. */
    total: Generated<number>
    /** Changes with each change of its items. */
    version: Generated<number>
  }
  news_items: {
    id: Generated<number>
    channel_id: number
    guid: string
    content_hash: string
    title: string
    intro: string
    body: string
    author_name: string
    published_at: Date
  }
  news_files: {
    document_id: string
    item_id: number
    kind: 'picture' | 'attachment'
    file_name: string
    position: number
  }
  news_comments: {
    id: Generated<number>
    item_id: number
    /** Null once its author has been deleted. */
    author_id: string | null
    body: string
    created_at: Date
    /** What the office has decided; null: everybody sees it. */
    moderation: 'Dold' | 'Borttagen' | null
    moderated_why: string | null
  }
  /** A comment that readers have reported, until it is decided about. */
  reported_comments: {
    company: string
    id: Generated<number>
    number: Generated<number>
    /** Null once its author has removed it. */
    comment_id: number | null
    reported_at: Date
    decided: Generated<boolean>
  }
  comment_reports: {
    company: string
    id: Generated<string>
    reported_id: number
    /** Null once the employee who reported it has been erased. */
    reporter_id: string | null
    reason: string
  }
  /** The words by which an item is found; a trigger writes them. */
  news_words: {
    item_id: number
    channel_id: number
    published_at: Date
    /** Text of PostgreSQL's type tsvector. */
    title: string
    words: string
  }
  /** The same for the newest items of each channel, which are searched first (recent-words.ts). */
  news_recent_words: NewsTables['news_words']
  /** The time since which `news_recent_words` has all items of a channel. No row until the channel has been filled. */
  news_recent: { channel_id: number; since: Date }
  /** One row while items from before the search was introduced remain to be made searchable. */
  news_words_due: { below: number }
}

export const newsTables = (db: Database) => db.withTables<NewsTables>()
