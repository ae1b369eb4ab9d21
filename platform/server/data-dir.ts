import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import { WrongSetting } from './settings.ts'
import type { PlatformTables } from './tables.ts'

const dataFolder: Migration = {
  async up(db) {
    await sql`
      create table data_folder (
        only_one boolean primary key default true check (only_one),
        id uuid not null
      )`.execute(db)
  },
}

export const dataFolderMigrations = { '2026-11-28-data-folder': dataFolder }

const markerOf = (dataDir: string) => join(dataDir, 'linjen.id')
/** The marker's name until the database has committed the id, because a process may end between the two. */
const draftOf = (dataDir: string) => `${markerOf(dataDir)}.new`

/** The ids of the data folders that this process has compared with their databases. */
const claimed = new Map<string, string>()

/**
 * Throws if the data folder no longer has the id that `claimDataDir` found in it: its disk has been unmounted since, and what is written is
 * hidden once it is mounted again. Passes a folder that was never claimed.
 */
export async function refuseUnmounted(dataDir: string): Promise<void> {
  const id = claimed.get(dataDir)
  if (id === undefined) return
  const marker = await readFile(markerOf(dataDir), 'utf8').catch((cause: unknown) => {
    throw new Error(`${dataDir} has lost its marker`, { cause })
  })
  if (marker.trim() !== id) throw new Error(`${dataDir} has the marker of another database`)
}

/**
 * Ties the data folder to the database: both have the same id from first use on. Throws WrongSetting if either has an
 * id that the other lacks, as with a disk that is not mounted, another installation's folder, or a restored backup of only
 * one of them. Photos and documents would then be missing or belong to somebody else.
 */
export async function claimDataDir(db: Database, dataDir: string): Promise<void> {
  const { id, isDraft } = await db.transaction().execute(async (tx) => {
    // Processes that start together do this one after the other.
    await sql`lock table data_folder in exclusive mode`.execute(tx)
    const { rows } = await sql<
      Pick<Selectable<PlatformTables['data_folder']>, 'id'>
    >`select id from data_folder`.execute(tx)
    const known = rows[0]?.id ?? null
    const marker = await readId(markerOf(dataDir))
    if (known === null && marker === null) {
      const made = randomUUID()
      await writeFile(draftOf(dataDir), `${made}\n`)
      await sql`insert into data_folder (id) values (${made})`.execute(tx)
      return { id: made, isDraft: true }
    }
    return { id: await refuseUnlessSame(known, marker, dataDir), isDraft: marker === null }
  })
  if (isDraft)
    await rename(draftOf(dataDir), markerOf(dataDir)).catch(async (error: NodeJS.ErrnoException) => {
      // Another process was first.
      if (error.code !== 'ENOENT' || (await readId(markerOf(dataDir))) !== id) throw error
    })
  claimed.set(dataDir, id)
}

/**
 * Throws as `claimDataDir` would, and changes nothing: for a database that is about to be changed. Passes one that has no ids of folders
 * yet. `schema` is that of the tables.
 */
export async function refuseAnothersDatabase(db: Database, dataDir: string, schema = 'public'): Promise<void> {
  // Before the database is asked, because a process that starts at the same time writes the marker last.
  const marker = await readId(markerOf(dataDir))
  const { rows: exists } = await sql`select 1 where to_regclass(${`${schema}.data_folder`}) is not null`.execute(db)
  if (exists.length === 0) return
  const { rows } = await sql<Pick<Selectable<PlatformTables['data_folder']>, 'id'>>`
    select id from ${sql.id(schema, 'data_folder')}`.execute(db)
  const known = rows[0]?.id ?? null
  if (known !== null || marker !== null) await refuseUnlessSame(known, marker, dataDir)
}

async function refuseUnlessSame(known: string | null, marker: string | null, dataDir: string): Promise<string> {
  // If neither file is found, another process has renamed the draft to the marker in between.
  const found = marker ?? (await readId(draftOf(dataDir))) ?? (await readId(markerOf(dataDir)))
  if (known !== null && known === found) return known
  const why = marker === null ? 'saknar filen linjen.id. Är disken monterad?' : 'hör till en annan databas.'
  throw new WrongSetting(`DATA_DIR=${dataDir} hör inte till den här databasen: mappen ${why}`)
}

/** The id that a data folder is marked with; null if it has none, or this user may not read it. */
export const installationOf = (dataDir: string): Promise<string | null> =>
  readId(markerOf(dataDir)).catch((error: unknown) => {
    if (error instanceof WrongSetting) return null
    throw error
  })

async function readId(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new WrongSetting(`DATA_DIR=${dirname(file)} (${basename(file)} kan inte läsas: ${code})`)
  }
}
