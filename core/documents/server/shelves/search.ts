import { sql, type InferResult } from 'kysely'
import type { SearchHit } from '#platform/contract/search.ts'
import type { Database, Platform, Searched } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { operandsOf, queryOf } from '#platform/server/search.ts'
import { extensionOf } from '../../rules.ts'
import type { Reach } from './shelf.ts'
import { dayOf, type ShelfQuery, type ShelvedDocument, visible } from './store.ts'

/** The shortest word that is also looked for within the words of a name. */
const SHORTEST_PART = 3

/** The query for names that have all the words somewhere within them; null if a word is too short for that. */
const partsOf = ({ words }: Searched): string | null =>
  words.every(({ length }) => length >= SHORTEST_PART) ? words.map((word) => `'${word}':*`).join(' & ') : null

const ranked = selected({ rank: sql<number>`rank` })

/** A document that was found, `rank` 0 by its name, 1 by a part of the name, 2 by its text. */
export type FoundDocument = ShelvedDocument & Readonly<RowOf<typeof ranked>>

/** Up to this many hits are looked up by their ids. For more, the shelf is read once. */
const FEW = 200

const find = prepared(
  (
    db,
    company: string,
    shelf: string,
    reach: Reach['of'],
    places: readonly string[],
    operands: readonly string[],
    parts: string | null,
    limit: number,
  ) => {
    const seen = visible(db, { company, shelf, reach, places })
    // The hits are ranked with the indexes alone, before any document is read. The planner cannot know their number, which depends on the
    // employee's words, so the statement has a branch for few hits and one for many.
    return sql<InferResult<typeof seen>[number] & RowOf<typeof ranked>>`
      with found as materialized (
        select document_id as found_id, min(rank) as rank from (
          select document_id, case when title @@ ${queryOf(operands)} then 0 else 2 end as rank from shelf_words
          where words @@ ${queryOf(operands)}
          union all
          select document_id, 1 from shelf_names where parts @@ (select ${parts}::tsquery)
        ) each group by document_id
      ),
      ranked as (
        select "documentId", place, "fileName", size, dated, rank
        from found cross join lateral (${seen.where('document_id', '=', sql.ref<string>('found_id')).offset(0)}) document
        where (select count(*) <= ${sql.lit(FEW)} from found)
        union all
        select "documentId", place, "fileName", size, dated, rank from found join (${seen}) document on "documentId" = found_id
        where (select count(*) > ${sql.lit(FEW)} from found)
      )
      select "documentId", place, "fileName", size, dated, ${ranked} from ranked
      order by rank, dated desc, "fileName" limit ${limit}`
  },
)

/**
 * The documents that one employee may see and that have all the words. First those found by their name, then by a part of the name, because
 * 'policy' has to find 'Drogpolicy', then by their text; the newest first in each group.
 */
export async function findShelved(
  db: Database,
  { company, shelf, reach, places }: ShelfQuery,
  searched: Searched,
  limit: number,
): Promise<FoundDocument[]> {
  // Most employees have no position that has documents.
  if (places.length === 0) return []
  return find(db, company, shelf, reach, places, operandsOf(searched), partsOf(searched), limit)
}

/** The order of `findShelved`, for the results of several calls together. */
export const bestFirst = (a: FoundDocument, b: FoundDocument): number =>
  a.rank - b.rank || b.dated.getTime() - a.dated.getTime()

/** A document as a hit: its name without the ending, where it is, and its day. */
export function shelvedHit(
  { variants }: Pick<Platform, 'variants'>,
  company: string,
  document: ShelvedDocument,
  where: { readonly name: string; readonly path: string },
): SearchHit {
  const { fileName } = document
  const ending = extensionOf(fileName)
  return {
    rubrik: ending === '' ? fileName : fileName.slice(0, -ending.length - 1),
    utdrag: [where.name, ending.toUpperCase()].filter(Boolean).join(' · '),
    datum: dayOf(document, variants.timeZoneOf(company)),
    vag: where.path,
  }
}
