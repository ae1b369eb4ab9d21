import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WrongSetting } from './settings.ts'

/** SQLite's code for a lock that another has. */
const SQLITE_BUSY = 5

/**
 * Locks `control.lock` in the folder. Returns what frees it, or null if another process has it. The kernel keeps the lock with the
 * file, so containers see one another's, and frees it after kill -9. Node itself locks no files, its SQLite does; nothing is stored there.
 */
export function lockFolder(dataDir: string): (() => void) | null {
  const path = join(dataDir, 'control.lock')
  let file: DatabaseSync | null = null
  try {
    // Of two that try at the same moment each may be in the other's way once, so each tries again for a while.
    file = new DatabaseSync(path, { timeout: 500 })
    // Whoever can read the file could lock it as well.
    chmodSync(path, 0o600)
    // The journal in memory, because one in the folder would stay behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file.close.bind(file)
  } catch (error) {
    file?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new WrongSetting(`DATA_DIR=${dataDir} (filen control.lock går inte att låsa: ${(error as Error).message})`)
  }
}
