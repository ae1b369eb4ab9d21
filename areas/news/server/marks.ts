import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { NewsTables } from './tables.ts'

/** Items from one mark to the next. */
export const MARK_EVERY = 100
const MOST_CHANNELS = 200

/** Where an item stands in the order of its channel. */
export interface Mark {
  /** As PostgreSQL writes it: a Date would lose the microseconds. */
  readonly publishedAt: string
  readonly id: number
}

/** Every hundredth item of a channel, newest first, as it was in one version of it. */
export interface Marks {
  readonly version: number
  /** The first is that of the item after the first MARK_EVERY. */
  readonly at: readonly Mark[]
}

interface Finding {
  readonly marks: Promise<Marks>
  underWay: boolean
}

// Of each database, since tests have several in a process.
const remembered = new WeakMap<Database, LRUCache<string, Finding>>()

function channelsOf(db: Database): LRUCache<string, Finding> {
  let channels = remembered.get(db)
  if (!channels) {
    channels = new LRUCache({ max: MOST_CHANNELS })
    remembered.set(db, channels)
  }
  return channels
}

/** The marks as they were found last; whoever uses them looks at the version. */
export async function knownMarks(db: Database, channel: string): Promise<Marks | null> {
  return (await channelsOf(db).get(channel)?.marks) ?? null
}

/** Finds the marks anew; all who ask meanwhile get the same. */
export function findMarks(db: Database, channel: string, which: ReturnType<typeof sql>): Promise<Marks> {
  const channels = channelsOf(db)
  const last = channels.get(channel)
  if (last?.underWay) return last.marks
  const finding: Finding = {
    marks: readMarks(db, which).finally(() => {
      finding.underWay = false
    }),
    underWay: true,
  }
  channels.set(channel, finding)
  finding.marks.catch(() => channels.delete(channel))
  return finding.marks
}

const marks = selected({
  version: columnsOf<NewsTables['news_channels']>('c')('version'),
  at: sql<Mark[]>`coalesce((
    select json_agg(json_build_object('publishedAt', published_at::text, 'id', id) order by n) from (
      select published_at, id, row_number() over (order by published_at desc, id desc) as n
      from news_items where channel_id = c.id
    ) numbered where n > 1 and n % ${MARK_EVERY} = 1), '[]')`,
})

async function readMarks(db: Database, which: ReturnType<typeof sql>): Promise<Marks> {
  const { rows } = await sql<RowOf<typeof marks>>`
    select ${marks}
    from news_channels c where ${which}`.execute(db)
  return rows[0] ?? { version: 0, at: [] }
}
