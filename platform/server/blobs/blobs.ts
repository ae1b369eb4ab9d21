import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** Files by key, beside the database. Keys are made by the portal and never by who sends a file. */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(key: string): Promise<Uint8Array | null>
  has(key: string): Promise<boolean>
  /** Harmless where there is none. */
  remove(key: string): Promise<void>
}

/** The portal's file store: a folder in the data folder. flydrive also knows S3, for several machines. */
export function blobStore(config: Pick<Config, 'dataDir'>): Blobs {
  return onDisk(new Disk(new FSDriver({ location: join(config.dataDir, 'blobs'), visibility: 'private' })))
}

function onDisk(disk: Disk): Blobs {
  return {
    put: (key, bytes) => disk.put(key, bytes),
    read: async (key) => ((await disk.exists(key)) ? await disk.getBytes(key) : null),
    has: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
  }
}
