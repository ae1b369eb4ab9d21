import { sql } from 'kysely'
import type { Database, OfPlace } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf, type Selected } from '#platform/server/db/rows.ts'
import { PAGE_SIZE } from '../rules.ts'
import { findCursors, knownCursors, CURSOR_EVERY, type Cursor, type Cursors } from './cursors.ts'
import { is, listed, type Channel, type StoredItem } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

export interface StoredPage {
  readonly items: readonly StoredItem[]
  readonly total: number
}

const c = columnsOf<NewsTables['news_channels']>('c')
const ofChannel = selected({ total: c('total'), version: c('version') })
/** The item's id is null if the page is empty. */
const itemOrNone = (compact: boolean): Selected<Omit<StoredItem, 'id'> & { readonly id: StoredItem['id'] | null }> =>
  listed(compact)
type Row = RowOf<typeof ofChannel> & RowOf<ReturnType<typeof itemOrNone>>

type Where = (...values: string[]) => ReturnType<typeof sql>

/** No page ends more items than this after the cursor before it. */
const PAST_ANY_PAGE = CURSOR_EVERY + PAGE_SIZE

/** The query of a page: from the beginning of a channel, or from a cursor on. */
function pageQuery(where: Where, compact: boolean, from?: ReturnType<typeof sql>) {
  // Only the index is scanned up to the page, and only the rows of the page are read. Both limits are literals: for a parameter the planner
  // assumes a tenth of the channel, and in a long channel it then plans again at each execution.
  return (offset: number, ...channel: string[]) => sql<RowOf<typeof ofChannel> & RowOf<ReturnType<typeof itemOrNone>>>`
        select ${ofChannel}, ${itemOrNone(compact)}
        from news_channels c
        left join lateral (
          select id from (
            select id, published_at from news_items where channel_id = c.id ${from ?? sql``}
            order by published_at desc, id desc limit ${sql.lit(PAST_ANY_PAGE)}
          ) candidates
          order by published_at desc, id desc limit ${sql.lit(PAGE_SIZE)} offset ${offset}
        ) page on true
        left join news_items i on i.id = page.id
        where ${where(...channel)}
        order by i.published_at desc, i.id desc`
}

const onwards = (publishedAt: string, id: number) =>
  sql`and (published_at, id) <= (${publishedAt}::timestamptz, ${id}::bigint)`

const inRegion = (company = '', area = '') => sql`c.company = ${company} and c.area = ${area}`
const inGroup = () => sql`c.company is null`

const pageReader = (compact: boolean) => {
  const near = {
    region: prepared((_db, offset: number, company: string, area: string) =>
      pageQuery(inRegion, compact)(offset, company, area),
    ),
    group: prepared((_db, offset: number) => pageQuery(inGroup, compact)(offset)),
  }
  const far = {
    region: prepared((_db, offset: number, at: string, id: number, company: string, area: string) =>
      pageQuery(inRegion, compact, onwards(at, id))(offset, company, area),
    ),
    group: prepared((_db, offset: number, at: string, id: number) =>
      pageQuery(inGroup, compact, onwards(at, id))(offset),
    ),
  }
  /** Reads the page that begins `offset` items after a cursor, or after the beginning. */
  return (db: Database, channel: Channel, offset: number, cursor?: Cursor): Promise<Row[]> => {
    if (channel === 'group') {
      return cursor ? far.group(db, offset, cursor.publishedAt, cursor.id) : near.group(db, offset)
    }
    const { company, area } = channel
    return cursor
      ? far.region(db, offset, cursor.publishedAt, cursor.id, company, area)
      : near.region(db, offset, company, area)
  }
}

const readers = { compact: pageReader(true), full: pageReader(false) }

export interface PageRequest {
  /** Counted from 0. */
  readonly page: number
  readonly compact: boolean
}

/** One page of a channel, newest first. */
export async function pageOf(db: Database, channel: Channel, { page, compact }: PageRequest): Promise<StoredPage> {
  const read = compact ? readers.compact : readers.full
  const offset = page * PAGE_SIZE
  if (offset < CURSOR_EVERY) return asPage(await read(db, channel, offset))

  // The page is read from the cursor before it, since scanning from the beginning would cost more the further away the page is.
  const name = JSON.stringify(channel)
  const from = async ({ at, version }: Cursors) => {
    const cursor = at[Math.floor(offset / CURSOR_EVERY) - 1]
    // If there is no such cursor, there is no such page, and the query only returns the number of items.
    const rows = await (cursor ? read(db, channel, offset % CURSOR_EVERY, cursor) : read(db, channel, PAST_ANY_PAGE))
    return { holds: rows[0]?.version === version, rows }
  }
  const known = await knownCursors(db, name)
  const found = known && (await from(known))
  if (found?.holds) return asPage(found.rows)
  return asPage((await from(await findCursors(db, name, is(channel)))).rows)
}

function asPage(rows: readonly Row[]): StoredPage {
  return {
    total: rows[0]?.total ?? 0,
    items: rows.flatMap(({ id, version: _version, total: _total, ...rest }) => (id === null ? [] : [{ id, ...rest }])),
  }
}

/** The areas of a company that have news. */
export async function newsForAreas(db: Database, company: string): Promise<OfPlace[]> {
  const rows = await newsTables(db)
    .selectFrom('news_channels')
    .select('area')
    .where('company', '=', company)
    .where('total', '>', 0)
    .execute()
  return rows.flatMap(({ area }) => (area === null ? [] : [{ place: area, what: 'nyheter' }]))
}
