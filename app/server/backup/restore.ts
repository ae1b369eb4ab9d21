import { sql } from 'kysely'
import { pino } from 'pino'
import { counted } from '#platform/contract/counted.ts'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { blobStore, storesOf } from '#platform/server/blobs/blobs.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import type { Config } from '#platform/server/config.ts'
import { holdDataDir } from '#platform/server/control.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import {
  cannotSetAside,
  dropRestoring,
  exchangeFolders,
  finishRestore,
  folderSetAside,
  othersConnected,
  putTablesBack,
  restoringFolder,
  setAside,
  setTablesAside,
  tablesAside,
} from '#platform/server/db/restore-point.ts'
import { waitForPostgres } from '#platform/server/db/wait.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { diskFault, storeFailure } from '#platform/server/files/file-fault.ts'
import { doors, features, schemas } from '../areas.ts'
import { digest, readUnlessLost, withEach } from '../files/compare.ts'
import { openInstallation } from '../installation/open.ts'
import { readVersion } from '../installation/version.ts'
import {
  faultsOf,
  filesKey,
  findBackup,
  otherVersion,
  placeOf,
  readBackup,
  readPart,
  refuseAnothers,
  troublesOfStore,
  type Backup,
} from './archive.ts'
import { eraseAgain, erasuresKnown } from '../erasures/erased.ts'
import { filesInRows } from './make.ts'
import { noteAgain, notedOf, type Noted } from './noted.ts'
import { AHEAD, goOnAfter, goOnAhead, numbersGiven, type Numbers } from './numbers.ts'
import { inTheWay } from './undo.ts'
import { tiesOf, tieAgain, type Ties } from './ties.ts'
import { pgRestore } from './postgres-programs.ts'

type Tell = (line: string) => void

const unchanged = 'Ingenting har ändrats.'
const refused = (...lines: readonly string[]) => new ImportRefused([...lines, unchanged])

/** What the restored database takes over from the installation as it was before the restore. */
interface Brought {
  readonly withoutPayslips: boolean
  readonly ties: Ties
  readonly noted: Noted
  readonly erased: Awaited<ReturnType<typeof erasuresKnown>>
  /** Null if the database from before the restore is lost. */
  readonly numbers: Numbers | null
}

/** Counts the files that a restore has written to the file store. They stay there even if the restore fails. */
interface Put {
  files: number
}

interface RestoreOptions {
  /**
   * Whether payslips that no key of the settings opens are left out, because their key is lost. If false, such payslips make the
   * restore fail.
   */
  readonly withoutPayslips?: boolean
  /** The version of the code; by default that of the build. */
  readonly version?: string
}

/**
 * Restores a backup in place of the database of the settings, which is set aside. Everything is compared with the backup's
 * checksums before and after. If something differs, the database is put back as it was. Throws ImportRefused.
 */
export async function restore(where: string, config: Config, tell: Tell, options: RestoreOptions = {}): Promise<void> {
  const version = options.version ?? (await readVersion())
  const { named, backup } = await wholeBackup({ where, version }, config, tell).catch((error: unknown) => {
    if (error instanceof ImportRefused) throw refused(...error.lines)
    const line = storeFailure(error)
    throw line === null ? error : new ImportRefused([line, unchanged], error)
  })
  const installation = await openInstallation(config, () =>
    Promise.reject(new ImportRefused(['En återläsning pågår. Försök igen när den är klar.'])),
  )
  const platform: Platform = {
    db: installation.longWork,
    clock: () => new Date(),
    config,
    variants: installation.variants,
    log: pino({ level: config.logLevel, base: null }),
    version,
  }
  let brought: Brought
  try {
    const { db } = platform
    // A database without employees is that of a new machine, which may take the backup of a lost one.
    const isLost = !(await hasEmployees(db))
    brought = {
      withoutPayslips: options.withoutPayslips === true,
      ties: await tiesOf(db),
      noted: await notedOf(db),
      erased: await erasuresKnown(platform),
      numbers: isLost ? null : await numbersGiven(db),
    }
    if (!isLost) refuseAnothers(backup, named, brought.ties.folder)
  } finally {
    await installation.close()
  }
  if (config.databaseUrl) await inTablesOf(config.databaseUrl, backup, platform, brought, tell)
  else await inFolder(config.dataDir, backup, platform, brought, tell)
  tell('Klart. Starta portalen, och kör om importerna från dagarna efter kopian.')
  tell('Den tidigare databasen finns kvar: gå tillbaka med npm run restore -- --undo, eller ta bort den med --keep.')
}

interface Asked {
  /** The place as the operator wrote it. */
  readonly where: string
  readonly version: string
}

