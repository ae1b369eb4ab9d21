import { counted } from '#platform/contract/counted.ts'
import { ImportRefused, type Database } from '#platform/server/area.ts'
import { claimFileStores } from '#platform/server/blobs/marker.ts'
import type { Config } from '#platform/server/config.ts'
import { holdDataDir } from '#platform/server/control.ts'
import { claimDataDir, refuseAnothersDatabase } from '#platform/server/data-dir.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import {
  dropFolderAside,
  dropRestoring,
  dropTablesAside,
  folderAside,
  folderSetAside,
  isRestoringThere,
  nothingAside,
  othersConnected,
  putFolderBack,
  putTablesBack,
  setAside,
  viewsOfOthers,
} from '#platform/server/db/restore-point.ts'
import { schemas } from '../areas.ts'
import { keepErasures, replayErasures } from '../erasures/erased.ts'
import { noteAgain, notedOf, type Noted } from './noted.ts'
import { goOnAfter, numbersGiven, type Numbers } from './numbers.ts'
import { tiesOf, tieAgain, type Ties } from './ties.ts'

type Tell = (line: string) => void

/** Others who are connected, such as a portal process with another role, may write to tables that are about to be set aside. */
export const inTheWay = (others: readonly string[]): string =>
  `Andra är anslutna till databasen: ${others.join(', ')}. Stoppa alla portalens processer först.`

const none = 'Det finns ingen återläsning att gå tillbaka från.'

/** `npm run restore -- --undo` puts the database back that a restore has set aside; `-- --keep` removes it. Throws ImportRefused. */
export async function endRestore(what: 'undo' | 'keep', config: Config, tell: Tell): Promise<void> {
  const again = config.databaseUrl
    ? await ofServer(what, config.databaseUrl, config, tell)
    : await ofFolder(what, config)
  if (again === 'nothing aside') {
    tell('Klart. Det som en avbruten återläsning lämnade efter sig är borttaget. Databasen är orörd.')
    return
  }
  if (again > 0) tell(`${counted(again, 'radering sedan dess är gjord', 'raderingar sedan dess är gjorda')} om.`)
  tell(
    what === 'undo'
      ? 'Klart. Det som var före återläsningen gäller igen.'
      : 'Klart. Den undanställda databasen är borttagen.',
  )
  tell('npm run files -- verify --remove tar bort filer som inte hör till någon rad längre.')
}

function allow(what: 'undo' | 'keep', setting: Awaited<ReturnType<typeof setAside>>): void {
  if (setting === 'none') throw new ImportRefused([none])
  if (what === 'keep' && setting === 'unfinished')
    throw new ImportRefused(['Återläsningen blev inte klar: npm run restore -- --undo.'])
}

/**
 * Migrates a database, because a version that is newer than the restore may not have been started on it yet, and checks that the data
 * folder and file stores are its own.
 */
async function ready({ longWork: db }: OpenDatabase, config: Config): Promise<Parameters<typeof keepErasures>[0]> {
  await refuseAnothersDatabase(db, config.dataDir)
  await migrate(db, schemas)
  await claimDataDir(db, config.dataDir)
  await claimFileStores(db, config)
  return { db, clock: () => new Date(), config }
}

/** What the database that is put back takes over from the restored one. */
interface Since {
  readonly numbers: Numbers
  /** A move of the files to another place may have begun since the restore. */
  readonly ties: Ties
  readonly noted: Noted
}

/**
 * Writes what was erased in the restored database to the file store, where the earlier database finds it when it is put back. Returns what
 * else the restored database has that the earlier one must have.
 */
async function keepErased(opened: OpenDatabase, config: Config): Promise<Since> {
  const parts = await ready(opened, config)
  await keepErasures(parts)
  const { db } = parts
  return { numbers: await numbersGiven(db), ties: await tiesOf(db), noted: await notedOf(db) }
}

async function giveTo(tx: Database, { numbers, ties, noted }: Since): Promise<void> {
  await goOnAfter(tx, numbers)
  await tieAgain(tx, ties)
  await noteAgain(tx, noted)
}

async function eraseAgain(opened: OpenDatabase, config: Config, since?: Since): Promise<number> {
  const parts = await ready(opened, config)
  // A second time: a newer version's migration may just have added a table or a counter that was not set aside.
  if (since)
    await parts.db.transaction().execute(async (tx) => {
      await goOnAfter(tx, since.numbers)
      await noteAgain(tx, since.noted)
    })
  return replayErasures(parts)
}

async function ofServer(what: 'undo' | 'keep', address: string, config: Config, tell: Tell): Promise<number> {
  const opened = openPostgres(address)
  const db = opened.longWork
  try {
    const setting = await setAside(db)
    allow(what, setting)
    await refuseAnothersDatabase(db, config.dataDir, 'before_restore')
    if (what === 'keep') {
      await nameViews(db, 'before_restore', tell)
      await dropTablesAside(db)
      return 0
    }
    // The restore was made while the tables were in another schema (portal-schema.ts).
    if (setting === 'finished' && (await nothingAside(db)))
      throw new ImportRefused(['Det som är undanställt har inga tabeller: npm run restore -- --keep tar bort det.'])
    const others = await othersConnected(db)
    if (others.length > 0) throw new ImportRefused([inTheWay(others)])
    const since = setting === 'finished' ? await keepErased(opened, config) : undefined
    await nameViews(db, 'public', tell)
    // In the same transaction as the tables are put back: the steps after it may be interrupted and the portal be started.
    await putTablesBack(db, async (tx) => {
      if (since) await giveTo(tx, since)
    })
    return await eraseAgain(opened, config, since)
  } finally {
    await opened.close()
  }
}

async function nameViews(db: Database, removed: Parameters<typeof viewsOfOthers>[1], tell: Tell): Promise<void> {
  const views = await viewsOfOthers(db, removed)
  if (views.length > 0)
    tell(`Andras vyer på tabeller som tas bort försvinner med dem, och får göras om: ${views.join(', ')}.`)
}

async function ofFolder(what: 'undo' | 'keep', config: Config): Promise<number | 'nothing aside'> {
  const { dataDir } = config
  const hold = await holdDataDir(dataDir, () =>
    Promise.reject(new ImportRefused(['En återläsning pågår. Försök igen när den är klar.'])),
  )
  try {
    const setting = await folderSetAside(dataDir)
    // A restore was killed before it set anything aside, or a removal was interrupted.
    if (setting === 'none' && (await isRestoringThere(dataDir))) {
      await dropRestoring(dataDir)
      return 'nothing aside'
    }
    allow(what, setting)
    if (what === 'keep') {
      await dropFolderAside(dataDir)
      return 0
    }
    const since = setting === 'finished' ? await within(dataDir, (opened) => keepErased(opened, config)) : undefined
    if (since) {
      // Before the folder is put back: the steps after it may be interrupted and the portal be started.
      const give = ({ longWork }: OpenDatabase) => longWork.transaction().execute((tx) => giveTo(tx, since))
      await within(dataDir, give, folderAside)
    }
    await putFolderBack(dataDir)
    return await within(dataDir, (opened) => eraseAgain(opened, config, since))
  } finally {
    await hold.release()
  }
}

async function within<Result>(
  dataDir: string,
  work: (opened: OpenDatabase) => Promise<Result>,
  folder?: string,
): Promise<Result> {
  const opened = await openEmbedded(dataDir, folder)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
