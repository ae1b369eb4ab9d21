import { createHash, randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Disk } from 'flydrive'
import type { S3Access } from '../config.ts'
import { NotRead, NotStored } from '../files/file-fault.ts'
import { makeSyncedFolder, syncFolder } from '../files/synced-folder.ts'
import { loadDisk, loadS3 } from '../libraries/load.ts'
import { type Lent, lentThreads } from './lent-threads.ts'

type Unread = (folder: string) => void

/** Where files are kept by key: a folder, or a part of a bucket. */
export interface Place {
  /** For the operator: the folder, or s3://bucket/prefix. */
  readonly name: string
  /** Throws NotStored; nothing is then left under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is none. Throws NotRead. */
  read(key: string): Promise<Uint8Array | null>
  has(key: string): Promise<boolean>
  /** Harmless if there is none. Throws NotStored. */
  remove(key: string): Promise<void>
  /**
   * All keys below a folder of the place, '' for the whole place. Throws NotRead, also if a folder in it may not be read, such as one of
   * another user. With `unread`, that folder's name is passed to it instead.
   */
  list(folder: string, unread?: Unread): AsyncIterable<string>
  /** Removes files that a killed process had begun to write before an instant. No row names them. */
  removeUnfinished(before: Date): Promise<void>
}

/**
 * `marker` returns the key of a file that is there while the disk is mounted: if it is missing, `put` and `remove` fail. Null if the place
 * has no marker, or none yet.
 */
export async function folderPlace(
  location: string,
  lent = lentThreads,
  marker: () => string | null = () => null,
): Promise<Place> {
  const { Disk, FSDriver } = await loadDisk()
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const throwIfUnmounted = async () => {
    const key = marker()
    if (key !== null) await stat(join(location, key))
  }
  return onDisk(location, disk, {
    prefix: '',
    isAbsent: hasCode('ENOENT', 'ENOTDIR'),
    lent,
    write: (key, bytes) =>
      lent((isLate) =>
        writeWhole(location, key, bytes, async () => {
          // The caller has already got the error that the file is not stored.
          if (isLate()) throw new Error('the disk came back too late')
          await throwIfUnmounted()
        }),
      ),
    remove: (key) =>
      lent(async () => {
        await disk.delete(key)
        // Afterwards: if the disk was unmounted meanwhile, nothing has been removed.
        await throwIfUnmounted()
      }),
    list: (folder, unread) => filesBelow({ location, lent }, folder, unread),
    removeUnfinished: (before) => removeOlder(lent, join(location, writing), before),
    reads: 1,
  })
}

/** Removes the files of a folder that were last written before an instant. A file that cannot be removed is left for the next time. */
export async function removeOlder(lent: Lent, folder: string, before: Date): Promise<void> {
  for (const name of await lent(() => readdir(folder)).catch(() => [])) {
    const path = join(folder, name)
    await lent(async () => {
      if ((await stat(path)).mtime < before) await rm(path, { force: true })
    }).catch(() => undefined)
  }
}

interface Folder {
  readonly location: string
  readonly lent: Lent
}

/**
 * Lists files by their true names, whatever characters they have: flydrive's list throws at the first name that it would not store.
 * Symbolic links are not followed.
 */
async function* filesBelow(of: Folder, folder: string, unread?: Unread): AsyncGenerator<string> {
  const entries = await of
    .lent(() => readdir(join(of.location, folder), { withFileTypes: true }))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      if (!unread || !isForbidden(error)) throw error
      unread(folder)
      return []
    })
  for (const entry of entries) {
    const key = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesBelow(of, key, unread)
    else if (entry.isFile()) yield key
  }
}

/** The folder of files that are being written. No file of the portal has a key in it. */
const writing = 'writing'

/**
 * Writes a file under a temporary name, and renames it when all of it is on the disk. A reader, also after a power cut, then finds the
 * whole file or none. Only the portal's user may read it.
 */
async function writeWhole(
  location: string,
  key: string,
  bytes: Uint8Array,
  throwIfUnwanted: () => Promise<void>,
): Promise<void> {
  const [target, passing] = [join(location, key), join(location, writing, randomUUID())]
  await makeSyncedFolder(dirname(passing))
  try {
    await writeFile(passing, bytes, { mode: 0o600, flush: true })
    await throwIfUnwanted()
    await makeSyncedFolder(dirname(target))
    // Fails if the disk is mounted or unmounted meanwhile, because the file is then no longer there under its other name.
    await rename(passing, target)
  } catch (error) {
    // On a full disk, the beginning has been stored and would go on taking up space.
    await rm(passing, { force: true }).catch(() => undefined)
    throw error
  }
  try {
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(target, { force: true }).catch(() => undefined)
    throw error
  }
}

export interface Bucket {
  readonly name: string
  /** Without slashes at its ends; '' for the whole bucket. */
  readonly prefix: string
}

export interface Patience {
  readonly connectMs: number
  /** How long a store may be silent, also between the end of a request and its answer. */
  readonly silenceMs: number
  readonly attempts: number
  /** How many times a file is asked for if it breaks off while it arrives. The SDK's attempts end when an answer begins. */
  readonly reads: number
}

/** An answer must be there within seconds: an employee waits for it. */
const ofRequests: Patience = { connectMs: 1500, silenceMs: 3500, attempts: 2, reads: 1 }

