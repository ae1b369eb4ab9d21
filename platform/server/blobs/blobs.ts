import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, FilePlace } from '../config.ts'
import { refuseUnmounted } from '../data-dir.ts'
import { NotRead, NotStored } from '../files/file-fault.ts'
import { lentThreads, lentToCommands } from './lent-threads.ts'
import { folderPlace, ofCommands, s3Place, type Patience, type Place } from './place.ts'

/** Files by key, outside the database. The portal makes the keys, never the sender of a file; a key's file never changes. */
export interface Blobs {
  /** Throws NotStored if it fails; nothing is then left under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is none. Throws NotRead if the store cannot be reached. */
  read(key: string): Promise<Uint8Array | null>
  has(key: string): Promise<boolean>
  /** Harmless if there is none. */
  remove(key: string): Promise<void>
  /** Removes files that a killed process had begun to write before an instant. */
  removeUnfinished(before: Date): Promise<void>
  /** Writes, reads and removes a small file. Throws if that fails or takes longer than the limit. */
  check(limitMs?: number): Promise<void>
}

export type FileConfig = Pick<Config, 'dataDir' | 'files' | 's3'>

const CHECK_MS = 2000

/** The folder where a photo is stored while it arrives, wherever the file store is. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'incoming')

/** The key of the file whose content ties a place to its database. */
export const markerKey = 'linjen.id'

interface Stores {
  readonly blobs: Blobs
  /** The place that a setting names, opened on first use. */
  readonly open: (place: FilePlace) => Promise<Place>
  /** From now on a file counts as absent only if the marker is there, and a folder stores and removes files only then. */
  readonly relyOnMarker: () => void
  /**
   * Throws NotRead if a place has lost its marker: on a disk that is no longer mounted, or in a bucket that is gone, files are out of reach
   * rather than absent. To be called after a place itself has been read, before what was not found there counts as absent.
   */
  readonly sureOfAbsence: () => Promise<void>
  /** The same stores with the time limits of a command. */
  readonly patient: () => Stores
}

const opened = new WeakMap<FileConfig, Stores>()

/** Returns the stores of these settings. All callers share them, because each store has its own connections. */
export function storesOf(config: FileConfig): Stores {
  const known = opened.get(config)
  if (known) return known
  const made = makeStores(config)
  opened.set(config, made)
  return made
}

/** The portal's file store: a folder in the data folder, or S3. */
export const blobStore = (config: FileConfig): Blobs => storesOf(config).blobs

/** Returns the same settings for a command, which waits longer for a slow or busy store than a request does. */
export function patient<Known extends FileConfig>(config: Known): Known {
  const same = { ...config }
  opened.set(same, storesOf(config).patient())
  return same
}

function makeStores({ dataDir, files, s3 }: FileConfig, relied = { marked: false }, patience?: Patience): Stores {
  const places = new Map<FilePlace, Promise<Place>>()
  const make = async (place: FilePlace): Promise<Place> => {
    if (place === 'folder') {
      const lent = patience ? lentToCommands : lentThreads
      return folderPlace(join(dataDir, 'blobs'), lent, () => (relied.marked ? markerKey : null))
    }
    if (!files.bucket) throw new Error('a store in S3 has no bucket')
    return s3Place(s3, files.bucket, patience)
  }
  const open = (place: FilePlace): Promise<Place> => {
    const there = places.get(place) ?? make(place)
    places.set(place, there)
    return there
  }
  const all = async () => Promise.all([files.in, ...(files.also ? [files.also] : [])].map(open))
  const sureOfAbsence = async () => {
    if (!relied.marked) return
    for (const place of await all()) {
      if ((await place.read(markerKey)) === null) throw new NotRead(new Error(`${place.name} has lost its marker`))
    }
  }
  /** The main place's marker; null if a place has none yet. Read to find out whether the whole store is there: throws NotRead if it is not. */
  const markerOfAll = async () => {
    await sureOfAbsence()
    const markers = await Promise.all((await all()).map((place) => place.read(markerKey)))
    return markers.includes(null) ? null : (markers[0] ?? null)
  }
  const put = async (key: string, bytes: Uint8Array) => (await open(files.in)).put(key, bytes)
  // Those of checks that failed: the next ones write and remove them, so that a store that removes nothing is not filled by checks.
  const leftByChecks: string[] = []
  const writeReadRemove = async () => {
    const place = await open(files.in)
    const key = leftByChecks.pop() ?? `check/${randomUUID()}`
    const bytes = Buffer.from(key)
    try {
      await place.put(key, bytes)
      const read = await place.read(key)
      await place.remove(key)
      if (!read || !bytes.equals(read)) throw new NotStored(new Error('a file differs from what was written'))
    } catch (error) {
      leftByChecks.push(key)
      throw error
    }
    await sureOfAbsence()
    await writeIncoming()
  }
  /** If the files are in S3, the folder of incoming photos is on another disk, which may be full. */
  const writeIncoming = async () => {
    if (files.in === 'folder') return
    const folder = incomingFolder({ dataDir })
    const path = join(folder, randomUUID())
    const write = async () => {
      // Otherwise the folder would be made, and the check succeed, on the disk below.
      await refuseUnmounted(dataDir)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(path, path)
      await rm(path)
    }
    await lentThreads(write).catch((error: unknown) => {
      throw new NotStored(error)
    })
  }
  const blobs: Blobs = {
    put,
    async read(key) {
      if (key === markerKey) return markerOfAll()
      for (const place of await all()) {
        const bytes = await place.read(key)
        if (bytes) return bytes
      }
      await sureOfAbsence()
      return null
    },
    async has(key) {
      for (const place of await all()) if (await place.has(key)) return true
      await sureOfAbsence()
      return false
    },
    async remove(key) {
      // First from the place that files are copied from: a copy that is being made then finds the file gone (copyOne in
      // app/server/files/run-files.ts).
      for (const place of (await all()).toReversed()) await place.remove(key)
    },
    async removeUnfinished(before) {
      for (const place of await all()) await place.removeUnfinished(before)
    },
    check: (limitMs = CHECK_MS) => within(limitMs, writeReadRemove()),
  }
  return {
    blobs,
    open,
    relyOnMarker: () => {
      relied.marked = true
    },
    sureOfAbsence,
    patient: () => makeStores({ dataDir, files, s3 }, relied, ofCommands),
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
