import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { findMarks, knownMarks, MARK_EVERY, type Mark, type Marks } from './marks.ts'
import { is, listed, type Channel, type StoredItem } from './store.ts'

export interface StoredPage {
  readonly items: readonly StoredItem[]
  readonly total: number
}

interface Row extends Omit<StoredItem, 'id'> {
  readonly id: number | null
  readonly total: number
  readonly version: number
}

type Where = (...values: string[]) => ReturnType<typeof sql>

/** The wording of a page: from the beginning of a channel, or from a mark on. */
function wordPage(where: Where, compact: boolean, from?: ReturnType<typeof sql>) {
  // The index alone is walked to the page; only the rows on it are read.
  return (db: Database, limit: number, offset: number, ...channel: string[]) => ({
    compile: () =>
      sql<Row>`
        select c.total, c.version, ${listed(compact)}
        from news_channels c
        left join lateral (
          select id from news_items where channel_id = c.id ${from ?? sql``}
          order by published_at desc, id desc limit ${limit} offset ${offset}
        ) page on true
        left join news_items i on i.id = page.id
        where ${where(...channel)}
        order by i.published_at desc, i.id desc`.compile(db),
  })
}

const onwards = (publishedAt: string, id: number) =>
  sql`and (published_at, id) <= (${publishedAt}::timestamptz, ${id}::bigint)`

const inRegion = (company = '', area = '') => sql`c.company = ${company} and c.area = ${area}`
const inGroup = () => sql`c.company is null`

const reader = (compact: boolean) => {
  const near = {
    region: prepared((db, limit: number, offset: number, company: string, area: string) =>
      wordPage(inRegion, compact)(db, limit, offset, company, area),
    ),
    group: prepared((db, limit: number, offset: number) => wordPage(inGroup, compact)(db, limit, offset)),
  }
  const far = {
    region: prepared((db, limit: number, offset: number, at: string, id: number, company: string, area: string) =>
      wordPage(inRegion, compact, onwards(at, id))(db, limit, offset, company, area),
    ),
    group: prepared((db, limit: number, offset: number, at: string, id: number) =>
      wordPage(inGroup, compact, onwards(at, id))(db, limit, offset),
    ),
  }
  return (db: Database, channel: Channel, { limit, offset, mark }: Stretch): Promise<Row[]> => {
    if (channel === 'group') {
      return mark ? far.group(db, limit, offset, mark.publishedAt, mark.id) : near.group(db, limit, offset)
    }
    const { company, area } = channel
    return mark
      ? far.region(db, limit, offset, mark.publishedAt, mark.id, company, area)
      : near.region(db, limit, offset, company, area)
  }
}

/** So many items, so far after a mark or after the beginning. */
interface Stretch {
  readonly limit: number
  readonly offset: number
  readonly mark?: Mark | undefined
}

const readers = { compact: reader(true), full: reader(false) }

export interface AskedPage {
  readonly page: number
  readonly size: number
  readonly compact: boolean
}

/** One page of a channel, newest first. */
export async function pageOf(db: Database, channel: Channel, { page, size, compact }: AskedPage): Promise<StoredPage> {
  const read = compact ? readers.compact : readers.full
  const offset = page * size
  if (offset < MARK_EVERY) return asPage(await read(db, channel, { limit: size, offset }))

  // From the mark before it: counting all the way to a page would cost more the further away it is.
  const name = JSON.stringify(channel)
  const from = async ({ at, version }: Marks) => {
    const mark = at[Math.floor(offset / MARK_EVERY) - 1]
    // Without one there is no such page: all that is asked is how many items there are.
    const rows = await read(
      db,
      channel,
      mark ? { limit: size, offset: offset % MARK_EVERY, mark } : { limit: 0, offset: 0 },
    )
    return { holds: rows[0]?.version === version, rows }
  }
  const known = await knownMarks(db, name)
  const found = known && (await from(known))
  if (found?.holds) return asPage(found.rows)
  return asPage((await from(await findMarks(db, name, is(channel)))).rows)
}

function asPage(rows: readonly Row[]): StoredPage {
  return {
    total: rows[0]?.total ?? 0,
    items: rows.flatMap(({ id, version: _version, total: _total, ...rest }) => (id === null ? [] : [{ id, ...rest }])),
  }
}
