import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { counted } from '#platform/contract/counted.ts'
import { ImportRefused, type Database, type FileInRow, type Platform, type StoredFile } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { rightsOfRole } from '#platform/server/db/role-rights.ts'
import { platformTables } from '#platform/server/tables.ts'
import { doors } from '../areas.ts'
import { digest, readUnlessLost, storedFiles, withEach } from '../files/compare.ts'
import {
  below,
  faultsOf,
  filesKey,
  findBackup,
  latestKey,
  linesOf,
  putManifest,
  putPart,
  readBackup,
  readPart,
  type Backup,
  type Manifest,
  type Part,
} from './archive.ts'
import { pgDump, sequencesNotRead, tablesOfOthers } from './postgres-programs.ts'
import { clearUnfinished, finish, removeUnfinished, unfinishedName } from './unfinished.ts'

/** S3 takes at most 5 GB at once, and a part is in memory while it is written. */
const PART_BYTES = 32 * 1024 * 1024

/** What a command needs in addition to the platform. */
export interface CommandParts {
  /** Dumps the embedded database as an archive; null if the database is on a server. */
  readonly dump: OpenDatabase['dump']
  /** Runs an import in another process (import-apart.ts). If absent, imports run in this process. */
  readonly importApart?: (request: ControlRequest, tell: (line: string) => void) => Promise<void>
}

/** Every file that is kept in the database. */
export async function filesInRows(db: Database): Promise<FileInRow[]> {
  const found: FileInRow[] = []
  for (const door of doors) found.push(...((await door.filesInRows?.(db)) ?? []))
  return found
}

/**
 * Makes a backup below a place, reads it again, and returns its place. The database is copied before the files, so that no row lacks its
 * file, except those that the store has lost (`lost` in the manifest). Files that the store has lost or changed since the previous backup
 * are copied from that one, unless the backup is made anew.
 */
export async function makeBackup(
  platform: Platform,
  { dump }: CommandParts,
  { to, isAnew }: { readonly to: Place; readonly isAnew: boolean },
  tell: (line: string) => void,
): Promise<Place> {
  // Throws before anything is dumped if the place cannot be reached.
  const isFirst = !(await to.has(latestKey))
  const startedAt = platform.clock()
  const at = startedAt
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')
  // Machines with the same cron table begin in the same second, and each would write over the other's parts.
  const id = `${at}-${randomBytes(3).toString('hex')}`
  const place = below(to, unfinishedName(to, id))
  // A backup must not fail because leftovers cannot be removed.
  await clearUnfinished(to, Date.now()).catch(() => undefined)
  try {
    await writeBackup({ platform, dump, place, startedAt, tell, before: isFirst || isAnew ? null : to })
    tell('Det som är skrivet läses igen.')
    await refuseDamaged(place)
    await finish(to, id)
  } catch (error) {
    // A failed backup is tried again every night or hour, and the leftovers of each would fill the disk.
    await removeUnfinished(to, place).catch(() => undefined)
    throw error
  }
  await to.put(latestKey, Buffer.from(`${id}\n`))
  return below(to, id)
}

/** A disk may accept data that it cannot return. */
async function refuseDamaged(place: Place): Promise<void> {
  const faults = await faultsOf(await readBackup(place))
  if (faults.length > 0)
    throw new ImportRefused([`${place.name} blev inte hel och är ingen säkerhetskopia:`, ...faults])
}

interface Begun {
  readonly platform: Platform
  readonly dump: CommandParts['dump']
  readonly place: Place
  readonly startedAt: Date
  readonly tell: (line: string) => void
  /** The place that has earlier backups; null if there are none. */
  readonly before: Place | null
}

async function writeBackup({ platform, dump, place, startedAt, tell, before }: Begun): Promise<void> {
  const { db, config, version } = platform
  const taken = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The transaction waits while the dump is written, however long that takes.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await refuseWithoutTables(tx)
      const folder = await platformTables(tx).selectFrom('data_folder').select('id').executeTakeFirst()
      const lists = { installation: folder?.id, stored: await storedFiles(tx), rows: await filesInRows(tx) }
      // A server has the snapshot only until the transaction ends.
      const copy = dump
        ? await archiveOf(tx, dump)
        : await putParts(place, await dumpOf(tx, config.databaseUrl as string, tell))
      return { ...lists, copy }
    })
  // After the transaction, which holds the only connection of an embedded database: requests would wait for a slow place.
  const database = taken.copy instanceof Uint8Array ? await putParts(place, [taken.copy]) : taken.copy
  tell(`Databasen: ${sizeOf(database)}, med ${taken.rows.length} lönebesked.`)
  const earlier = before && (await backupBefore(before, taken.installation, tell))
  const { files, lost, changed, doubtful } = await copyFiles(platform, place, taken.stored, earlier)
  tell(`${counted(files.length, 'fil', 'filer')}: ${sizeOf(files)}.`)
  const manifest: Manifest = {
    format: 1,
    startedAt: startedAt.toISOString(),
    version,
    installation: taken.installation,
    engine: dump ? 'embedded' : 'postgres',
    database,
    files: await putPart(place, 'files.jsonl', linesOf(files)),
    rows: await putPart(place, 'rows.jsonl', linesOf(taken.rows)),
    ...(lost.length > 0 && { lost: [...lost] }),
    ...(changed.length > 0 && { changed: [...changed] }),
    ...(doubtful.length > 0 && { doubtful: [...doubtful] }),
  }
  await putManifest(place, manifest)
}

