import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { holdDataDir } from '#platform/server/control.ts'
import { openPostgres } from '#platform/server/db/open.ts'
import {
  dropFolderAside,
  dropTablesAside,
  folderSetAside,
  othersAreConnected,
  putFolderBack,
  putTablesBack,
  setAside,
} from '#platform/server/db/restore-point.ts'

const none = 'Det finns ingen återläsning att gå tillbaka från.'

/** `npm run restore -- --undo` puts what was set aside back; `-- --keep` removes it. Throws ImportRefused. */
export async function endRestore(what: 'undo' | 'keep', config: Config, tell: (line: string) => void): Promise<void> {
  if (config.databaseUrl) await ofServer(what, config.databaseUrl)
  else await ofFolder(what, config.dataDir)
  tell(what === 'undo' ? 'Klart. Det som var före återläsningen gäller igen.' : 'Klart. Det som var är borttaget.')
  tell('npm run files -- verify --remove tar bort filer som inte hör till någon rad längre.')
}

function allow(what: 'undo' | 'keep', setting: Awaited<ReturnType<typeof setAside>>): void {
  if (setting === 'none') throw new ImportRefused([none])
  if (what === 'keep' && setting === 'unfinished')
    throw new ImportRefused(['Återläsningen blev inte klar: npm run restore -- --undo.'])
}

async function ofServer(what: 'undo' | 'keep', address: string): Promise<void> {
  const opened = openPostgres(address)
  const db = opened.longWork
  try {
    allow(what, await setAside(db))
    if (what === 'keep') return await dropTablesAside(db)
    if (await othersAreConnected(db))
      throw new ImportRefused(['Andra är anslutna till databasen. Stoppa alla portalens processer först.'])
    await putTablesBack(db)
  } finally {
    await opened.close()
  }
}

async function ofFolder(what: 'undo' | 'keep', dataDir: string): Promise<void> {
  const hold = await holdDataDir(dataDir, () => Promise.reject(new ImportRefused(['En återläsning pågår.'])))
  try {
    allow(what, await folderSetAside(dataDir))
    await (what === 'keep' ? dropFolderAside(dataDir) : putFolderBack(dataDir))
  } finally {
    await hold.release()
  }
}
