import { createHash } from 'node:crypto'
import { access, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { refuseUnmounted } from '#platform/server/data-dir.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { makeSyncedFolder, syncFolder } from '#platform/server/files/synced-folder.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import { newKeys } from './seal.ts'

/** The private keys of epochs, each in a file named by its public key. Never in the database or a backup (docs/reference-data.md). */
export interface KeyFolder {
  /**
   * Creates an epoch's keys. Returns the public key once the private key is safely on disk. Throws if the data folder's disk is not mounted:
   * nobody would find the key once it is.
   */
  create(): Promise<string>
  has(epoch: string): Promise<boolean>
  list(): Promise<string[]>
  read(epoch: string): Promise<Buffer>
  /** Destroys an epoch's private key, so that nothing can open the answers that were sealed for the epoch. May be called again. */
  destroy(epoch: string): Promise<void>
}

/**
 * One folder per database, so that another database, or a copy of this one under another name, does not treat this database's keys as left
 * over. The same database finds its keys again on another machine.
 */
export async function keyFolder(db: Database, dataDir: string): Promise<KeyFolder> {
  const secret = await keptSecret(db, 'survey keys')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = createHash('sha256')
    .update(secret)
    .update(rows[0]?.name ?? '')
    .digest('hex')
    .slice(0, 32)
  return inTurn(foldered(dataDir, join(dataDir, 'survey-keys', name)))
}

function failed(error: unknown): never {
  throw (error as NodeJS.ErrnoException).syscall ? error : new NotStored(error)
}

/** A folder that hangs delays nothing else. An employee who sends a survey meanwhile is asked to try again later. */
const inTurn = (keys: KeyFolder): KeyFolder => ({
  create: () => lentThreads(() => keys.create()).catch(failed),
  has: (epoch) => lentThreads(() => keys.has(epoch)).catch(failed),
  list: () => lentThreads(() => keys.list()).catch(failed),
  read: (epoch) => lentThreads(() => keys.read(epoch)).catch(failed),
  destroy: (epoch) => lentThreads(() => keys.destroy(epoch)).catch(failed),
})

const isEpoch = (name: string) => /^[0-9a-f]{64}$/.test(name)

function foldered(dataDir: string, folder: string): KeyFolder {
  const file = (epoch: string) => join(folder, epoch)
  return {
    async create() {
      const { publicKey, privateKey } = newKeys()
      await refuseUnmounted(dataDir)
      await makeSyncedFolder(folder)
      await writeForGood(file(publicKey), 'wx', privateKey)
      await syncFolder(folder)
      // The disk may have been unmounted or mounted while the key was written.
      await refuseHidden(dataDir, file(publicKey)).catch(async (error: unknown) => {
        await rm(file(publicKey), { force: true })
        throw error
      })
      return publicKey
    },
    async has(epoch) {
      // On the disk below there may be a key from an earlier time without the folder's disk.
      await refuseUnmounted(dataDir)
      return access(file(epoch)).then(
        () => true,
        () => false,
      )
    },
    list: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.filter(isEpoch)
    },
    read: (epoch) => readFile(file(epoch)),
    async destroy(epoch) {
      // On a disk that writes in place, nothing is left of the key; for other disks, see docs/reference-data.md.
      const written = await writeForGood(file(epoch), 'r+', Buffer.alloc(newKeys().privateKey.length)).catch(absent)
      if (written === null) return
      await rm(file(epoch), { force: true })
      await syncFolder(folder)
    },
  }
}

async function refuseHidden(dataDir: string, path: string): Promise<void> {
  await refuseUnmounted(dataDir)
  await access(path).catch((cause: unknown) => {
    throw new Error('a survey key is no longer where it was written', { cause })
  })
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function writeForGood(path: string, flags: 'wx' | 'r+', bytes: Uint8Array): Promise<void> {
  const handle = await open(path, flags, 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
