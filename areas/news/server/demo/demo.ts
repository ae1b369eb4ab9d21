import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { makeFile } from '#core/documents/server/demo/file.ts'
import { ensureChannel, knownItems, publish, type IncomingItem } from '../publish.ts'
import type { Channel } from '../store.ts'
import { groupArticles } from './group-articles.ts'
import { ownArticles } from './own-articles.ts'
import { drawn } from './pictures.ts'
import { places, type Article, type Attached, type PictureName } from './place.ts'
import { regionArticles } from './region-articles.ts'

interface Edition {
  readonly channel: Channel
  readonly articles: readonly Article[]
  /** Who comments: company and user name. */
  readonly readers: readonly (readonly [string, string])[]
}

/** The news that are published until a day. They fit the season and name its months. */
export const editionsOf = (today: string): readonly Edition[] => [
  {
    channel: 'group',
    articles: groupArticles(today),
    readers: places.flatMap(({ company, staff }) => staff.slice(0, 4).map((userName) => [company, userName] as const)),
  },
  ...places.map((place): Edition => ({
    channel: { company: place.company, area: place.area },
    articles: [...regionArticles(place, today), ...ownArticles(place.area, today)],
    readers: place.staff.map((userName) => [place.company, userName] as const),
  })),
]

/** Some months of news for every area and the group, with pictures, attachments and comments. Created once. */
export async function demoNews(platform: Platform, today: string): Promise<void> {
  const pictures = new Map<PictureName, ReturnType<typeof drawn>>()
  const picture = (name: PictureName) => {
    const made = pictures.get(name) ?? drawn(name)
    pictures.set(name, made)
    return made
  }
  for (const edition of editionsOf(today)) {
    const known = await knownItems(platform.db, edition.channel)
    const missing = edition.articles.filter(({ key }) => !known.has(guidOf(key)))
    if (missing.length === 0) continue
    await ensureChannel(platform.db, edition.channel)
    // Oldest first, as real news arrives.
    for (const article of missing.toSorted((a, b) => b.ago - a.ago)) {
      const item = await incoming(article, today, picture)
      const id = await publish(platform, edition.channel, item)
      await addComments(platform.db, id, edition, article, publishedAt(article, today))
    }
  }
}

const guidOf = (key: string) => `linjen-demo:${key}`

async function incoming(
  article: Article,
  today: string,
  picture: (name: PictureName) => ReturnType<typeof drawn>,
): Promise<IncomingItem> {
  const { key, title, author, body, attachment } = article
  return {
    guid: guidOf(key),
    contentHash: '',
    title,
    intro: '',
    body,
    base: null,
    authorName: author,
    publishedAt: publishedAt(article, today),
    pictures: new Map(
      article.picture ? [[`bild:${article.picture.name}`, await picture(article.picture.name)] as const] : [],
    ),
    attachments: attachment ? [await attachmentOf(attachment, author, publishedAt(article, today))] : [],
  }
}

async function attachmentOf({ fileName, lines: [title = '', ...paragraphs] }: Attached, author: string, dated: Date) {
  return {
    fileName,
    bytes: Buffer.from(await makeFile(fileName, { title, author, dated, sections: [{ paragraphs }] })),
  }
}

const publishedAt = ({ ago, time }: Article, today: string) => new Date(`${addDays(today, -ago)}T${time}:00Z`)

async function addComments(
  db: Database,
  itemId: number,
  { readers }: Edition,
  { key, comments = [] }: Article,
  publishedAt: Date,
): Promise<void> {
  if (comments.length === 0) return
  // The same commenters for the same article at every first start, and others for the next article.
  const first = createHash('sha256').update(key).digest().readUInt16BE(0)
  const rows = comments.map((body, index) => {
    const [company, userName] = readers[(first + index) % readers.length] ?? []
    return { company, userName, body, at: new Date(publishedAt.getTime() + (index + 1) * 47 * 60_000).toISOString() }
  })
  await sql`
    insert into news_comments (item_id, author_id, body, created_at)
    select ${itemId}, e.id, r.body, r.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(company text, "userName" text, body text, at timestamptz)
    join employees e on e.company = r.company and e.user_name = r."userName"
    order by r.at`.execute(db)
}
