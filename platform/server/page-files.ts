import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
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

/** How long a page that was opened before an upgrade still finds its scripts. */
const KEPT = sql`interval '30 days'`

/**
 * Stores the scripts and styles of a build (the folder `assets`) where every process finds them: while two versions run, a page of one
 * version asks a process of the other for its files (docs/decisions/0108). Files of other builds count as superseded from now on.
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

const AGAIN_MS = 60_000

/**
 * Shares the page's files as soon as the database allows it. The portal serves its own page meanwhile. The returned promise waits only for
 * the first attempt. That one uses the database `first`, which is for work that may take longer than an answer.
 */
export async function sharePageFilesInTime(
  db: Database,
  folder: string,
  failed: (error: unknown) => void,
  { first = db, againMs = AGAIN_MS } = {},
): Promise<void> {
  await sharePageFiles(first, folder).catch((error: unknown) => {
    failed(error)
    setTimeout(() => void sharePageFilesInTime(db, folder, failed, { againMs }), againMs).unref()
  })
}

export async function forgetPageFiles(db: Database): Promise<void> {
  await sql`delete from page_files where superseded_at < now() - ${KEPT}`.execute(db)
}

/** A script or style of some build. */
export interface PageFile {
  readonly content: Buffer
  readonly gzipped: Buffer
}

/** The names are read at most once in this time, so that strangers who ask for missing files cost no more than that. */
const LIST_MS = 500
const MEMORY = 8 * 1024 * 1024
const compressed = promisify(gzip)

/** Reads the files that this process’s own build lacks; null for one that no build has. */
export function sharedPageFiles(db: Database): (name: string) => Promise<PageFile | null> {
  const files = new LRUCache<string, PageFile>({
    maxSize: MEMORY,
    sizeCalculation: ({ content, gzipped }) => content.length + gzipped.length + 1,
    // A file is read once, however many ask for it. They also get it if it has to make room for other files meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (name) => {
      const row = await platformTables(db)
        .selectFrom('page_files')
        .select('content')
        .where('name', '=', name)
        .executeTakeFirst()
      if (!row) return undefined
      const content = Buffer.from(row.content)
      return { content, gzipped: await compressed(content) }
    },
  })
  const hasName = names(db)
  return async (name) => {
    const kept = files.get(name)
    if (kept) return kept
    return (await hasName(name)) ? ((await files.fetch(name)) ?? null) : null
  }
}

/** Whether a file of this name has been shared. */
function names(db: Database): (name: string) => Promise<boolean> {
  let known: ReadonlySet<string> = new Set()
  let begunAt = -Infinity
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function read(): Promise<void> {
    const rows = await platformTables(db).selectFrom('page_files').select('name').execute()
    known = new Set(rows.map(({ name }) => name))
  }
  async function readNext(): Promise<void> {
    try {
      // If the database hangs, nobody waits for two statements: those who have waited for this one get its failure.
      await running
      await rest(Math.max(0, begunAt + LIST_MS - performance.now()))
    } finally {
      next = null
    }
    begunAt = performance.now()
    running = read().finally(() => (running = null))
    await running
  }
  return async (name) => {
    // A name counts as missing only by a list that was read after it was asked for, because a build may have been shared since.
    if (!known.has(name)) await (next ??= readNext())
    return known.has(name)
  }
}
