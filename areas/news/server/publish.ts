import { sql, type Selectable } from 'kysely'
import { wordsOf, introOf, sanitise, type PlacedPicture } from './rich-text.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { documentStore, type Audience } from '#core/documents/server/store.ts'
import type { Channel } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

/** A picture of an item, re-encoded by the portal. */
export interface Picture {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
}

export interface Enclosed {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** An item to publish, from a feed, a file or the demo. */
export interface IncomingItem {
  /** Identifies the item within its channel: a second one with the same guid replaces it. */
  readonly guid: string
  /** Changes when the item does. */
  readonly contentHash: string
  readonly title: string
  /** HTML; if empty, it is made from the body's first words. */
  readonly intro: string
  readonly body: string
  /** The address that relative addresses in the body refer to. */
  readonly base: string | null
  readonly authorName: string
  /** Null if unknown: then the time at which the item was first imported is used. */
  readonly publishedAt: Date | null
  /** The pictures by their addresses in the body. */
  readonly pictures: ReadonlyMap<string, Picture>
  readonly attachments: readonly Enclosed[]
}

const MAX_TITLE = 300

/** Returns a channel's id; creates the channel if it is new. */
export async function ensureChannel(db: Database, channel: Channel): Promise<number> {
  const { company, area } = channel === 'group' ? { company: null, area: null } : channel
  // In a new channel all items are among the recent ones (recent-words.ts).
  await sql`
    with added as (
      insert into news_channels (company, area) values (${company}, ${area}) on conflict do nothing returning id
    )
    insert into news_recent (channel_id, since) select id, '-infinity' from added`.execute(db)
  const { rows } = await sql<Pick<Selectable<NewsTables['news_channels']>, 'id'>>`
    select id from news_channels where company is not distinct from ${company} and area is not distinct from ${area}`.execute(
    db,
  )
  return rows[0]?.id as number
}

/** The content hashes of a channel's items, by guid. */
export async function knownItems(db: Database, channel: Channel): Promise<Map<string, string>> {
  const { company, area } = channel === 'group' ? { company: null, area: null } : channel
  const { rows } = await sql<Pick<Selectable<NewsTables['news_items']>, 'guid' | 'content_hash'>>`
    select guid, content_hash from news_items i join news_channels c on c.id = i.channel_id
    where c.company is not distinct from ${company} and c.area is not distinct from ${area}`.execute(db)
  return new Map(rows.map(({ guid, content_hash }) => [guid, content_hash]))
}

const audienceOf = (channel: Channel): Audience => (channel === 'group' ? { of: 'group' } : { of: 'area', ...channel })

interface ItemFile {
  readonly documentId: string
  readonly kind: 'picture' | 'attachment'
  readonly fileName: string
  readonly size: number
}

/** Adds an item to a channel, or replaces the item with the same guid and keeps its comments. Returns the item's id. */
export async function publish(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  channel: Channel,
  item: IncomingItem,
): Promise<number> {
  const documents = documentStore(platform)
  const audience = audienceOf(channel)
  const files: ItemFile[] = []
  const placed = new Map<string, PlacedPicture>()
  for (const [address, { jpeg, width, height }] of item.pictures) {
    const imageId = await documents.keep(jpeg)
    placed.set(address, { imageId, width, height })
    files.push({ documentId: imageId, kind: 'picture', fileName: `bild-${placed.size}.jpg`, size: jpeg.length })
  }
  for (const { fileName, bytes } of item.attachments) {
    files.push({ documentId: await documents.keep(bytes), kind: 'attachment', fileName, size: bytes.length })
  }
  return platform.db.transaction().execute(async (tx) => {
    for (const { documentId: id, fileName, size } of files) await documents.put(tx, { id, fileName, size, audience })
    const body = sanitise(item.body, { base: item.base, picture: (address) => placed.get(address) ?? null })
    const row = { ...item, body, channelId: await ensureChannel(tx, channel), now: platform.clock() }
    const id = await saveItem(tx, row)
    const replaced = await newsTables(tx)
      .selectFrom('news_files')
      .select('document_id')
      .where('item_id', '=', id)
      .execute()
    // The rows of news_files go with their documents.
    await documents.forget(
      tx,
      replaced.map((file) => file.document_id),
    )
    await sql`
      insert into news_files (document_id, item_id, kind, file_name, position)
      select f."documentId", ${id}, f.kind, f."fileName", f.n
      from rows from (json_to_recordset(${JSON.stringify(files)}::json)
        as ("documentId" text, kind text, "fileName" text)) with ordinality as f("documentId", kind, "fileName", n)`.execute(
      tx,
    )
    return id
  })
}

interface Row extends Omit<IncomingItem, 'pictures' | 'attachments'> {
  readonly channelId: number
  readonly now: Date
}

async function saveItem(db: Database, item: Row): Promise<number> {
  const title = wordsOf(item.title).slice(0, MAX_TITLE).toWellFormed() || 'Utan rubrik'
  const intro = introOf(item.intro) || introOf(item.body)
  // An item with a future date would stay at the top of the list until that day.
  const publishedAt = item.publishedAt && item.publishedAt <= item.now ? item.publishedAt : null
  const { rows } = await sql<Pick<Selectable<NewsTables['news_items']>, 'id'>>`
    insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
    values (${item.channelId}, ${item.guid}, ${item.contentHash}, ${title}, ${intro}, ${item.body},
      ${wordsOf(item.authorName).slice(0, 200).toWellFormed()}, ${publishedAt ?? item.now})
    on conflict (channel_id, guid) do update set content_hash = excluded.content_hash, title = excluded.title,
      intro = excluded.intro, body = excluded.body, author_name = excluded.author_name,
      published_at = coalesce(${publishedAt}::timestamptz, news_items.published_at)
    returning id`.execute(db)
  return rows[0]?.id as number
}