/** The backup that an operator names, if all of it can be read and restored with these settings. */
async function wholeBackup(
  { where, version }: Asked,
  config: Config,
  tell: Tell,
): Promise<{ readonly named: Place; readonly backup: Backup }> {
  const named = await placeOf(where, config)
  const backup = await readBackup(await findBackup(named))
  const engine = config.databaseUrl ? 'postgres' : 'embedded'
  if (backup.manifest.engine !== engine) {
    throw new ImportRefused([
      `Säkerhetskopian är av ${backup.manifest.engine === 'embedded' ? 'den inbyggda databasen' : 'en PostgreSQL-server'}.`,
    ])
  }
  const variants = await loadVariants(config.variantsDir, features)
  for (const door of doors) door.checkSettings?.({ config, variants })
  if (config.databaseUrl) await refuseWithoutRights(config.databaseUrl)
  const faults = await faultsOf(backup)
  if (faults.length > 0) throw new ImportRefused([`${backup.place.name} är inte hel:`, ...faults])
  tell(`${backup.place.name} är hel, från ${backup.manifest.startedAt}.`)
  for (const line of troublesOfStore(backup)) tell(line)
  const other = otherVersion(backup, version)
  if (other) {
    tell(
      `${other}: databasen förs upp till den. Ska kopians version köras, gå tillbaka med --undo, lägg den på plats och läs tillbaka med den.`,
    )
  }
  return { named, backup }
}

/** Checked before the backup is read, which may take an hour. */
async function refuseWithoutRights(address: string): Promise<void> {
  await waitForPostgres(address, (line) => void process.stderr.write(`${line}\n`))
  await within(openPostgres(address), async (db) => {
    const reasons = await cannotSetAside(db)
    if (reasons.length > 0) throw new ImportRefused(reasons)
  })
}

