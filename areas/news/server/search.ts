import { sql } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { SearchHit } from '#platform/contract/search.ts'
import type { AreaSearch, Database, Platform, Searched, Searcher } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { wordsOf } from './rich-text.ts'
import { operandsOf, queryOf } from '#platform/server/search.ts'
import { newsGate } from '../gate.ts'
import { scopeOf } from './scope.ts'
import { type NewsScope, seenBy } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

// A search has steps, so that its cost does not depend on how many items there are (docs/decisions/0091, 0110). A common word is found
// among
// the newest items of a channel, a less common one among more of the newest. A rarer word is looked up in the index of the recent items,
// and
// in that of all items only if hardly any recent item has it.
const NEWEST = 150
const MORE_OF_THE_NEWEST = 400
const ENOUGH = 20
/**
 * The most hits that a rare word has among the newest items. Of several words only the rare ones are looked up; the others are compared
 * with what these find.
 */
const RARE = 6
/** Among this many of the newest hits, those with the words in their title come first. */
const RANKED = 60

const i = columnsOf<NewsTables['news_items']>('i')
const columns = {
  id: i('id'),
  title: i('title'),
  intro: i('intro'),
  publishedAt: i('published_at'),
  ofGroup: sql<boolean>`${columnsOf<NewsTables['news_channels']>('c')('company')} is null`,
}
const hit = selected(columns)
/** A row for each hit, or one row without a hit, since each row also shows whether older items were left out. */
const hitAtMost = selected({ ...columns, isHit: sql<boolean>`i.id is not null`, older: sql<boolean>`o.older` })

type Hit = RowOf<typeof hit>

type Wall = Pick<NewsScope, 'company' | 'area'>

/**
 * The hits among the newest `most` items of each channel, as far back as the newest `most` reach in every channel. Those of a quiet channel
 * may go back years and those of a busy one only weeks, so that older hits of the busy channel would be passed over.
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
 * The rare ones of several words, each with its hits among the newest items. A word's query is made once and not for each item, because the
 * database sends a notice each time it leaves out a stop word, such as 'och'. A sign that is no word to the database, such as '½', has an
 * empty query and is excluded; otherwise it would be a rare word without hits.
 */
const rareOnes = (scope: Wall, operands: readonly string[]) => sql`
  (select operand, query, hits from (
    select operand, search_query(array[operand]) as query from unnest(${operands}::text[]) operand
    where cardinality(${operands}::text[]) > 1 offset 0
  ) each cross join lateral (
    select count(*) as hits from news_channels c cross join lateral (
      select words from news_words where channel_id = c.id order by published_at desc, item_id desc limit ${sql.lit(NEWEST)}
    ) n
    where ${seenBy(scope)} and n.words @@ query
  ) among
  where numnode(query) > 0 and hits <= ${sql.lit(RARE)})`

/**
 * The query to look up: the rare ones of several words, or all words if none is rare. The index reads every item of each looked-up word,
 * however few items have all of the words.
 */
const lookedUp = (scope: Wall, operands: readonly string[]) => sql`
  (select search_query(coalesce(array_agg(operand), ${operands}::text[])) from ${rareOnes(scope, operands)} seldom)`

/** Whether an item has all words. A single word need not be compared again with what the index has found for it. */
const fits = (operands: readonly string[]) =>
  sql`(cardinality(${operands}::text[]) = 1 or w.words @@ ${queryOf(operands)})`

// The inner query uses the index of words; the outer one filters the items that it finds. The channels are an array, since with a join
// PostgreSQL would look the words up once for each channel.
const inIndex = (table: 'news_words' | 'news_recent_words', scope: Wall, sought: ReturnType<typeof lookedUp>) => sql`
  (select * from ${sql.ref(table)} where words @@ ${sought} offset 0) w
  where w.channel_id = any(array(select c.id from news_channels c where ${seenBy(scope)}))`

const isEnough = (step: 'common' | 'uncommon', limit: number) =>
  sql`(select count(*) >= greatest(${sql.lit(ENOUGH)}, ${limit}::int) from ${sql.ref(step)})`

/** The steps that read the newest items. The second runs only if the first has found too little. */
const amongNewest = (scope: Wall, query: ReturnType<typeof queryOf>, limit: number) => sql`
  common as materialized (${newest(scope, query, NEWEST)}),
  uncommon as materialized (
    select item_id, channel_id, published_at, title from (${newest(scope, query, MORE_OF_THE_NEWEST)}) more
    where not ${isEnough('common', limit)}
  )`

/** Chooses the hits to show from what the steps have found: those with the words in the title first, then the newest. */
const chosenOf = (query: ReturnType<typeof queryOf>, limit: number, rest: ReturnType<typeof sql>) => sql`
  ranked as (
    select item_id, channel_id, published_at, title @@ ${query} as by_title from (
      select item_id, channel_id, published_at, title from (
        select item_id, channel_id, published_at, title from common where ${isEnough('common', limit)}
        union all
        select item_id, channel_id, published_at, title from uncommon where ${isEnough('uncommon', limit)}
        union all
        ${rest}
      ) found
      order by published_at desc, item_id desc limit ${sql.lit(RANKED)}
    ) newest
  ),
  chosen as (
    select item_id, channel_id, by_title from ranked
    order by by_title desc, published_at desc, item_id desc limit ${limit}
  )`

