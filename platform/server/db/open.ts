import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../area.ts'

export interface OpenDatabase {
  readonly db: Database
  /** Waits for what is under way, then closes. The embedded database must be closed before the process ends. */
  close(): Promise<void>
}

// bigint, date and numeric read alike from both engines: numbers, and dates as their text.
const parsers = {
  20: Number,
  1082: (text: string) => text,
  1114: (text: string) => text.replace(' ', 'T'),
  1700: Number,
}

/** Opens the PostgreSQL at an address. */
export function openPostgres(address: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  pool.on('connect', nameStatements)
  // An idle connection that the server ends is dropped by the pool, and the next query opens another; unheard, the
  // event would end the process.
  pool.on('error', () => {})
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

/** Opens the embedded database in a folder, made where absent. The caller holds the folder's lock. */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true })
  return wrapEmbedded(await PGlite.create(folder, { parsers }))
}

/** Opens an embedded database in memory, as a copy of a dump where one is given: for tests. */
export async function openInMemory(template?: Blob): Promise<OpenDatabase & { pglite: PGlite }> {
  const pglite = await PGlite.create({ parsers, loadDataDir: template })
  return { ...wrapEmbedded(pglite), pglite }
}

function wrapEmbedded(pglite: PGlite): OpenDatabase {
  const db = new Kysely<object>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    close: async () => {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
    },
  }
}

for (const [oid, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(oid), parse)

const statementNames = new Map<string, string>()

/**
 * Names each statement by a hash of its text, so that PostgreSQL plans it once a connection: 1.7 times the reads a
 * second (docs/decisions). Texts are few, since lists travel as one array parameter.
 */
function nameStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(text, values, ...rest)
    let name = statementNames.get(text)
    if (!name) {
      name = createHash('sha1').update(text).digest('base64url')
      statementNames.set(text, name)
    }
    return query({ name, text, values }, ...rest)
  }) as typeof client.query
}
