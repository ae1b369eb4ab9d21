import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { documentStore } from '#core/documents/server/store.ts'
import type { Database, EraseAgain, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import type { Channel } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

const i = columnsOf<NewsTables['news_items']>('i')
const itemFields = selected({ id: i('id'), guid: i('guid') })
type Item = RowOf<typeof itemFields>

/** The kind under which a removed item is recorded (platform/server/erasures.ts). */
const itemKind = 'news item'

/** An id may be another item's after a restore, so a hash of the guid is recorded with it: the guid itself may have the title's words. */
const subjectOf = ({ id, guid }: Item) => `${id} ${createHash('sha256').update(guid).digest('hex')}`

/** Those of a channel's items that have one of the guids. */
export async function itemsOf(db: Database, channel: Channel, guids: readonly string[]): Promise<readonly Item[]> {
  const { company, area } = channel === 'group' ? { company: null, area: null } : channel
  const { rows } = await sql<RowOf<typeof itemFields>>`
    select ${itemFields} from news_items i join news_channels c on c.id = i.channel_id
    where c.company is not distinct from ${company} and c.area is not distinct from ${area} and i.guid = any(${[...guids]})
    order by i.id`.execute(db)
  return rows
}

/** Removes an item with its comments and files, also from what a later restore brings back. The case of a reported comment stays. */
export async function removeItem(platform: Pick<Platform, 'db' | 'clock' | 'config'>, item: Item): Promise<void> {
  const documents = documentStore(platform)
  await platform.db.transaction().execute(async (tx) => {
    await newsTables(tx).selectFrom('news_items').select('id').where('id', '=', item.id).forUpdate().execute()
    const files = await newsTables(tx)
      .selectFrom('news_files')
      .select('document_id')
      .where('item_id', '=', item.id)
      .execute()
    // The rows of news_files go with their documents.
    await documents.forget(
      tx,
      files.map((file) => file.document_id),
    )
    await newsTables(tx).deleteFrom('news_items').where('id', '=', item.id).execute()
    await recordErasures(tx, itemKind, [subjectOf(item)])
  })
}

export const removeItemsAgain: Readonly<Record<string, EraseAgain>> = {
  async [itemKind](tx, subjects) {
    await sql`delete from news_items i
      where i.id || ' ' || encode(sha256(convert_to(i.guid, 'UTF8')), 'hex') = any(${[...subjects]})`.execute(tx)
  },
}