const items = sql`chosen r join news_items i on i.id = r.item_id join news_channels c on c.id = r.channel_id`
const best = sql`order by r.by_title desc, i.published_at desc, i.id desc`

// All steps are one statement, since a round trip to the database costs more than the first step. PostgreSQL skips a step if one before it
// has
// found enough.
const find = prepared((_db, company: string, area: string | null, operands: readonly string[], limit: number) => {
  const scope = { company, area }
  const query = queryOf(operands)
  const rest = sql`
    select item_id, channel_id, published_at, title
    from ${inIndex('news_words', scope, lookedUp(scope, operands))}
      and ${fits(operands)} and not ${isEnough('common', limit)} and not ${isEnough('uncommon', limit)}`
  return sql<RowOf<typeof hit>>`
    with ${amongNewest(scope, query, limit)}, ${chosenOf(query, limit, rest)}
    select ${hit} from ${items} ${best}`
})

/** Searches all items that the employee may see. Hits in the title come first, then the newest. */
export const findNews = (db: Database, scope: NewsScope, searched: Searched, limit: number): Promise<Hit[]> =>
  find(db, scope.company, scope.area, operandsOf(searched), limit)

// Recent items are searched as far back as every channel that the employee sees has all of them. Of several words the rarest is looked up.
// If
// fewer recent items than `limit` have it, it is looked up among all items: that reads more by about the ratio of all items to the recent
// ones.
// The exception is a word that has gone out of use, since nothing recent shows how many old items have it.
const findRecent = prepared((_db, company: string, area: string | null, operands: readonly string[], limit: number) => {
  const scope = { company, area }
  const query = queryOf(operands)
  const sought = sql`(select query from sought)`
  const isDue = sql`not ${isEnough('common', limit)} and not ${isEnough('uncommon', limit)}`
  const everywhere = sql`
    (select since = 'infinity' or since > '-infinity' and (select rare from sought) and (select count(*) < ${limit}::int from recent) from reach)`
  const rest = sql`
    select item_id, channel_id, published_at, title from recent where fits and not ${everywhere}
    union all
    select item_id, channel_id, published_at, title
    from ${inIndex('news_words', scope, sought)} and ${fits(operands)} and ${isDue} and ${everywhere}`
  return sql<RowOf<typeof hitAtMost>>`
    with ${amongNewest(scope, query, limit)},
    sought as materialized (
      select coalesce(rarest.query, ${query}) as query, cardinality(${operands}::text[]) = 1 or rarest.query is not null as rare
      from (select) one left join (
        select query from ${rareOnes(scope, operands)} seldom order by hits limit 1
      ) rarest on true
    ),
    reach as materialized (
      select max(coalesce(kept.since, 'infinity')) as since
      from news_channels c left join news_recent kept on kept.channel_id = c.id
      where ${seenBy(scope)}
    ),
    recent as materialized (
      select item_id, channel_id, published_at, title, ${fits(operands)} as fits
      from ${inIndex('news_recent_words', scope, sought)}
        and w.published_at >= (select since from reach) and ${isDue}
    ),
    ${chosenOf(query, limit, rest)}
    select ${hitAtMost}
    from (
      select ${isDue} and coalesce(not ${everywhere} and (select since > '-infinity' from reach), false) as older
    ) o left join (${items}) on true
    ${best}`
})

/** Searches the recent items, and all items if hardly any recent one has the rarest word. `older`: older items were not searched. */
export async function findRecentNews(
  db: Database,
  scope: NewsScope,
  searched: Searched,
  limit: number,
): Promise<{ readonly hits: Hit[]; readonly older: boolean }> {
  const rows = await findRecent(db, scope.company, scope.area, operandsOf(searched), limit)
  return { hits: rows.filter(({ isHit }) => isHit), older: rows.some(({ older }) => older) }
}

const MOST_EXTRACT = 140

/** The beginning of a text: as many whole words as fit on a line or two. If the first word is longer, such as an address, it is cut. */
function beginning(text: string): string {
  if (text.length <= MOST_EXTRACT) return text
  const end = text.lastIndexOf(' ', MOST_EXTRACT)
  return `${text.slice(0, end > 0 ? end : MOST_EXTRACT).toWellFormed()}\u{a0}…`
}

const asFound = ({ variants }: Platform, { company }: Searcher, hits: readonly Hit[]): SearchHit[] =>
  hits.map(({ id, title, intro, publishedAt, ofGroup }) => ({
    rubrik: title,
    utdrag: beginning(wordsOf(intro)),
    datum: dateIn(variants.timeZoneOf(company), publishedAt),
    vag: `nyheter/${ofGroup ? 'koncern' : 'region'}/${id}`,
  }))

export const newsSearch: AreaSearch = {
  kind: 'Nyheter',
  gate: newsGate,
  async find(platform, employee, searched, limit) {
    return asFound(platform, employee, await findNews(platform.db, scopeOf(employee), searched, limit))
  },
  async findRecent(platform, employee, searched, limit) {
    const { hits, older } = await findRecentNews(platform.db, scopeOf(employee), searched, limit)
    return { hits: asFound(platform, employee, hits), older }
  },
}

/** Few enough that requests wait only a moment for an embedded database. */
const AT_A_TIME = 200

/** Makes the items from before the search was introduced searchable, newest first. If it is killed, the next run continues from there. */
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
