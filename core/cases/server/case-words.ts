import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { everyNameOf } from '#core/people/server/names.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { asQuery, searchedFor } from '#platform/server/search.ts'
import { inSlices } from '#platform/server/slices.ts'
import { hidingNames } from './hide-name.ts'
import { isSensitive, type Queue } from './queue.ts'
import type { CaseTables } from './tables.ts'

const c = columnsOf<CaseTables['cases']>('c')

/** The parts of a queue that are needed to know the words of its cases. */
type Worded = Pick<Queue, 'calls' | 'rows' | 'searched' | 'sensitive'>

/** While somebody types, a search looks at no more than this many of the cases that have a word: the newest. */
const MOST_BY_WORDS = 500
/** Cases whose words are stored in one statement. */
const BATCH = 500
/** Cases out of which names are taken before others are let in. */
const SLICE = 20

/** Sorts after every text that begins with `prefix`, byte by byte. An index finds a range with a remembered plan too, but not `like`. */
const above = (prefix: string) => `${prefix}\u{10ffff}`
const begins = (column: RawBuilder<unknown>, prefix: string) =>
  sql<SqlBool>`(${column} collate "C" >= ${prefix} and ${column} collate "C" < ${above(prefix)})`

/** Reads a number as it is typed, in full or in part: 'F-1042', 'f 1042' or '1042'. Null if it is none. */
function numberIn(typed: string): { readonly letters: string | null; readonly digits: string } | null {
  const [, letters = '', digits] = /^(\p{L}{1,3})?\s*-?\s*(\d{1,12})$/u.exec(typed.trim()) ?? []
  return digits === undefined ? null : { letters: letters === '' ? null : letters.toUpperCase(), digits }
}

/** Whether the case `c` has exactly the number that is typed, which may be without its letters. */
export function hasNumber(typed: string): RawBuilder<boolean> {
  const number = numberIn(typed)
  if (!number) return sql<boolean>`false`
  const { letters, digits } = number
  return sql<boolean>`(split_part(c.number, '-', 2) = ${digits}
    ${letters === null ? sql`` : sql`and split_part(c.number, '-', 1) = ${letters}`})`
}

/**
 * The ids of the cases of a queue that have the number, are about the thing, or have all the words, as far as the queue is
 * searched so. Each of the three has its own index,
 * and none reads the texts themselves. A sensitive case is found by its number only: otherwise its text could be found out by searching for
 * one word after the other, without a trace. `newest`: by words, only the newest of the cases `c` that fulfil the condition.
 */
export function idsSought(
  company: string,
  queue: Queue,
  sok: string,
  newest?: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const typed = sok.trim()
  const number = numberIn(typed)
  const mine = sql`s.company = ${company} and s.kind = ${queue.calls.kind}`
  const { words } = searchedFor(typed)
  const byWords = sql`select s.case_id from case_words s where ${mine} and s.words @@ ${asQuery({ words })}`
  const parts = [
    ...(number
      ? [
          sql`select s.id from cases s where ${mine} and ${begins(sql`split_part(s.number, '-', 2)`, number.digits)}
            ${number.letters === null ? sql`` : sql`and split_part(s.number, '-', 1) = ${number.letters}`}`,
        ]
      : []),
    ...(queue.soughtByAbout
      ? [
          sql`select s.id from cases s where ${mine} and ${begins(sql`upper(s.about)`, aboutIn(typed))}
            and not coalesce(s.category = any(${[...(queue.sensitive ?? [])]}), false)`,
        ]
      : []),
    ...(queue.searched && words.length > 0
      ? [
          newest
            ? // Sorted before the join, so that reading ends with the last row that is needed.
              sql`(select c.id from (${byWords} order by s.case_id desc) s
                join cases c on c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = s.case_id
                where ${newest} order by s.case_id desc limit ${sql.lit(MOST_BY_WORDS)})`
            : byWords,
        ]
      : []),
  ]
  return parts.length === 0 ? sql`select s.id from cases s where false` : sql`${sql.join(parts, sql` union all `)}`
}

/** 'Buss 2117' is searched for as '2117'. */
const aboutIn = (typed: string) => typed.toUpperCase().replace(/^\p{L}+\s+(?=\d)/u, '')

/** Stores the words by which cases are found. Call it in the transaction that opens or merges the cases, or changes their texts. */
export async function storeWords(tx: Database, queue: Worded, company: string, ids: readonly number[]): Promise<void> {
  if (!queue.searched || ids.length === 0) return
  const { kind } = queue.calls
  const reported = selected({
    id: c('id'),
    category: c('category'),
    // The case has the same answers as those merged with it, and all of their reporters are hidden in it.
    reporterIds: sql<readonly string[]>`array(select g.reporter_id from cases g
      where g.company = c.company and g.kind = c.kind and g.reporter_id is not null
        and (g.id = coalesce(c.merged_into, c.id) or g.merged_into = coalesce(c.merged_into, c.id)))`,
  })
  const { rows: known } = await sql<RowOf<typeof reported>>`
    select ${reported} from cases c
    where c.company = ${company} and c.kind = ${kind} and c.id = any(${[...ids]})`.execute(tx)
  const open = known.filter(({ category }) => !isSensitive(queue, category))
  // Otherwise those from whom the reporter is hidden would find the case by the name. The names are read before the
  // texts: if an erasure is committed in between, the texts no longer have them.
  const hidden = queue.calls.rights.reporter === null ? [] : open.flatMap(({ reporterIds }) => reporterIds)
  const names = hidden.length === 0 ? [] : await everyNameOf(tx, [...new Set(hidden)])
  const words = await queue.rows(
    tx,
    company,
    open.map(({ id }) => id),
  )
  const hiding = new Map([...names].map(([reporterId, all]) => [reporterId, hidingNames(all, { instead: ' ' })]))
  const texts: { id: number; text: string }[] = []
  for await (const slice of inSlices(open, SLICE))
    for (const { id, reporterIds } of slice) {
      const { title = '', facts = [], account = [] } = words.get(id) ?? {}
      const text = [title, ...facts, ...account].join(' ')
      texts.push({ id, text: reporterIds.reduce((rest, each) => hiding.get(each)?.(rest) ?? rest, text) })
    }
  await sql`
    insert into case_words (company, kind, case_id, words)
    select ${company}, ${kind}, t.id, search_words(t.text)
    from json_to_recordset(${JSON.stringify(texts)}::json) as t(id bigint, text text)
    on conflict (company, kind, case_id) do update set words = excluded.words`.execute(tx)
  await sql`
    update cases set worded = true where company = ${company} and kind = ${kind} and id = any(${[...ids]})`.execute(tx)
}

/**
 * Stores the words of cases that have none, in batches: of those from before there was a search, those with a reporter who has a new name,
 * and those that are no longer merged.
 */
export async function storeMissingWords({ db }: { readonly db: Database }, queue: Queue): Promise<void> {
  for (;;) {
    const missing = selected({ company: c('company'), ids: sql<readonly unknown[]>`array_agg(c.id)` })
    const { rows } = await sql<RowOf<typeof missing>>`
      select ${missing} from (
        select company, id from cases where kind = ${queue.calls.kind} and not worded order by company, id limit ${BATCH}
      ) c group by c.company`.execute(db)
    if (rows.length === 0) return
    for (const { company, ids } of rows)
      await db.transaction().execute((tx) => storeWords(tx, queue, company, ids.map(Number)))
  }
}
