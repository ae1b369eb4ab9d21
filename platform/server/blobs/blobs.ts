import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'
import { NotStored } from '../files/file-fault.ts'

/** Files by key, outside the database. The portal makes the keys, never the sender of a file. */
export interface Blobs {
  /** Throws NotStored if it fails; nothing is then left under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is none. */
  read(key: string): Promise<Uint8Array | null>
  has(key: string): Promise<boolean>
  /** Harmless if there is none. */
  remove(key: string): Promise<void>
  /** Writes, reads and removes a small file. Throws if that fails or takes longer than the limit. */
  check(limitMs?: number): Promise<void>
}

const CHECK_MS = 2000

/** The portal's file store: a folder in the data folder. flydrive also knows S3, for several machines. */
export function blobStore(config: Pick<Config, 'dataDir'>): Blobs {
  return onDisk(new Disk(new FSDriver({ location: join(config.dataDir, 'blobs'), visibility: 'private' })))
}

function onDisk(disk: Disk): Blobs {
  const put = async (key: string, bytes: Uint8Array) => {
    try {
      await disk.put(key, bytes)
    } catch (error) {
      // A full disk may have stored the beginning of the file, which would go on taking up room.
      await disk.delete(key).catch(() => undefined)
      throw new NotStored(error)
    }
  }
  const writeReadRemove = async () => {
    const key = `check/${randomUUID()}`
    const bytes = Buffer.from(key)
    await put(key, bytes)
    const read = await disk.getBytes(key)
    await disk.delete(key)
    if (!bytes.equals(read)) throw new NotStored(new Error('a file differs from what was written'))
  }
  return {
    put,
    read: async (key) => ((await disk.exists(key)) ? await disk.getBytes(key) : null),
    has: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
    check: (limitMs = CHECK_MS) => within(limitMs, writeReadRemove()),
  }
}

/** A network disk that is unreachable never answers at all: the pending operation is then abandoned. */
async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotStored(new Error(`no answer within ${limitMs} ms`))), limitMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
