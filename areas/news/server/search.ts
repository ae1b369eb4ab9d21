import { sql } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { AreaSearch, Database, Searched } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { wordsOf } from '#platform/server/rich-text.ts'
import { operandsOf, queryOf } from '#platform/server/search.ts'
import { newsGate } from '../gate.ts'
import { scopeOf } from './scope.ts'
import { type NewsScope, seenBy } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

// A common word is among the newest items of a channel, one that is less so among more of them; only a rare one is looked up among all, where
// it has few: what a search costs then hardly depends on how many items there are (docs/decisions/0091).
const NEWEST = 150
const MORE_OF_THE_NEWEST = 1000
const ENOUGH = 20
/** Of several words, those with more hits than so among the newest are compared with what the others find, and not looked up themselves. */
const RARE = 6
/** Of so many hits those with the words in their title come first. */
const RANKED = 60

const i = columnsOf<NewsTables['news_items']>('i')
const hit = selected({
  id: i('id'),
  title: i('title'),
  intro: i('intro'),
  publishedAt: i('published_at'),
  ofGroup: sql<boolean>`${columnsOf<NewsTables['news_channels']>('c')('company')} is null`,
})

type Hit = RowOf<typeof hit>

type Wall = Pick<NewsScope, 'company' | 'area'>

/**
 * No further back than all channels are looked through: the newest items of a quiet one are years old, and those of a busy one of this month, so
 * that what came in between would be passed over.
 */
const newest = (scope: Wall, query: ReturnType<typeof queryOf>, most: number) => sql`
  select n.item_id, n.channel_id, n.published_at, n.title
  from news_channels c cross join lateral (
    select item_id, channel_id, published_at, title from (
      select item_id, channel_id, published_at, title, words from news_words
      where channel_id = c.id order by published_at desc, item_id desc limit ${sql.lit(most)}
    ) newest
    where words @@ ${query} limit ${sql.lit(RANKED)}
  ) n
  where ${seenBy(scope)} and n.published_at >= coalesce((
    select max(last.published_at) from news_channels c cross join lateral (
      select published_at from news_words
      where channel_id = c.id order by published_at desc, item_id desc offset ${sql.lit(most - 1)} limit 1
    ) last
    where ${seenBy(scope)}), '-infinity')`

/**
 * Those of several words that are rare, all of them if none is: the index reads every item of a word, however few the words have in common.
 * Each is read once, and not for each item: of a word that it leaves out, such as 'och', the database sends a notice each time. What it has no
 * word for, such as '½', would otherwise be a rare one that nothing has.
 */
const lookedUp = (scope: Wall, operands: readonly string[]) => sql`
  (select search_query(coalesce(array_agg(operand), ${operands}::text[])) from (
    select operand, search_query(array[operand]) as query from unnest(${operands}::text[]) operand
    where cardinality(${operands}::text[]) > 1 offset 0
  ) each
  where numnode(query) > 0 and (
    select count(*) <= ${sql.lit(RARE)} from news_channels c cross join lateral (
      select words from news_words where channel_id = c.id order by published_at desc, item_id desc limit ${sql.lit(NEWEST)}
    ) n
    where ${seenBy(scope)} and n.words @@ query
  ))`

// The inner one by the index; the outer by the items that it finds, which a single word need not be compared with again. The channels are an
// array, since a join looks the words up once for each of them.
const amongAll = (scope: Wall, operands: readonly string[]) => sql`
  select w.item_id, w.channel_id, w.published_at, w.title
  from (select * from news_words where words @@ ${lookedUp(scope, operands)} offset 0) w
  where w.channel_id = any(array(select c.id from news_channels c where ${seenBy(scope)}))
    and (cardinality(${operands}::text[]) = 1 or w.words @@ ${queryOf(operands)})`

