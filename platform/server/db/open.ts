import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../area.ts'
import { orNotInstalled } from '../not-installed.ts'
import type { PoolState } from '../metrics.ts'
import { embeddedProbe, postgresProbe, type DatabaseProbe } from './probe.ts'
import { forLongWork, forRequests, postgresDialect, type Limits } from './postgres.ts'

export interface OpenDatabase {
  /** For requests: a statement without an answer within seconds is abandoned. */
  readonly db: Database
  /** The same database for migrations, imports and jobs, which may take minutes, on separate connections. */
  readonly longWork: Database
  readonly probe: DatabaseProbe
  /** Empty for the embedded database, which has no connections. */
  readonly pools: () => readonly PoolState[]
  /** Returns an archive of the embedded database, which may be in use meanwhile; null for a server. */
  readonly dump: (() => Promise<Uint8Array>) | null
  /** Waits for running statements, then closes. The embedded database must be closed before the process ends. */
  close(): Promise<void>
}

// Both engines return bigint and numeric as numbers, and dates as text.
const parsers = {
  20: Number,
  1082: (text: string) => text,
  1114: (text: string) => text.replace(' ', 'T'),
  1700: Number,
}

// The embedded engine's own serializer and parser handle each byte by itself: for a feed's archive this takes two seconds, in which no
// request is answered.
const ofBytes = {
  serializers: {
    17: (bytes: Uint8Array) => `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`,
  },
  parsers: { ...parsers, 17: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

/** Opens the PostgreSQL at an address. It connects only at the first statement. */
export function openPostgres(address: string, limits: Limits = forRequests): OpenDatabase {
  const requests = postgresDialect(address, limits)
  const long = postgresDialect(address, forLongWork)
  const db = new Kysely<object>({ dialect: requests.dialect })
  const longWork = new Kysely<object>({ dialect: long.dialect })
  const probe = postgresProbe(address)
  return {
    db,
    longWork,
    probe,
    pools: () => [
      { pool: 'requests', ...requests.state() },
      { pool: 'long work', ...long.state() },
    ],
    dump: null,
    close: async () => {
      await Promise.all([db.destroy(), longWork.destroy(), probe.close()])
    },
  }
}

/** Loaded only if it is used: an installation for production does not have it (docs/decisions/0053). Throws NotInstalled. */
const embeddedEngine = () => import('@electric-sql/pglite').catch(orNotInstalled('Den inbyggda databasen'))

/** The folder of the embedded database within the data folder. */
export const embeddedFolder = 'postgres'

/**
 * Opens the embedded database in a data folder, which is created if absent. If an archive (`dump`) is given, it starts from that. The
 * caller must hold the folder's lock.
 */
export async function openEmbedded(
  dataDir: string,
  name: string = embeddedFolder,
  archive?: Blob,
): Promise<OpenDatabase> {
  const folder = join(dataDir, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await ownersAlone(folder, 0o700)
  const { PGlite } = await embeddedEngine()
  const pglite = await PGlite.create(folder, { ...ofBytes, ...(archive && { loadDataDir: archive }) })
  // The engine unpacks files with modes by which everybody may write to them, whatever the umask.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map((entry) => ownersAlone(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)),
  )
  return wrapEmbedded(pglite)
}

/** A disk without file owners, or with one owner for all files, refuses chmod. There, access depends on how the disk is mounted. */
async function ownersAlone(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(error.code ?? '')) throw error
  })
}

/** Opens an empty embedded database in memory: for tests. */
export async function openInMemory(): Promise<OpenDatabase & { pglite: PGlite }> {
  const { PGlite } = await embeddedEngine()
  const pglite = await PGlite.create(ofBytes)
  return { ...wrapEmbedded(pglite), pglite }
}

function wrapEmbedded(pglite: PGlite): OpenDatabase {
  const db = new Kysely<object>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    longWork: db,
    probe: embeddedProbe(db),
    pools: () => [],
    dump: async () => new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer()),
    close: async () => {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
    },
  }
}

for (const [oid, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(oid), parse)
