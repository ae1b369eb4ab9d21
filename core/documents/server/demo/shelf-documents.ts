import { sql } from 'kysely'
import type { Platform } from '#platform/server/area.ts'
import { makeFile } from './file.ts'
import type { Paper } from './paper.ts'
import type { Reach } from '../shelves/shelf.ts'
import { digestOf, fillShelf, type ShelfItem } from '../shelves/store.ts'

export interface DemoDocumentFile {
  readonly fileName: string
  readonly reach: Reach
  readonly paper: Paper
}

/** Adds the demo's documents to a company's shelf if it is empty. */
export async function fillEmptyShelf(
  platform: Platform,
  whose: { readonly company: string; readonly shelf: string },
  papers: readonly DemoDocumentFile[],
): Promise<void> {
  const { rows } = await sql`
    select 1 from shelved_documents where company = ${whose.company} and shelf = ${whose.shelf} limit 1`.execute(
    platform.db,
  )
  if (rows.length > 0) return
  const items = await Promise.all(
    papers.map(async ({ fileName, reach, paper }): Promise<ShelfItem> => {
      const bytes = await makeFile(fileName, paper)
      return { fileName, reach, dated: paper.dated, digest: digestOf(bytes), read: async () => bytes }
    }),
  )
  await fillShelf(platform, whose, { items })
}
