import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { newsTables, type NewsTables } from './tables.ts'

/** About how many of the newest items of each channel are searched first: eight years' worth at seven items a day. */
const MOST = 20_000
/** How many items a transaction handles, so that requests wait only a moment for an embedded database. */
const AT_A_TIME = 200

const c = columnsOf<NewsTables['news_channels']>('c')
const kept = selected({
  channel: c('id'),
  /** Whether older items are left out; null until the channel has been filled in. */
  leavesOut: sql<boolean | null>`r.since > '-infinity'`,
  count: sql<number>`(select count(*)::int from news_recent_words w where w.channel_id = ${c('id')})`,
})

/**
 * Keeps the words of about `most` of the newest items of each channel in `news_recent_words`, a tenth more or less. The table has all of a
 * channel's items since `news_recent.since`, whatever is written meanwhile. If a run is killed, the next run goes on.
 */
export async function keepRecentWords(db: Database, most = MOST): Promise<void> {
  // While another process is still making older items searchable (`fillNewsWords`), those that are not ready would be left out for ever.
  if (await newsTables(db).selectFrom('news_words_due').select('below').executeTakeFirst()) return
  const { rows } = await sql<RowOf<typeof kept>>`
    select ${kept} from news_channels c left join news_recent r on r.channel_id = c.id`.execute(db)
  for (const { channel, count, leavesOut } of rows) {
    // Before a channel is filled for the first time, the trigger may have added any of its items, old ones too.
    if (leavesOut === null || (leavesOut && count < most * 0.9)) await fill(db, channel, most)
    if (count > most * 1.1) await prune(db, channel, most)
  }
}

/** Adds the words of the newest items, until there are `most`. */
async function fill(db: Database, channel: number, most: number): Promise<void> {
  let since = 'infinity'
  for (let filled = 0; filled < most && since !== '-infinity';) {
    // Items with the same time are in the same batch, so that the next batch can begin below that time. The time is text, since a Date has
    // no microseconds.
    const { rows } = await sql<{ read: number; since: string | null }>`
      with batch as (
        select * from news_words where channel_id = ${channel} and published_at < ${since}::timestamptz
        order by published_at desc fetch first ${sql.lit(AT_A_TIME)} rows with ties
      ), added as (
        insert into news_recent_words (item_id, channel_id, published_at, title, words)
        select item_id, channel_id, published_at, title, words from batch on conflict do nothing
      )
      select count(*)::int as read, min(published_at)::text as since from batch`.execute(db)
    const batch = rows[0]
    filled += batch?.read ?? 0
    since = batch?.since && batch.read >= AT_A_TIME ? batch.since : '-infinity'
  }
  await sql`
    insert into news_recent (channel_id, since)
    select id, case when exists (select 1 from news_words w where w.channel_id = c.id and w.published_at < ${since}::timestamptz)
      then ${since}::timestamptz else '-infinity' end
    from news_channels c where id = ${channel}
    on conflict (channel_id) do update set since = excluded.since`.execute(db)
}

/** Removes all but the newest `most`. First it moves `since`, so that searches no longer rely on what is removed. */
async function prune(db: Database, channel: number, most: number): Promise<void> {
  await sql`
    update news_recent set since = greatest(since, (
      select published_at from news_recent_words where channel_id = ${channel}
      order by published_at desc offset ${most - 1} limit 1))
    where channel_id = ${channel}`.execute(db)
  const since = sql`(select since from news_recent where channel_id = ${channel})`
  // Oldest first, and each batch begins where the one before ended, since removed rows remain in the index until it is vacuumed.
  for (let from: string | null = '-infinity'; from !== null;) {
    const { rows } = await sql<{ last: string | null }>`
      with old as (
        delete from news_recent_words where item_id in (
          select w.item_id from news_recent_words w
          where w.channel_id = ${channel} and w.published_at >= ${from}::timestamptz and w.published_at < ${since}
          order by w.published_at limit ${sql.lit(AT_A_TIME)}
        )
        -- One that gets another date or channel meanwhile is looked at again as it is then.
        and channel_id = ${channel} and published_at < ${since}
        returning published_at
      )
      select max(published_at)::text as last from old`.execute(db)
    from = rows[0]?.last ?? null
  }
}