// One statement for all steps, since the way to the database costs more than the first: a step is not run if one before it has found enough.
const find = prepared((_db, company: string, area: string | null, operands: readonly string[], limit: number) => {
  const scope = { company, area }
  const query = queryOf(operands)
  const isEnough = (step: 'common' | 'uncommon') =>
    sql`(select count(*) >= greatest(${sql.lit(ENOUGH)}, ${limit}::int) from ${sql.ref(step)})`
  return sql<RowOf<typeof hit>>`
    with common as materialized (${newest(scope, query, NEWEST)}),
    uncommon as materialized (
      select item_id, channel_id, published_at, title from (${newest(scope, query, MORE_OF_THE_NEWEST)}) more where not ${isEnough('common')}
    ),
    ranked as (
      select item_id, channel_id, published_at, title @@ ${query} as by_title from (
        select item_id, channel_id, published_at, title from (
          select item_id, channel_id, published_at, title from common where ${isEnough('common')}
          union all
          select item_id, channel_id, published_at, title from uncommon where ${isEnough('uncommon')}
          union all
          select item_id, channel_id, published_at, title from (${amongAll(scope, operands)}) every
          where not ${isEnough('common')} and not ${isEnough('uncommon')}
        ) found
        order by published_at desc, item_id desc limit ${sql.lit(RANKED)}
      ) newest
    ),
    chosen as (
      select item_id, channel_id, by_title from ranked
      order by by_title desc, published_at desc, item_id desc limit ${limit}
    )
    select ${hit}
    from chosen r join news_items i on i.id = r.item_id join news_channels c on c.id = r.channel_id
    order by r.by_title desc, i.published_at desc, i.id desc`
})

/** The items found among those that the employee may see: by title first, then the newest. */
export const findNews = (db: Database, scope: NewsScope, searched: Searched, limit: number): Promise<Hit[]> =>
  find(db, scope.company, scope.area, operandsOf(searched), limit)

const MOST_EXTRACT = 140

/** As many whole words as a line or two hold; of a first one that is longer, such as an address, as much of it. */
function beginning(text: string): string {
  if (text.length <= MOST_EXTRACT) return text
  const end = text.lastIndexOf(' ', MOST_EXTRACT)
  return `${text.slice(0, end > 0 ? end : MOST_EXTRACT).toWellFormed()}\u{a0}…`
}

export const newsSearch: AreaSearch = {
  kind: 'Nyheter',
  gate: newsGate,
  async find({ db, variants }, employee, searched, limit) {
    const zone = variants.timeZoneOf(employee.company)
    const hits = await findNews(db, scopeOf(employee), searched, limit)
    return hits.map(({ id, title, intro, publishedAt, ofGroup }) => ({
      rubrik: title,
      utdrag: beginning(wordsOf(intro)),
      datum: dateIn(zone, publishedAt),
      vag: `nyheter/${ofGroup ? 'koncern' : 'region'}/${id}`,
    }))
  },
}

/** Few enough at a time that requests wait only a moment for an embedded database. */
const AT_A_TIME = 200

/** Makes the items from before the search findable, newest first. Killed in between, it continues where it was. */
export async function fillNewsWords(db: Database): Promise<void> {
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      const due = await newsTables(tx)
        .selectFrom('news_words_due')
        .select('below')
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!due) return true
      const { rows } = await sql<{ below: number | null }>`
        with items as (
          select id, channel_id, published_at, title, intro, body from news_items
          where id < ${due.below} order by id desc limit ${AT_A_TIME}
        ), filled as (
          insert into news_words (item_id, channel_id, published_at, title, words)
          select id, channel_id, published_at, search_words(title),
            search_words(title || ' ' || news_text(intro) || ' ' || news_text(body))
          from items on conflict do nothing
        )
        select min(id) as below from items`.execute(tx)
      const below = rows[0]?.below ?? null
      if (below === null) await newsTables(tx).deleteFrom('news_words_due').execute()
      else await newsTables(tx).updateTable('news_words_due').set({ below }).execute()
      return below === null
    })
    if (done) return
  }
}
