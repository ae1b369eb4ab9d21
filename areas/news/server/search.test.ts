import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchedFor } from '#platform/server/search.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { ensureChannel } from './publish.ts'
import { keepRecentWords } from './recent-words.ts'
import { fillNewsWords, findNews, findRecentNews } from './search.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const scope = { id: '00000000-0000-4000-8000-000000000001', company: 'norr', area: 'Umeå' }
const titles = async (typed: string) =>
  (await findNews(portal.db, scope, searchedFor(typed), 5)).map(({ title }) => title)

async function addItems(company: string | null, from: number, to: number, body: string): Promise<void> {
  const channel = await ensureChannel(portal.db, company === null ? 'group' : { company, area: 'Umeå' })
  await sql`
    insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
    select ${channel}, 'fyll-' || n, 'x', 'Fyllning ' || n, '', ${body}, '', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) n`.execute(portal.db)
}

test('items from before the search are filled in, newest first, and what is added meanwhile stays', async () => {
  const { db } = portal
  await addItems('norr', 1, 450, '<p>Om hjortron.</p>')
  await sql`truncate news_words`.execute(db)
  await sql`insert into news_words_due select max(id) + 1 from news_items`.execute(db)
  await addItems('norr', 451, 452, '<p>Om hjortron.</p>')
  expect(await titles('hjortron')).toEqual(['Fyllning 452', 'Fyllning 451'])

  // If a process is killed after one batch, the next process does the rest.
  await sql`
    create function stop_filling() returns trigger language plpgsql as $$
    begin
      if (select count(*) from news_words) > 250 then raise exception 'killed'; end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger stop_filling before insert on news_words execute function stop_filling()`.execute(db)
  await expect(fillNewsWords(db)).rejects.toThrow('killed')
  await expect(fillNewsWords(db)).rejects.toThrow('killed')
  const filled = async () =>
    (
      await sql<{
        n: number
        due: number
      }>`select count(*) as n, (select count(*) from news_words_due) as due from news_words`.execute(db)
    ).rows[0]
  const { n } = (await filled())!
  expect(n).toBeGreaterThan(2)
  expect((await filled())!.due).toBe(1)

  await sql`drop trigger stop_filling on news_words`.execute(db)
  await fillNewsWords(db)
  const { rows } =
    await sql`select 1 from news_items i where not exists (select 1 from news_words w where w.item_id = i.id)`.execute(
      db,
    )
  expect(rows).toEqual([])
  expect((await filled())!.due).toBe(0)
  await fillNewsWords(db)
})

test('a word of old items only, and one of nearly all, are both found', async () => {
  await addItems(null, 1, 3, '<p>Om renskötsel i fjällen.</p>')
  expect(await titles('renskötsel')).toEqual(['Fyllning 3', 'Fyllning 2', 'Fyllning 1'])
  expect(await titles('hjortron')).toEqual([
    'Fyllning 452',
    'Fyllning 451',
    'Fyllning 450',
    'Fyllning 449',
    'Fyllning 448',
  ])
})

test('the index answers, whatever the database knows of the word', async () => {
  const { db } = portal
  await sql`analyze`.execute(db)
  const { rows } = await sql<Record<string, string>>`
    explain select item_id from news_words where words @@ (select search_query(${["'hjortron':*"]}::text[]))`.execute(
    db,
  )
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toMatch(/Bitmap Index Scan on news_words_found/)
})

