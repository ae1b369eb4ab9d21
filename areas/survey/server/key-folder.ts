import { createHash } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import { newKeys } from './seal.ts'

/** The private keys of epochs, each in a file named by its public key. Never in the database or a backup (docs/reference-data.md). */
export interface KeyFolder {
  /** Creates an epoch's keys; returns the public one when the private one is safely on disk. */
  create(): Promise<string>
  has(epoch: string): Promise<boolean>
  list(): Promise<string[]>
  read(epoch: string): Promise<Buffer>
  /** Afterwards nothing opens what was sealed for this epoch. Harmless if it has been done before. */
  destroy(epoch: string): Promise<void>
}

/**
 * One folder per database: another database, or a copy of this one under another name, must not treat its keys as left-over ones.
 * The same database on another machine finds them again.
 */
export async function keyFolder(db: Database, dataDir: string): Promise<KeyFolder> {
  const secret = await keptSecret(db, 'survey keys')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = createHash('sha256')
    .update(secret)
    .update(rows[0]?.name ?? '')
    .digest('hex')
    .slice(0, 32)
  return inTurn(foldered(join(dataDir, 'survey-keys', name)))
}

function failed(error: unknown): never {
  throw (error as NodeJS.ErrnoException).syscall ? error : new NotStored(error)
}

/** A folder that hangs keeps nobody from anything else; whoever sends a survey is asked to try again later. */
const inTurn = (keys: KeyFolder): KeyFolder => ({
  create: () => lentThreads(() => keys.create()).catch(failed),
  has: (epoch) => lentThreads(() => keys.has(epoch)).catch(failed),
  list: () => lentThreads(() => keys.list()).catch(failed),
  read: (epoch) => lentThreads(() => keys.read(epoch)).catch(failed),
  destroy: (epoch) => lentThreads(() => keys.destroy(epoch)).catch(failed),
})

const isEpoch = (name: string) => /^[0-9a-f]{64}$/.test(name)

function foldered(folder: string): KeyFolder {
  const file = (epoch: string) => join(folder, epoch)
  return {
    async create() {
      const { publicKey, privateKey } = newKeys()
      await madeForGood(folder)
      await writeForGood(file(publicKey), 'wx', privateKey)
      await keptForGood(folder)
      return publicKey
    },
    has: (epoch) =>
      access(file(epoch)).then(
        () => true,
        () => false,
      ),
    list: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.filter(isEpoch)
    },
    read: (epoch) => readFile(file(epoch)),
    async destroy(epoch) {
      // On a disk that writes in place nothing is left of it; for others, see docs/reference-data.md.
      const written = await writeForGood(file(epoch), 'r+', Buffer.alloc(newKeys().privateKey.length)).catch(absent)
      if (written === null) return
      await rm(file(epoch), { force: true })
      await keptForGood(folder)
    },
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function madeForGood(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await keptForGood(dirname(made))
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

/** A new file name is safely on disk only once its folder has been synced. Windows has no such call and does it by itself. */
async function keptForGood(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