async function hasEmployees(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from employees limit 1`.execute(db)
  return rows.length > 0
}

async function inTablesOf(
  address: string,
  backup: Backup,
  platform: Platform,
  brought: Brought,
  tell: Tell,
): Promise<void> {
  const tables = await within(openPostgres(address), async (db) => {
    if ((await setAside(db)) !== 'none') {
      throw refused('Det som fanns före en tidigare återläsning finns kvar: npm run restore -- --undo eller --keep.')
    }
    const others = await othersConnected(db)
    if (others.length > 0) throw refused(inTheWay(others))
    await setTablesAside(db)
    return tablesAside(db)
  })
  tell('Den tidigare databasen är undanställd.')
  const put: Put = { files: 0 }
  try {
    await pgRestore(address, () => databaseOf(backup), tables)
    await within(openPostgres(address), async (db) => {
      await complete({ ...platform, db }, backup, brought, { put, tell })
      await finishRestore(db)
    })
  } catch (error) {
    throw await afterFailure(error, put, () => within(openPostgres(address), (db) => putTablesBack(db)))
  }
}

async function inFolder(
  dataDir: string,
  backup: Backup,
  platform: Platform,
  brought: Brought,
  tell: Tell,
): Promise<void> {
  const hold = await holdDataDir(dataDir, () =>
    Promise.reject(new ImportRefused(['En återläsning pågår. Försök igen när den är klar.'])),
  )
  try {
    if ((await folderSetAside(dataDir)) !== 'none') {
      throw refused('Det som fanns före en tidigare återläsning finns kvar: npm run restore -- --undo eller --keep.')
    }
    await dropRestoring(dataDir)
    const put: Put = { files: 0 }
    try {
      const parts: Uint8Array[] = []
      for await (const part of databaseOf(backup)) parts.push(part)
      const archive = new Blob([Buffer.concat(parts)], { type: 'application/x-gzip' })
      await within(await openEmbedded(dataDir, restoringFolder, archive), (db) =>
        complete({ ...platform, db }, backup, brought, { put, tell }),
      )
    } catch (error) {
      await dropRestoring(dataDir)
      throw asRefusal(error, put)
    }
    await exchangeFolders(dataDir)
    tell('Den tidigare databasen är undanställd.')
  } finally {
    await hold.release()
  }
}

async function within<Result>(opened: OpenDatabase, work: (db: Database) => Promise<Result>): Promise<Result> {
  try {
    return await work(opened.longWork)
  } finally {
    await opened.close()
  }
}

/** Puts the earlier database back after a failure. If that fails too, as where the server is gone, the lines say what to do later. */
export async function afterFailure(error: unknown, put: Put, putBack: () => Promise<void>): Promise<ImportRefused> {
  try {
    await putBack()
  } catch (fault) {
    const lines = [
      ...causeOf(error),
      'Den tidigare databasen är undanställd: kör npm run restore -- --undo när databasen svarar.',
    ]
    if (put.files > 0) lines.push(`${counted(put.files, 'fil', 'filer')} ur kopian har skrivits till fillagringen.`)
    return new ImportRefused(lines, fault)
  }
  return asRefusal(error, put)
}

const causeOf = (error: unknown): readonly string[] =>
  error instanceof ImportRefused ? error.lines : [`Återläsningen misslyckades: ${reasonOf(error)}`]

export function asRefusal(error: unknown, { files }: Put = { files: 0 }): ImportRefused {
  const lines = causeOf(error)
  if (files === 0) return refused(...lines)
  return new ImportRefused([
    ...lines,
    `Databasen är som den var, men ${counted(files, 'fil', 'filer')} ur kopian har skrivits till fillagringen.`,
    'npm run files -- verify --remove tar bort filer som inte hör till någon rad.',
  ])
}

/** WASI's numbers for the errors EDQUOT (a user's quota is full) and ENOSPC (the disk is full). */
const fullForEmbedded = new Set([19, 51])

/** The embedded database's file system throws objects that are not an Error and have a number but no message. */
function reasonOf(error: unknown): string {
  const { name, message, errno } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  const embedded = !(error instanceof Error) && errno !== undefined
  if (diskFault(error) === 'full' || (embedded && fullForEmbedded.has(errno))) return 'disken är full.'
  if (message) return message
  return embedded ? `${name ?? 'nummer'} ${errno}` : (name ?? 'okänt fel')
}

async function* databaseOf({ place, manifest }: Backup): AsyncGenerator<Uint8Array> {
  for (const part of manifest.database) {
    const [bytes, fault] = await readPart(place, part)
    if (!bytes) throw new ImportRefused([`${place.name}: ${fault}.`])
    yield bytes
  }
}

/**
 * Makes a restored database this installation's: checks it, migrates it, ties it to the folders here, restores its files, and
 * erases again what was erased since the backup.
 */
async function complete(
  platform: Platform,
  backup: Backup,
  { withoutPayslips, ties, noted, erased, numbers }: Brought,
  { put, tell }: { readonly put: Put; readonly tell: Tell },
): Promise<void> {
  const { db } = platform
  await checkRows(db, backup)
  await migrate(db, schemas)
  await db.transaction().execute(async (tx) => {
    await tieAgain(tx, ties)
    await noteAgain(tx, noted)
  })
  if (withoutPayslips) await removeUnreadable(platform, tell)
  // Before the files are written, because they are not removed again if this throws.
  for (const door of doors) await door.checkAtStart?.(platform)
  await restoreFiles(platform, backup, put)
  tell(`${backup.rows.length} lönebesked och ${counted(backup.files.length, 'fil', 'filer')}: samma som i kopian.`)
  if (numbers) await db.transaction().execute((tx) => goOnAfter(tx, numbers))
  else if (await goOnAhead(db))
    tell(
      `Den databas som gällde är borta: ${AHEAD.toLocaleString('sv-SE')} nummer på ärenden hoppas över, så att inget ges två gånger.`,
    )
  const again = await eraseAgain(platform, erased)
  if (again > 0) tell(`${counted(again, 'radering efter kopian är gjord', 'raderingar efter kopian är gjorda')} om.`)
}

async function removeUnreadable({ db, config }: Platform, tell: Tell): Promise<void> {
  const removed = await db.transaction().execute(async (tx) => {
    let count = 0
    for (const door of doors) count += (await door.removeUnreadable?.({ db: tx, config })) ?? 0
    return count
  })
  if (removed > 0) tell(`${removed} lönebesked, som ingen nyckel öppnar, är borttagna ur det som lästes tillbaka.`)
}

async function checkRows(db: Database, backup: Backup): Promise<void> {
  const restored = new Map((await filesInRows(db)).map(({ name, sha256 }) => [name, sha256]))
  const wrong = backup.rows.filter(({ name, sha256 }) => restored.get(name) !== sha256).map(({ name }) => name)
  if (wrong.length > 0 || restored.size !== backup.rows.length)
    throw new ImportRefused(['Databasen är inte den som kopierades:', ...wrong.slice(0, 20)])
}

/** Reads each of the backup's files from the store, and writes those that are missing, unreadable or changed. */
async function restoreFiles({ config }: Platform, { place, files }: Backup, put: Put): Promise<void> {
  const blobs = blobStore(config)
  const main = await storesOf(config).open(config.files.in)
  await withEach(files, async (file) => {
    const isWhole = (bytes: Uint8Array | null) => bytes !== null && digest(bytes) === file.sha256
    if (isWhole(await readUnlessLost(blobs, file.key))) return
    const [bytes, fault] = await readPart(place, { ...file, key: filesKey(file.key) })
    if (!bytes) throw new ImportRefused([`${place.name}: ${fault}.`])
    await blobs.put(file.key, bytes)
    put.files++
    if (!isWhole(await main.read(file.key))) throw new ImportRefused([`${file.key} blev inte densamma i ${main.name}.`])
  })
}
