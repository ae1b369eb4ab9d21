import { sql } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { SearchHit } from '#platform/contract/search.ts'
import type { AreaSearch, Database, Platform, Searched, Searcher } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { wordsOf } from '#platform/server/rich-text.ts'
import { operandsOf, queryOf } from '#platform/server/search.ts'
import { newsGate } from '../gate.ts'
import { scopeOf } from './scope.ts'
import { type NewsScope, seenBy } from './store.ts'
import { newsTables, type NewsTables } from './tables.ts'

// A common word is among the newest items of a channel, one that is less so among more of them; a rare one is looked up among the recent ones, and
// only what hardly any of these have among all: what a search costs then does not depend on how many items there are (docs/decisions/0091, 0110).
const NEWEST = 150
const MORE_OF_THE_NEWEST = 400
const ENOUGH = 20
/** Of several words, those with more hits than so among the newest are compared with what the others find, and not looked up themselves. */
const RARE = 6
/** Of so many hits those with the words in their title come first. */
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
/** A hit, or none: whether older ones were left out is said either way. */
const hitAtMost = selected({ ...columns, isHit: sql<boolean>`i.id is not null`, older: sql<boolean>`o.older` })

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
 * Those of several words that are rare, with how many of the newest have each. A word's query is made once, and not for each item: of a word that
 * it leaves out, such as 'och', the database sends a notice each time. What it has no word for, such as '½', would otherwise be a rare one that
 * nothing has.
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

/** The rare ones of several words, all of them if none is: the index reads every item of a word, however few the words have in common. */
const lookedUp = (scope: Wall, operands: readonly string[]) => sql`
  (select search_query(coalesce(array_agg(operand), ${operands}::text[])) from ${rareOnes(scope, operands)} seldom)`

/** What a single word finds in its index need not be compared with it again. */
const fits = (operands: readonly string[]) =>
  sql`(cardinality(${operands}::text[]) = 1 or w.words @@ ${queryOf(operands)})`

// The inner one by the index; the outer by the items that it finds. The channels are an array, since a join looks the words up once for each of them.
const inIndex = (table: 'news_words' | 'news_recent_words', scope: Wall, sought: ReturnType<typeof lookedUp>) => sql`
  (select * from ${sql.ref(table)} where words @@ ${sought} offset 0) w
  where w.channel_id = any(array(select c.id from news_channels c where ${seenBy(scope)}))`

const isEnough = (step: 'common' | 'uncommon', limit: number) =>
  sql`(select count(*) >= greatest(${sql.lit(ENOUGH)}, ${limit}::int) from ${sql.ref(step)})`

/** The steps that read the newest items: the second one only if the first has found too little. */
const amongNewest = (scope: Wall, query: ReturnType<typeof queryOf>, limit: number) => sql`
  common as materialized (${newest(scope, query, NEWEST)}),
  uncommon as materialized (
    select item_id, channel_id, published_at, title from (${newest(scope, query, MORE_OF_THE_NEWEST)}) more
    where not ${isEnough('common', limit)}
  )`

/** Of what the steps have found, what is shown: with the words in the title first, then the newest. */
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

// One statement for all steps, since the way to the database costs more than the first: a step is not run if one before it has found enough.
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

/** The items found among those that the employee may see: by title first, then the newest. */
export const findNews = (db: Database, scope: NewsScope, searched: Searched, limit: number): Promise<Hit[]> =>
  find(db, scope.company, scope.area, operandsOf(searched), limit)

// The recent ones go as far back as those of every channel that is looked through. Of several words the rarest is looked up; where fewer of the
// recent items than are shown have it, it is looked up among all, which reads about as many times more as there are more items. A word that has
// gone out of use is the exception: nothing recent tells how many old ones have it.
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

/** The same of the recent items, and of all if hardly any recent ones have the rarest word. `older`: all were not looked through. */
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

/** As many whole words as a line or two hold; of a first one that is longer, such as an address, as much of it. */
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