/** Only the schema `public` is dumped. */
async function refuseWithoutTables(tx: Database): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('public.payslips') is not null as there`.execute(tx)
  if (!rows[0]?.there)
    throw new ImportRefused(['Schemat public har inga av portalens tabeller: det finns inget att kopiera.'])
}

async function archiveOf(tx: Database, dump: () => Promise<Uint8Array>): Promise<Uint8Array> {
  await sql`checkpoint`.execute(tx)
  return dump()
}

async function dumpOf(tx: Database, address: string, tell: Begun['tell']): Promise<AsyncGenerator<Uint8Array>> {
  const unread = (await sequencesNotRead(tx)).join(', ')
  if (unread !== '') {
    const { role } = await rightsOfRole(tx)
    throw new ImportRefused([
      `Rollen ${role} får inte läsa sekvenser i portalens tabeller, och utan dem går de inte att kopiera: ${unread}.`,
      `Låt en superanvändare köra i databasen: grant select on sequence ${unread} to ${role}`,
    ])
  }
  const others = await tablesOfOthers(tx)
  if (others.length > 0) tell(`Tillhör andra i schemat public och ingår inte: ${others.join(', ')}.`)
  return pgDump(address, await snapshotOf(tx), others)
}

async function snapshotOf(tx: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx)
  return rows[0]?.snapshot as string
}

async function putParts(place: Place, source: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<Part[]> {
  const parts: Part[] = []
  let held: Uint8Array[] = []
  let size = 0
  const put = async () => {
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const key = `database/${String(parts.length + 1).padStart(4, '0')}`
      parts.push(await putPart(place, key, bytes.subarray(at, at + PART_BYTES)))
    }
  }
  for await (const chunk of source) {
    held.push(chunk)
    size += chunk.length
    if (size >= PART_BYTES) await put()
  }
  await put()
  return parts
}

/**
 * The latest backup in a place. Null if it is of another installation or cannot be read: a backup that compares nothing is better than
 * none.
 */
async function backupBefore(to: Place, own: string | undefined, tell: Begun['tell']): Promise<Backup | null> {
  const notCompared = (why: string) => {
    tell(`Filerna är inte jämförda med förra kopian: ${why}`)
    return null
  }
  try {
    const backup = await readBackup(await findBackup(to))
    const { installation = own } = backup.manifest
    return installation === own ? backup : notCompared(`${backup.place.name} hör till en annan installation.`)
  } catch (error) {
    return notCompared(error instanceof ImportRefused ? error.lines.join(' ') : String(error))
  }
}

interface Copied {
  readonly files: readonly Part[]
  /** Keys of files that the store has lost and rows still name. */
  readonly lost: readonly string[]
  /** Keys of files that were copied from the previous backup because the store had other content. */
  readonly changed: readonly string[]
  /** Keys of files with other content than in an earlier backup, whose copy could not be read. */
  readonly doubtful: readonly string[]
}

/**
 * Copies the files that the rows named. A file that has been removed since is left out. If a file is lost, or its content differs from the
 * previous backup's (a key never gets other content), it is reported and copied from that backup. A backup without the file is better than
 * none, and a damaged file must not push the last good copy out. Where the previous backup's copy cannot be read, the store's file is kept and
 * is doubtful, in later backups too, until its content is another. Throws if the store is away.
 */
async function copyFiles(
  { db, config }: Platform,
  place: Place,
  stored: readonly StoredFile[],
  before: Backup | null,
): Promise<Copied> {
  const blobs = blobStore(config)
  const copyOne = async (file: StoredFile): Promise<Part | StoredFile> => {
    const bytes = await readUnlessLost(blobs, file.key)
    if (!bytes) return file
    await place.put(filesKey(file.key), bytes)
    return { key: file.key, size: bytes.length, sha256: digest(bytes) }
  }
  const copied = await withEach(stored, copyOne)
  const absent = copied.filter((file): file is StoredFile => 'passing' in file && !file.passing)
  const stillNamed = async () =>
    new Set((await storedFiles(db)).filter(({ passing }) => !passing).map(({ key }) => key))
  const named = absent.length > 0 ? await stillNamed() : new Set<string>()
  const lost = absent.map(({ key }) => key).filter((key) => named.has(key))
  const files = new Map(copied.flatMap((file) => ('sha256' in file ? [[file.key, file]] : [])))
  const earlier = new Map(before?.files.map((file) => [file.key, file]))
  const doubted = new Set(before?.manifest.doubtful)
  const isOther = ({ key, sha256 }: Part) => sha256 !== (earlier.get(key)?.sha256 ?? sha256)
  const others = keysOf([...files.values()].filter((file) => !doubted.has(file.key) && isOther(file)))
  const stillDoubted = keysOf([...files.values()].filter((file) => doubted.has(file.key) && !isOther(file)))
  const suspects = [...lost, ...others]
  const taken = await withEach(suspects, async (key) => {
    const file = earlier.get(key)
    const bytes = before && file && (await wholeIn(before, file))
    if (!bytes) return []
    await place.put(filesKey(key), bytes)
    files.set(key, file)
    return [key]
  })
  const isTaken = new Set(taken.flat())
  return {
    files: [...files.values()],
    lost,
    changed: others.filter((key) => isTaken.has(key)),
    doubtful: [
      ...others.filter((key) => !isTaken.has(key)),
      ...stillDoubted,
      ...lost.filter((key) => doubted.has(key)),
    ],
  }
}

const keysOf = (parts: readonly Part[]) => parts.map(({ key }) => key)

/** A file of a backup; null if that copy is damaged or cannot be read now. */
async function wholeIn({ place }: Backup, file: Part): Promise<Uint8Array | null> {
  const [bytes] = await readPart(place, { ...file, key: filesKey(file.key) }).catch(() => [null])
  return bytes
}

const sizeOf = (parts: readonly Part[]) => {
  const bytes = parts.reduce((sum, { size }) => sum + size, 0)
  return `${new Intl.NumberFormat('sv', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`
}