/** A command asks for thousands of files: one that arrives slowly, or a store that is busy for a moment, must not end it. */
export const ofCommands: Patience = { connectMs: 10_000, silenceMs: 60_000, attempts: 8, reads: 8 }

/** The S3 client is loaded here, only if it is used, because it costs memory and time at the start. */
export async function s3Place(
  { endpoint, region, keys, encryption }: S3Access,
  bucket: Bucket,
  { connectMs, silenceMs, attempts, reads } = ofRequests,
): Promise<Place> {
  const [{ Disk }, { ListObjectsV2Command, S3Client, S3Driver }] = await Promise.all([loadDisk(), loadS3()])
  const client = new S3Client({
    region,
    // Stores other than Amazon's seldom have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    maxAttempts: attempts,
    // Some stores never answer `Expect: 100-continue`.
    expectContinueHeader: false,
    // Other stores do not know Amazon's newer checksums. Files are sent with their MD5, and every copy is compared by a checksum of ours.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        throw namedByStatus(error)
      }),
    { step: 'initialize' },
  )
  const disk = new Disk(
    new S3Driver({
      client,
      bucket: bucket.name,
      visibility: 'private',
      supportsACL: false,
      ...(encryption && { encryption }),
    }),
  )
  const prefix = bucket.prefix && `${bucket.prefix}/`
  /** Lists keys by their true names, as in a folder. The slash after the prefix leaves out keys that only begin with the same letters. */
  async function* keysBelow(folder: string): AsyncGenerator<string> {
    const Prefix = `${prefix}${folder}${folder && '/'}`
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket.name, Prefix, ContinuationToken }))
      // A key that ends with a slash is a folder made in the store's own web pages.
      for (const { Key = '/' } of page.Contents ?? []) if (!Key.endsWith('/')) yield Key.slice(prefix.length)
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }
  return onDisk(`s3://${bucket.name}${bucket.prefix && `/${bucket.prefix}`}`, disk, {
    prefix,
    // A missing bucket is a fault of the store, but HEAD does not distinguish it from a missing file: callers of `has` check the marker.
    isAbsent: (error) => error.name === 'NoSuchKey',
    // S3 stores an object whole or not at all.
    write: (key, bytes) => disk.put(key, bytes, md5Of(bytes)),
    // A bucket that is gone refuses to store and to remove: no request for its marker is needed.
    remove: (key) => disk.delete(key),
    list: keysBelow,
    removeUnfinished: async () => undefined,
    reads,
  })
}

/** The checksum that a bucket with Object Lock demands, and that every store knows. None if OpenSSL runs in FIPS mode, which has no MD5. */
function md5Of(bytes: Uint8Array): { readonly ContentMD5?: string } {
  try {
    return { ContentMD5: createHash('md5').update(bytes).digest('base64') }
  } catch {
    return {}
  }
}

/**
 * Names an error by its HTTP status if the answer had no body of S3's, as for HEAD or from a gateway: the SDK then only says that the error
 * is unknown.
 */
function namedByStatus(error: unknown): unknown {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } }
  if (!(error instanceof Error) || !$metadata?.httpStatusCode) return error
  if (error.message === 'UnknownError' || error.message.includes('Deserialization error')) {
    error.name = error.message = `HTTP ${$metadata.httpStatusCode}`
  }
  return error
}

interface Traits {
  readonly prefix: string
  readonly isAbsent: (error: Error & { readonly code?: string }) => boolean
  /** Stores all of it or nothing. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  /** All keys below a folder, without the prefix. */
  readonly list: (folder: string, unread?: Unread) => AsyncIterable<string>
  readonly removeUnfinished: (before: Date) => Promise<void>
  /** Absent if the place waits for the network and blocks no thread. */
  readonly lent?: Lent
  readonly reads: number
}

const withoutThread: Lent = (work) => work(() => false)

function onDisk(
  name: string,
  disk: Disk,
  { prefix, isAbsent, write, remove, list, removeUnfinished, lent = withoutThread, reads }: Traits,
): Place {
  const full = (key: string) => `${prefix}${key}`
  const readWhole = async (key: string): Promise<Uint8Array> => {
    for (let left = reads - 1; ; left--) {
      const stream = await disk.getStream(full(key))
      try {
        // Not getBytes: for an empty file in a folder it returns 64 kB of the process's memory.
        return await buffer(stream)
      } catch (error) {
        if (left === 0) throw error
      }
    }
  }
  return {
    name,
    async put(key, bytes) {
      try {
        await write(full(key), bytes)
      } catch (error) {
        throw new NotStored(error)
      }
    },
    async read(key) {
      try {
        return await lent(() => readWhole(key))
      } catch (error) {
        if (error instanceof Error && isAbsent(error.cause instanceof Error ? error.cause : error)) return null
        throw new NotRead(error)
      }
    },
    has: (key) =>
      lent(() => disk.exists(full(key))).catch((error: unknown) => {
        throw new NotRead(error)
      }),
    remove: (key) =>
      remove(full(key)).catch((error: unknown) => {
        throw new NotStored(error)
      }),
    removeUnfinished,
    async *list(folder, unread) {
      try {
        yield* list(folder, unread)
      } catch (error) {
        throw new NotRead(error)
      }
    },
  }
}

const hasCode =
  (...codes: readonly string[]) =>
  (error: { readonly code?: string }) =>
    error.code !== undefined && codes.includes(error.code)

const isForbidden = hasCode('EACCES', 'EPERM')
