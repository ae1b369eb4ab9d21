// fill-search.ts <postgres address> <news items> <documents>: adds texts of many words, and sends the employees who search.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { ensureChannel } from '../../areas/news/server/publish.ts'
import { keepRecentWords } from '../../areas/news/server/recent-words.ts'
import { sendFilled, type SigningKey } from './filling.ts'
import { askedEmployees, commonWord, listArea, middlingWord, onlyWord, rareWord } from './rows.ts'

export interface FilledSearch {
  readonly signingKey: SigningKey
  readonly employees: readonly string[]
}

const [where = '', newsItems = '', documentCount = ''] = process.argv.slice(2)
async function people(db: Database): Promise<void> {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', n::text, 'matning' || n, 'Mätning', n::text
    from generate_series(1, ${askedEmployees}::int) n`.execute(db)
  const claims = ['NewsEnabled', 'FkEnabled', 'IncidentsEnabled'].map((type) => [type, 'true'])
  await sql`
    insert into employee_claims (employee_id, type, value)
    select e.id, c ->> 0, c ->> 1 from employees e,
      json_array_elements(${JSON.stringify([...claims, ['IntraCompanyArea', listArea]])}::json) c`.execute(db)
}

const AT_A_TIME = 1000

// Nearly five thousand words. As in a language, a few of them are in most texts, and most of them in few texts.
const beginnings =
  'broms buss linje väg hall stopp tid resa skol park vinter däck depå förar kund biljett styr kör säker verk'
const endings =
  'en arna plats fel arbete ledning byte ning kort regel rutin bok karta plan möte skada prov vagn tur tid'
const words = endings
  .split(' ')
  .flatMap((end) =>
    beginnings.split(' ').flatMap((begin) => Array.from({ length: 12 }, (_, n) => begin + end + (n > 3 ? n : ''))),
  )

await sendFilled(where, async (db) => {
  await people(db)
  await news(db, Number(newsItems))
  await documents(db, Number(documentCount))
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from employees`.execute(db)
  return { employees: rows.map(({ id }) => id) } satisfies Omit<FilledSearch, 'signingKey'>
})

/** Returns the same text for the same number in every run. */
function textOf(number: number, length: number): string {
  let state = number + 1
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  for (let warm = 0; warm < 4; warm++) next()
  const own = Array.from({ length }, () => words[Math.floor(words.length * next() ** 3)])
  if (number % 2 === 0) own.push(commonWord)
  if (number % 20 === (Math.floor(number / 20) % 2 === 0 ? 5 : 7)) own.push(middlingWord)
  if (number === 0 || number === 2) own.push(onlyWord)
  // Alternates between the two halves into which the news and the documents are divided.
  if (number % 1000 === (Math.floor(number / 1000) % 2 === 0 ? 999 : 997)) own.push(rareWord)
  return own.join(' ')
}

async function inBatches(count: number, length: number, write: (rows: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_A_TIME) {
    const rows = Array.from({ length: AT_A_TIME }, (_, index) => ({
      n: from + index,
      text: textOf(from + index, length),
    }))
    await write(JSON.stringify(rows))
  }
}

async function news(db: Database, count: number): Promise<void> {
  // The indexes are built again at the end, which takes a third of the time.
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes where tablename in ('news_words', 'news_recent_words') and indexdef like '% USING gin %'`.execute(
    db,
  )
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const region = await ensureChannel(db, { company: 'norr', area: listArea })
  const group = await ensureChannel(db, 'group')
  await inBatches(count, 40, (rows) =>
    sql`
      insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
      select case when n / 2 % 2 = 0 then ${region}::int else ${group}::int end, 'nyhet-' || n, 'x', split_part(text, ' ', 7), '<p>Början</p>',
        '<p>' || text || '</p>', 'Redaktionen', timestamptz '2020-01-01' + n * interval '1 minute'
      from json_to_recordset(${rows}::json) as r(n int, text text)`.execute(db),
  )
  await keepRecentWords(db)
  for (const { made } of indexes) await sql.raw(made).execute(db)
}

/** Half of them policies, half of them crisis documents of the area: as many as two lists may hold. */
async function documents(db: Database, count: number): Promise<void> {
  await inBatches(count, 200, async (rows) => {
    await sql`
      insert into documents (id, file_name, size, company, created_at)
      select 'dokument-' || n, 'Dokument ' || n || '.pdf', 1000, 'norr', now()
      from json_to_recordset(${rows}::json) as r(n int, text text)`.execute(db)
    await sql`
      insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
      select 'dokument-' || n, 'norr', case when n / 2 % 2 = 0 then 'policy' else 'crisis' end,
        case when n / 2 % 2 = 0 then 'company' else 'area' end, case when n / 2 % 2 = 0 then '' else ${listArea}::text end,
        'Dokument ' || n || '.pdf', 1000, '', timestamptz '2020-01-01' + n * interval '1 hour'
      from json_to_recordset(${rows}::json) as r(n int, text text)`.execute(db)
    await sql`
      update shelf_words set words = search_words(r.text), text_due = false
      from json_to_recordset(${rows}::json) as r(n int, text text) where document_id = 'dokument-' || r.n`.execute(db)
  })
}
