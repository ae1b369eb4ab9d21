import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { NewsTables } from './tables.ts'

/** How many items there are from one cursor to the next. */
export const CURSOR_EVERY = 100
const MOST_CHANNELS = 200

/** An item's position in the order of its channel. */
export interface Cursor {
  /** As PostgreSQL writes it: a Date would lose the microseconds. */
  readonly publishedAt: string
  readonly id: number
}

/** The positions of every hundredth item of a channel, newest first, in one version of the channel. */
export interface Cursors {
  readonly version: number
  /** The first cursor is the position of the item after the first CURSOR_EVERY items. */
  readonly at: readonly Cursor[]
}

interface Finding {
  readonly cursors: Promise<Cursors>
  underWay: boolean
}

// Per database, since tests have several in a process.
const remembered = new WeakMap<Database, LRUCache<string, Finding>>()

function channelsOf(db: Database): LRUCache<string, Finding> {
  let channels = remembered.get(db)
  if (!channels) {
    channels = new LRUCache({ max: MOST_CHANNELS })
    remembered.set(db, channels)
  }
  return channels
}

/** The cursors that were found last; the caller must compare the version. */
export async function knownCursors(db: Database, channel: string): Promise<Cursors | null> {
  return (await channelsOf(db).get(channel)?.cursors) ?? null
}

/** Reads the cursors from the database; concurrent callers share the result. */
export function findCursors(db: Database, channel: string, which: ReturnType<typeof sql>): Promise<Cursors> {
  const channels = channelsOf(db)
  const last = channels.get(channel)
  if (last?.underWay) return last.cursors
  const finding: Finding = {
    cursors: readCursors(db, which).finally(() => {
      finding.underWay = false
    }),
    underWay: true,
  }
  channels.set(channel, finding)
  finding.cursors.catch(() => channels.delete(channel))
  return finding.cursors
}

const cursors = selected({
  version: columnsOf<NewsTables['news_channels']>('c')('version'),
  at: sql<Cursor[]>`coalesce((
    select json_agg(json_build_object('publishedAt', published_at::text, 'id', id) order by n) from (
      select published_at, id, row_number() over (order by published_at desc, id desc) as n
      from news_items where channel_id = c.id
    ) numbered where n > 1 and n % ${CURSOR_EVERY} = 1), '[]')`,
})

async function readCursors(db: Database, which: ReturnType<typeof sql>): Promise<Cursors> {
  const { rows } = await sql<RowOf<typeof cursors>>`
    select ${cursors}
    from news_channels c where ${which}`.execute(db)
  return rows[0] ?? { version: 0, at: [] }
}