/** The plan of the single statement of a search, with the rows that each step has read. */
async function planOf(typed: string, find: typeof findNews | typeof findRecentNews = findNews): Promise<string> {
  const asked: CompiledQuery[] = []
  const listening = new Proxy(portal.db, {
    get: (db, name) =>
      name === 'executeQuery'
        ? (query: CompiledQuery) => (asked.push(query), db.executeQuery(query))
        : Reflect.get(db, name),
  })
  await find(listening, scope, searchedFor(typed), 5)
  expect(asked).toHaveLength(1)
  const { rows } = await portal.db.executeQuery<Record<string, string>>({
    ...asked[0]!,
    sql: `explain (analyze, costs off, timing off) ${asked[0]!.sql}`,
  })
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

const planOfRecent = (typed: string) => planOf(typed, findRecentNews)

const lookUp = /Bitmap Index Scan on news_words_found \((?:actual rows=(\d+)|never)/

test('one statement looks among the newest, among more of them, and among all only if these have too few', async () => {
  expect(Number(lookUp.exec(await planOf('renskötsel'))?.[1])).toBe(3)
  expect(lookUp.exec(await planOf('hjortron'))?.[0]).toContain('never')
  // The newest 150 items of the group do not have the word.
  await addItems(null, 1001, 1030, '<p>Om tjäle.</p>')
  await addItems(null, 2001, 2300, '<p>Om annat.</p>')
  expect(lookUp.exec(await planOf('tjäle'))?.[0]).toContain('never')
  expect(await titles('tjäle')).toEqual([1030, 1029, 1028, 1027, 1026].map((n) => `Fyllning ${n}`))
})

test('of several words only the rare ones are looked up', async () => {
  await addItems('norr', 0, 0, '<p>Om hjortron och surströmming.</p>')
  expect(await titles('surströmming hjortron')).toEqual(['Fyllning 0'])
  expect(await titles('hjortron surströmming')).toEqual(['Fyllning 0'])
  expect(await titles('hjortron renskötsel')).toEqual([])
  expect(Number(lookUp.exec(await planOf('hjortron surströmming'))?.[1])).toBe(1)
  // None of these words is rare, and no item has both.
  expect(await titles('hjortron annat')).toEqual([])
})

// The page treats '½' and '²' as digits, but the database does not: a query of them alone has no words.
test('a sign that the database has no word for narrows nothing, wherever the hits are', async () => {
  // Among the newest items, the word has more hits than a rare word and fewer than a common one.
  await addItems('norr', 3001, 3010, '<p>Om havtorn.</p>')
  expect(await titles('havtorn')).toHaveLength(5)
  expect(await titles('havtorn ½')).toEqual(await titles('havtorn'))
  expect(await titles('annat ½')).toEqual(await titles('annat'))
})

// For a stop word, such as 'och', the database sends a notice each time the query is read. Reading it once for each of the newest items
// sent
// 2,400 notices a search, 740 kB in all.
test('words are read once a search, not once for each of the newest items', async () => {
  expect(await planOf('renskötsel och det')).not.toMatch(/@@ search_query\(/)
})

test('of a channel with much news and one with little, the newest of both are found', async () => {
  const { db } = portal
  await sql`delete from news_items`.execute(db)
  // The region has one item a month, for years. The group has one a minute, and its newest are about something else.
  const region = await ensureChannel(db, { company: 'norr', area: 'Umeå' })
  await sql`
    insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
    select ${region}, 'glest-' || n, 'x', 'Glest ' || n, '', '<p>Om lingon.</p>', '', timestamptz '2020-01-01' + n * interval '1 month'
    from generate_series(1, 18) n`.execute(db)
  await addItems(null, 5001, 5060, '<p>Om lingon.</p>')
  await addItems(null, 5061, 5207, '<p>Om annat.</p>')
  const newest = [5060, 5059, 5058, 5057, 5056].map((n) => `Fyllning ${n}`)
  expect(await titles('lingon')).toEqual(newest)
  await keepRecentWords(db)
  expect(await recent('lingon')).toEqual({ titles: newest, older: false })
})

const recent = async (typed: string, who = scope) => {
  const { hits, older } = await findRecentNews(portal.db, who, searchedFor(typed), 5)
  return { titles: hits.map(({ title }) => title), older }
}
/** Each channel with the number of its recent items, and whether older ones are left out. */
const kept = async () =>
  (
    await sql<{ company: string | null; count: number; leavesOut: boolean }>`
      select c.company, (select count(*)::int from news_recent_words w where w.channel_id = c.id) as count,
        r.since > '-infinity' as "leavesOut"
      from news_channels c join news_recent r on r.channel_id = c.id
      where exists (select 1 from news_items i where i.channel_id = c.id) order by c.company nulls last`.execute(
      portal.db,
    )
  ).rows

describe('of many items', () => {
  beforeAll(async () => {
    const { db } = portal
    await sql`delete from news_items`.execute(db)
    await addItems('norr', 1, 1, '<p>Om lax och siklöja.</p>')
    await addItems('norr', 2, 500, '<p>Om strömming.</p>')
    await addItems('norr', 501, 510, '<p>Om siklöja.</p>')
    await addItems('norr', 511, 1200, '<p>Om strömming.</p>')
    await addItems('syd', 1201, 1201, '<p>Om abborre.</p>')
    // As after an upgrade, before any channel has been filled.
    await sql`delete from news_recent`.execute(db)
  })

  test('all are looked through until the recent ones have been filled in', async () => {
    expect(await recent('lax siklöja')).toEqual({ titles: ['Fyllning 1'], older: false })
  })

  test('the recent ones are the newest of each channel, and killed in between the next run goes on', async () => {
    const { db } = portal
    await sql`truncate news_recent_words`.execute(db)
    await sql`
      create function stop_recent() returns trigger language plpgsql as $$
      begin
        if (select count(*) from news_recent_words) > 250 then raise exception 'killed'; end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger stop_filling before insert on news_recent_words execute function stop_recent()`.execute(db)
    await expect(keepRecentWords(db, 800)).rejects.toThrow('killed')
    expect(await recent('lax siklöja')).toEqual({ titles: ['Fyllning 1'], older: false })
    await sql`drop trigger stop_filling on news_recent_words`.execute(db)
    await keepRecentWords(db, 800)
    expect(await kept()).toEqual([
      { company: 'norr', count: 800, leavesOut: true },
      { company: 'syd', count: 1, leavesOut: false },
    ])
  })

  test('words that only older ones have together are found when these are asked for', async () => {
    expect(await recent('lax siklöja')).toEqual({ titles: ['Fyllning 1'], older: false })
    // Ten recent items have the rarer of the two words: too many to search the older items without being asked.
    expect(await recent('siklöja strömming')).toEqual({ titles: [], older: true })
    expect(await titles('siklöja strömming')).toEqual([])
    await sql`update news_items set body = '<p>Om siklöja och strömming.</p>' where guid = 'fyll-2'`.execute(portal.db)
    expect(await recent('siklöja strömming')).toEqual({ titles: [], older: true })
    expect(await titles('siklöja strömming')).toEqual(['Fyllning 2'])
  })

  test('a word that hardly any recent one has is looked for among all', async () => {
    expect(await recent('lax')).toEqual({ titles: ['Fyllning 1'], older: false })
    expect(await recent('gädda')).toEqual({ titles: [], older: false })
  })

  test('an older one with the word in its title comes first when older ones are asked for', async () => {
    const { db } = portal
    await sql`update news_items set title = 'Siklöja' where guid = 'fyll-4'`.execute(db)
    await keepRecentWords(db, 800)
    const found = await recent('siklöja')
    expect(found.titles).toHaveLength(5)
    expect(found).toMatchObject({ older: true })
    expect(found.titles).not.toContain('Siklöja')
    expect((await titles('siklöja'))[0]).toBe('Siklöja')
    // For a word that many of the newest items have, the newest are enough.
    expect((await recent('strömming')).older).toBe(false)
  })

  test('two words that are not rare, and that nothing has together, have no older ones read unasked', async () => {
    await sql`
      update news_items set body = '<p>Om sill.</p>'
      where guid between 'fyll-1151' and 'fyll-1180' and length(guid) = 9`.execute(portal.db)
    expect(await recent('sill strömming')).toEqual({ titles: [], older: true })
    expect(await planOfRecent('sill strömming')).toMatch(/news_words_found \(never/)
    // If hardly any recent item has one of the two words, searching the older items costs little.
    expect(await planOfRecent('gädda strömming')).toMatch(/news_words_found \(actual rows=0/)
    expect(await recent('gädda strömming')).toEqual({ titles: [], older: false })
  })

  test('another company finds none of it, and does not learn that it is there', async () => {
    const abroad = { ...scope, company: 'syd' }
    expect(await recent('siklöja', abroad)).toEqual({ titles: [], older: false })
    expect(await recent('strömming siklöja', abroad)).toEqual({ titles: [], older: false })
    // As many items as are shown have the rarer word. Only the channels of that company decide whether older items are left out.
    await addItems('syd', 1202, 1206, '<p>Om abborre.</p>')
    await addItems('syd', 1207, 1250, '<p>Om mört.</p>')
    expect(await recent('abborre mört', abroad)).toEqual({ titles: [], older: false })
    expect((await recent('abborre', abroad)).titles).toHaveLength(5)
    expect(await recent('abborre')).toEqual({ titles: [], older: false })
  })

  test('an old one that is changed is found by its new words, and the recent ones stay the newest', async () => {
    const { db } = portal
    await sql`update news_items set body = '<p>Om röding.</p>' where guid = 'fyll-3'`.execute(db)
    expect(await recent('röding')).toEqual({ titles: ['Fyllning 3'], older: false })
    await addItems('norr', 1202, 1300, '<p>Om sik.</p>')
    await keepRecentWords(db, 800)
    expect(await kept()).toMatchObject([{ count: 800 }, { count: 50 }])
    const { rows } = await sql`
      select 1 from news_recent_words w join news_recent r using (channel_id) where w.published_at < r.since`.execute(
      db,
    )
    expect(rows).toEqual([])
    expect(await recent('röding')).toEqual({ titles: ['Fyllning 3'], older: false })
  })

  test('of many too old ones all go, in more than one batch', async () => {
    const { db } = portal
    await keepRecentWords(db, 300)
    expect(await kept()).toMatchObject([{ count: 300, leavesOut: true }, { count: 50 }])
    await keepRecentWords(db, 800)
    expect(await kept()).toMatchObject([{ count: 800, leavesOut: true }, { count: 50 }])
  })

  test('none is filled in while items from before the search are not findable themselves', async () => {
    const { db } = portal
    await sql`delete from news_recent`.execute(db)
    await sql`insert into news_words_due values (1)`.execute(db)
    await keepRecentWords(db, 800)
    expect(await kept()).toEqual([])
    await fillNewsWords(db)
    await keepRecentWords(db, 800)
    expect(await kept()).toMatchObject([{ count: 800, leavesOut: true }, { count: 50 }])
  })

  test('when many of the newest are removed, older ones take their place', async () => {
    const { db } = portal
    await sql`delete from news_items where guid >= 'fyll-1000' and length(guid) = 9`.execute(db)
    expect(await kept()).toMatchObject([{ count: 500 }])
    await keepRecentWords(db, 800)
    expect(await kept()).toMatchObject([{ count: 800, leavesOut: true }])
    await keepRecentWords(db, 2000)
    expect(await kept()).toMatchObject([{ count: 999, leavesOut: false }])
    expect(await recent('siklöja strömming')).toEqual({ titles: ['Siklöja', 'Fyllning 2'], older: false })
  })

  test('of items with one time, as after an import, none is left out alone', async () => {
    const { db } = portal
    await sql`update news_items set published_at = '2026-06-01' where guid >= 'fyll-100' and length(guid) = 8`.execute(
      db,
    )
    await sql`delete from news_recent`.execute(db)
    await sql`truncate news_recent_words`.execute(db)
    await keepRecentWords(db, 300)
    expect(await kept()).toMatchObject([{ count: 900, leavesOut: true }])
    await keepRecentWords(db, 300)
    expect(await kept()).toMatchObject([{ count: 900, leavesOut: true }])
  })
})
