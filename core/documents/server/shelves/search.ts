import { sql } from 'kysely'
import type { SearchHit } from '#platform/contract/search.ts'
import type { Database, Platform, Searched } from '#platform/server/area.ts'
import { asQuery } from '#platform/server/search.ts'
import { extensionOf } from '../../rules.ts'
import { dayOf, type ShelfQuery, type ShelvedDocument, visible } from './store.ts'

/** The shortest word that is also looked for within the words of a name. */
const SHORTEST_PART = 3

/**
 * The documents that one employee may see and that have all the words: by name first, then by a part of the name, since 'policy' is
 * to find 'Drogpolicy', then by text; the newest first.
 */
export function findShelved(
  db: Database,
  query: ShelfQuery,
  searched: Searched,
  limit: number,
): Promise<ShelvedDocument[]> {
  const { words } = searched
  // A name contains no empty word.
  const parts = words.every(({ length }) => length >= SHORTEST_PART) ? words.map((word) => `%${word}%`) : ['']
  const byPart = sql<boolean>`file_name ilike all(${parts}::text[])`
  return visible(db, query)
    .leftJoin(
      // The index alone answers it: a text is never read again for that.
      sql<{ found_id: string; by_name: boolean }>`(
        select document_id as found_id, title @@ ${asQuery(searched)} as by_name from shelf_words
        where words @@ ${asQuery(searched)} offset 0)`.as('found'),
      'found.found_id',
      'document_id',
    )
    .where((eb) => eb.or([eb('found.found_id', 'is not', null), byPart]))
    .orderBy(sql`case when found.by_name then 0 when ${byPart} then 1 else 2 end`)
    .orderBy('dated', 'desc')
    .orderBy('file_name')
    .limit(limit)
    .execute()
}

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
