import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import { platformTables } from './tables.ts'

const pageFiles: Migration = {
  async up(db) {
    await sql`create table page_files (name text primary key, content bytea not null, superseded_at timestamptz)`.execute(
      db,
    )
  },
}

export const pageFileMigrations = { '2027-02-07-page-files': pageFiles }

/** A page that was opened before an upgrade still finds its scripts for so long. */
const KEPT = sql`interval '30 days'`

/**
 * Puts the scripts and styles of a build (the folder `assets`) where every process finds them: while two versions run, a page of the one asks
 * the other for its files (docs/decisions/0108). Those of other builds count as superseded from now on.
 */
export async function sharePageFiles(db: Database, folder: string): Promise<void> {
  // Without the compressed copies, which the build writes beside each.
  const names = (await readdir(folder)).filter((name) => !/\.(?:gz|br)$/.test(name))
  await db.transaction().execute(async (tx) => {
    // Processes that start at once wait for one another.
    await sql`lock table page_files in share row exclusive mode`.execute(tx)
    const files = platformTables(tx)
    const stored = await files.selectFrom('page_files').select('name').where('name', 'in', names).execute()
    const known = new Set(stored.map(({ name }) => name))
    const added = names.filter((name) => !known.has(name))
    const rows = added.map(async (name) => ({ name, content: await readFile(join(folder, name)), superseded_at: null }))
    if (rows.length > 0)
      await files
        .insertInto('page_files')
        .values(await Promise.all(rows))
        .execute()
    await sql`
      update page_files set superseded_at = case when name = any(${names}::text[]) then null else now() end
      where (superseded_at is null) <> (name = any(${names}::text[]))`.execute(tx)
  })
}

export async function forgetPageFiles(db: Database): Promise<void> {
  await sql`delete from page_files where superseded_at < now() - ${KEPT}`.execute(db)
}

/** How old the list of names may be: strangers who ask for files that do not exist cost a statement in so many milliseconds at most. */
const LIST_MS = 2000
const MEMORY = 8 * 1024 * 1024

/** Reads the files that this process’s own build lacks; null for one that no build has. */
export function sharedPageFiles(db: Database): (name: string) => Promise<Buffer | null> {
  const contents = new LRUCache<string, Buffer>({ maxSize: MEMORY, sizeCalculation: ({ length }) => length + 1 })
  let listing: Promise<ReadonlySet<string>> | null = null
  let listedAt = -Infinity
  const list = async () => {
    const rows = await platformTables(db).selectFrom('page_files').select('name').execute()
    return new Set(rows.map(({ name }) => name))
  }
  const isKnown = async (name: string) => {
    if (listing && (await listing.catch(() => null))?.has(name)) return true
    if (!listing || performance.now() - listedAt > LIST_MS) {
      listedAt = performance.now()
      listing = list()
    }
    return (await listing).has(name)
  }
  return async (name) => {
    const kept = contents.get(name)
    if (kept) return kept
    if (!(await isKnown(name))) return null
    const row = await platformTables(db)
      .selectFrom('page_files')
      .select('content')
      .where('name', '=', name)
      .executeTakeFirst()
    if (!row) return null
    const content = Buffer.from(row.content)
    contents.set(name, content)
    return content
  }
}
