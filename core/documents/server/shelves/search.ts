import { sql } from 'kysely'
import type { SearchHit } from '#platform/contract/search.ts'
import type { Database, Platform, Searched } from '#platform/server/area.ts'
import { asQuery } from '#platform/server/search.ts'
import { extensionOf } from '../../rules.ts'
import { dayOf, type ShelfQuery, type ShelvedDocument, visible } from './store.ts'

/** The documents that one employee may see and that have all the words: by name first, then the newest. */
export function findShelved(
  db: Database,
  query: ShelfQuery,
  searched: Searched,
  limit: number,
): Promise<ShelvedDocument[]> {
  return visible(db, query)
    .innerJoin(
      // The index alone answers it: a text is never read again for that.
      sql<{ found_id: string; by_name: boolean }>`(
        select document_id as found_id, title @@ ${asQuery(searched)} as by_name from shelf_words
        where words @@ ${asQuery(searched)} offset 0)`.as('found'),
      'found.found_id',
      'document_id',
    )
    .orderBy('found.by_name', 'desc')
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
