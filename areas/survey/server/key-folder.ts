import { createHash } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import { newKeys } from './seal.ts'

/** The private keys of epochs, each a file named by its public key. Never in the database, and in no backup (docs/operating.md). */
export interface KeyFolder {
  /** Makes an epoch's keys, and answers its public one when the private one is on the disk for good. */
  create(): Promise<string>
  has(epoch: string): Promise<boolean>
  list(): Promise<string[]>
  read(epoch: string): Promise<Buffer>
  /** After it nothing opens what was sealed to this epoch. Harmless where it has been done. */
  destroy(epoch: string): Promise<void>
}

/**
 * One folder for each database: another one, or a copy of this one under another name, must not take its keys for left-over ones.
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
  return foldered(join(dataDir, 'survey-keys', name))
}

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
      // On a disk that writes in place nothing is left; what that means elsewhere, docs/operating.md says.
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

/** A name in a folder is on the disk when the folder is. Windows has no such call and does it by itself. */
async function keptForGood(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
