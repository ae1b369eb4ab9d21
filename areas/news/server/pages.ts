import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { PAGE_SIZE } from '../rules.ts'
import { findMarks, knownMarks, MARK_EVERY, type Mark, type Marks } from './marks.ts'
import { is, listed, type Channel, type StoredItem } from './store.ts'
import type { NewsTables } from './tables.ts'

export interface StoredPage {
  readonly items: readonly StoredItem[]
  readonly total: number
}

/** An item, its id null where the page is empty, beside what is known of the channel. */
type Row = Omit<StoredItem, 'id'> &
  Pick<Selectable<NewsTables['news_channels']>, 'total' | 'version'> & { readonly id: StoredItem['id'] | null }

type Where = (...values: string[]) => ReturnType<typeof sql>

/** More than any page is after the mark before it. */
const PAST_ANY_PAGE = MARK_EVERY + PAGE_SIZE

/** The wording of a page: from the beginning of a channel, or from a mark on. */
function wordPage(where: Where, compact: boolean, from?: ReturnType<typeof sql>) {
  // The index alone is walked to the page; only the rows on it are read. Both bounds stand in figures: of a limit that is a value
  // the planner believes a tenth of the channel, and in a long one it then plans every reading anew.
  return (db: Database, offset: number, ...channel: string[]) => ({
    compile: () =>
      sql<Row>`
        select c.total, c.version, ${listed(compact)}
        from news_channels c
        left join lateral (
          select id from (
            select id, published_at from news_items where channel_id = c.id ${from ?? sql``}
            order by published_at desc, id desc limit ${sql.lit(PAST_ANY_PAGE)}
          ) stretch
          order by published_at desc, id desc limit ${sql.lit(PAGE_SIZE)} offset ${offset}
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
    region: prepared((db, offset: number, company: string, area: string) =>
      wordPage(inRegion, compact)(db, offset, company, area),
    ),
    group: prepared((db, offset: number) => wordPage(inGroup, compact)(db, offset)),
  }
  const far = {
    region: prepared((db, offset: number, at: string, id: number, company: string, area: string) =>
      wordPage(inRegion, compact, onwards(at, id))(db, offset, company, area),
    ),
    group: prepared((db, offset: number, at: string, id: number) =>
      wordPage(inGroup, compact, onwards(at, id))(db, offset),
    ),
  }
  /** So far after a mark, or after the beginning. */
  return (db: Database, channel: Channel, offset: number, mark?: Mark): Promise<Row[]> => {
    if (channel === 'group') {
      return mark ? far.group(db, offset, mark.publishedAt, mark.id) : near.group(db, offset)
    }
    const { company, area } = channel
    return mark
      ? far.region(db, offset, mark.publishedAt, mark.id, company, area)
      : near.region(db, offset, company, area)
  }
}

const readers = { compact: reader(true), full: reader(false) }

export interface AskedPage {
  /** Counted from 0. */
  readonly page: number
  readonly compact: boolean
}

/** One page of a channel, newest first. */
export async function pageOf(db: Database, channel: Channel, { page, compact }: AskedPage): Promise<StoredPage> {
  const read = compact ? readers.compact : readers.full
  const offset = page * PAGE_SIZE
  if (offset < MARK_EVERY) return asPage(await read(db, channel, offset))

  // From the mark before it: counting all the way to a page would cost more the further away it is.
  const name = JSON.stringify(channel)
  const from = async ({ at, version }: Marks) => {
    const mark = at[Math.floor(offset / MARK_EVERY) - 1]
    // Without one there is no such page: all that is asked is how many items there are.
    const rows = await (mark ? read(db, channel, offset % MARK_EVERY, mark) : read(db, channel, PAST_ANY_PAGE))
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
