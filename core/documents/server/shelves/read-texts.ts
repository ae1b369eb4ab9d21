import { sql, type Selectable } from 'kysely'
import type { Platform } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { isAway } from '#platform/server/blobs/is-away.ts'
import { documentStore } from '../store.ts'
import { textKindOf, textReader } from '../text/text-reader.ts'
import type { ShelfTables } from './tables.ts'

/** After this many failed attempts a file stays without its text, and is found only by its name. */
const MOST_TRIES = 2
/** The longest time of one run. The run of the next hour continues. */
const LONGEST_MS = 10 * 60_000

/**
 * Reads the texts of documents that have been added, so that a search finds them by their words. Each attempt is counted before the file is
 * read. So if the process is killed, the next run goes on with other documents first, and several processes read different ones. If a file
 * cannot be read, the others are. Throws the first error at the end, or at once if the file store is away.
 */
export async function readDueTexts(platform: Platform): Promise<void> {
  const { db, config } = platform
  const files = documentStore(platform)
  const until = performance.now() + LONGEST_MS
  const reader = textReader()
  const failures: unknown[] = []
  try {
    while (performance.now() < until) {
      const { rows } = await sql<Pick<Selectable<ShelfTables['shelved_documents']>, 'document_id' | 'file_name'>>`
        update shelf_words w set text_tries = text_tries + 1
        from shelved_documents d
        where d.document_id = w.document_id and w.document_id = (
          select document_id from shelf_words where text_due and text_tries < ${MOST_TRIES}
          order by text_tries, document_id limit 1 for update skip locked
        )
        returning d.document_id, d.file_name`.execute(db)
      const [due] = rows
      if (!due) break
      const kind = textKindOf(due.file_name)
      if (!kind) continue
      let bytes: Uint8Array | null
      try {
        bytes = await files.content(due.document_id)
      } catch (error) {
        if (await isAway(blobStore(config))) {
          // The attempt does not count against the file.
          await sql`
            update shelf_words set text_tries = text_tries - 1 where document_id = ${due.document_id}`.execute(db)
          throw error
        }
        failures.push(error)
        continue
      }
      const text = bytes && (await reader.read(kind, bytes))
      if (typeof text !== 'string') continue
      await sql`
        update shelf_words set words = title || search_words(${text}), text_due = false
        where document_id = ${due.document_id}`.execute(db)
    }
  } finally {
    reader.close()
  }
  if (failures.length > 0) throw failures[0]
}
