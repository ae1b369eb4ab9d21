import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../area.ts'
import type { FilePlace } from '../config.ts'
import { faultInWords, mayPass } from '../files/file-fault.ts'
import { WrongSetting } from '../settings.ts'
import { platformTables, type PlatformTables } from '../tables.ts'
import { markerKey, storesOf, type FileConfig } from './blobs.ts'
import type { Place } from './place.ts'

const fileStores: Migration = {
  async up(db) {
    await sql`
      create table file_stores (
        place text primary key check (place in ('folder', 's3')),
        id uuid not null,
        marked boolean not null default false,
        left_at timestamptz
      )`.execute(db)
    // An installation from before this has its files in the folder, which has no marker of its own yet.
    await sql`insert into file_stores (place, id) select 'folder', gen_random_uuid() from data_folder`.execute(db)
  },
}

export const fileStoreMigrations = { '2026-12-20-file-stores': fileStores }

const inWords: Readonly<Record<FilePlace, string>> = { folder: 'mappen blobs i DATA_DIR', s3: 'S3_BUCKET' }

/** How long to wait for a store that is away, with a line for each failed attempt. */
interface StorePatience {
  readonly tell: (line: string) => void
  readonly limitMs: number
  readonly everyMs: number
}

const none: StorePatience = { tell: () => {}, limitMs: 0, everyMs: 0 }

/**
 * Ties each place of files that the settings name to the database: both have the same id from first use on. Throws WrongSetting if they do
 * not match, as with a disk that is not mounted or another installation's bucket, and if the settings leave out a place that still has
 * files.
 */
export async function claimFileStores(db: Database, config: FileConfig, patience = none): Promise<void> {
  const { in: main, also } = config.files
  const named = [main, ...(also ? [also] : [])]
  const { open, relyOnMarker } = storesOf(config)
  await refuseForgotten(db, config)
  for (const place of named) {
    const store = await open(place)
    await withPatience(patience, store, () => claim(db, place, store, place === main))
  }
  // Another process may have started with another place meanwhile. It stores its first file only when its place is marked.
  await refuseForgotten(db, config)
  relyOnMarker()
}

async function refuseForgotten(db: Database, config: FileConfig): Promise<void> {
  const { in: main, also } = config.files
  const { rows: left } = await sql<Pick<Selectable<PlatformTables['file_stores']>, 'place' | 'marked'>>`
    select place, marked from file_stores
    where left_at is null and not place = any(${[main, ...(also ? [also] : [])]})`.execute(db)
  for (const { place, marked } of left) {
    const forgotten = place as FilePlace
    if (!marked && !(await hasFilesFromBefore(config, forgotten))) continue
    throw new WrongSetting(
      `FILES=${main} (det ligger filer i ${inWords[forgotten]}: ange FILES_ALSO=${forgotten} och flytta dem med npm run files -- copy)`,
    )
  }
}

/**
 * A place that was never marked, for example another installation's bucket, was only tried and has no files of this installation. But the
 * folder may be from before there were markers.
 */
async function hasFilesFromBefore(config: FileConfig, place: FilePlace): Promise<boolean> {
  if (place !== 'folder') return false
  const folder = await storesOf(config).open(place)
  for await (const key of folder.list('')) if (key !== markerKey) return true
  return false
}

/** The store did not do what it was asked. */
class StoreFailed extends WrongSetting {
  readonly fault: unknown
  constructor({ name }: Place, fault: unknown) {
    super(`${name} (fillagringen går inte att använda: ${faultInWords(fault)})`)
    this.fault = fault
  }
}

/**
 * Does the work again until the store answers. A service manager that restarts a failed portal gives up after a few attempts within
 * minutes, and a store may be away for longer.
 */
async function withPatience(
  { tell, limitMs, everyMs }: StorePatience,
  store: Place,
  work: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + limitMs
  while (true) {
    try {
      await work()
      return
    } catch (error) {
      if (limitMs === 0 || !(error instanceof StoreFailed) || !mayPass(error.fault)) throw error
      const why = faultInWords(error.fault)
      if (performance.now() + everyMs > end)
        throw new WrongSetting(`${store.name} (fillagringen svarar inte: ${why}). Väntan avbryts.`)
      tell(`Väntar på fillagringen (${why}) …`)
      await pause(everyMs)
    }
  }
}

/** Whether everything in a place has been copied to the other one. */
export async function isLeft(db: Database, place: FilePlace): Promise<boolean> {
  const row = await platformTables(db)
    .selectFrom('file_stores')
    .select('left_at')
    .where('place', '=', place)
    .executeTakeFirst()
  return (row?.left_at ?? null) !== null
}

async function claim(db: Database, place: FilePlace, store: Place, isMain: boolean): Promise<void> {
  // The row comes before the marker, and is not `marked` yet: a process may end between the two.
  await platformTables(db)
    .insertInto('file_stores')
    .values({ place, id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (isMain && (await markerOf(store)) === null) await beginAgainIfLeft(db, place)
  const { id, marked } = await platformTables(db)
    .selectFrom('file_stores')
    .select(['id', 'marked'])
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  const marker = await markerOf(store)
  if (marker === null && !marked) await unlessAway(store, store.put(markerKey, Buffer.from(`${id}\n`)))
  else if (marker !== id) {
    const why = marker === null ? 'saknar filen linjen.id' : 'hör till en annan databas'
    const hint = marker === null && place === 'folder' ? '. Är disken monterad?' : ''
    throw new WrongSetting(`${store.name} hör inte till den här databasen: lagringen ${why}${hint}`)
  }
  // A place that is written to again has files again, so it is no longer left.
  await sql`
    update file_stores set marked = true, left_at = case when ${isMain} then null else left_at end
    where place = ${place}`.execute(db)
}

/**
 * Everything in a place that was left has been copied to the other place, and an operator has emptied it since: it is treated as a new one.
 * It gets a new id, so that the old disk, if it is mounted there later, is not mistaken for it.
 */
async function beginAgainIfLeft(db: Database, place: FilePlace): Promise<void> {
  await platformTables(db)
    .updateTable('file_stores')
    .set({ id: randomUUID(), marked: false, left_at: null })
    .where('place', '=', place)
    .where('left_at', 'is not', null)
    .execute()
}

const markerOf = async (store: Place): Promise<string | null> => {
  const bytes = await unlessAway(store, store.read(markerKey))
  return bytes && Buffer.from(bytes).toString('utf8').trim()
}

async function unlessAway<T>(store: Place, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StoreFailed(store, error)
  }
}

/** Notes that everything in a place has been copied to another. */
export async function leaveFileStore(db: Database, place: FilePlace, now: Date): Promise<void> {
  await platformTables(db).updateTable('file_stores').set({ left_at: now }).where('place', '=', place).execute()
}
