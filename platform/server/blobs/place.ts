import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Disk } from 'flydrive'
import type { S3Access } from '../config.ts'
import { NotRead, NotStored } from '../files/file-fault.ts'
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
   * All keys below a folder of the place, '' for all of it. Throws NotRead, also for a folder in it that may not be read, as others' can be,
   * unless `unread` takes its name.
   */
  list(folder: string, unread?: Unread): AsyncIterable<string>
  /** Removes what a process that was killed had begun to write before an instant: nothing names it. */
  removeUnfinished(before: Date): Promise<void>
}

export async function folderPlace(location: string, lent = lentThreads): Promise<Place> {
  const { Disk, FSDriver } = await loadDisk()
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return onDisk(location, disk, {
    prefix: '',
    isAbsent: hasCode('ENOENT', 'ENOTDIR'),
    lent,
    write: (key, bytes) => lent((isLate) => writeWhole(location, key, bytes, isLate)),
    list: (folder, unread) => filesBelow({ location, lent }, folder, unread),
    removeUnfinished: (before) => removeOlder(lent, join(location, writing), before),
    reads: 1,
  })
}

/** Removes the files of a folder that were last written before an instant; what the disk does not let go stays for the next time. */
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

/** By their true names, of whatever characters: flydrive's list throws at the first that it would not store. Links are not followed. */
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

/** What is being written lies here, where nobody looks for files. */
const writing = 'writing'

/**
 * Writes a file under another name, and gives it its own when all of it is on the disk: whoever reads meanwhile, or after the power
 * was cut, finds it whole or not at all. Only the portal's own user may read it.
 */
async function writeWhole(location: string, key: string, bytes: Uint8Array, isLate: () => boolean): Promise<void> {
  const [target, passing] = [join(location, key), join(location, writing, randomUUID())]
  for (const folder of [dirname(target), dirname(passing)]) await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(passing, bytes, { mode: 0o600, flush: true })
    // Whoever wanted it has been told that it is not stored.
    if (isLate()) throw new Error('the disk came back too late')
    await rename(passing, target)
  } catch (error) {
    // A full disk has stored the beginning, which would go on taking up room.
    await rm(passing, { force: true }).catch(() => undefined)
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
  /** How long a store may be silent, also before it answers what it has got. */
  readonly silenceMs: number
  readonly attempts: number
  /** How often a file is asked for that breaks off while it comes, when the attempts of the SDK are over. */
  readonly reads: number
}

/** An answer must be there within seconds: an employee waits for it. */
const ofRequests: Patience = { connectMs: 1500, silenceMs: 3500, attempts: 2, reads: 1 }

/** A command asks for thousands of files, and one that is slow to come, or a store that is busy for a moment, must not end it. */
export const ofCommands: Patience = { connectMs: 10_000, silenceMs: 60_000, attempts: 8, reads: 8 }

/** What speaks S3 is loaded here, by whoever uses it: it costs memory and time at the start. */
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
    // Some stores never say that they want the file that they are asked about.
    expectContinueHeader: false,
    // Other stores do not know Amazon's newer checksums: MD5 goes with what is sent, and every copy is compared by our own.
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
  /** By their true names, as in a folder. By prefix S3 also lists what only begins alike, which the slash prevents. */
  async function* keysBelow(folder: string): AsyncGenerator<string> {
    const Prefix = `${prefix}${folder}${folder && '/'}`
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket.name, Prefix, ContinuationToken }))
      // A key that ends so is the folder that a store's own pages have made.
      for (const { Key = '/' } of page.Contents ?? []) if (!Key.endsWith('/')) yield Key.slice(prefix.length)
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }
  return onDisk(`s3://${bucket.name}${bucket.prefix && `/${bucket.prefix}`}`, disk, {
    prefix,
    // A bucket that is missing is a fault of the store, which HEAD does not tell apart: whoever asks `has` checks the marker too.
    isAbsent: (error) => error.name === 'NoSuchKey',
    // S3 stores an object whole or not at all.
    write: (key, bytes) => disk.put(key, bytes, md5Of(bytes)),
    list: keysBelow,
    removeUnfinished: async () => undefined,
    reads,
  })
}

/** The checksum that a bucket with Object Lock demands, and every store knows. None where OpenSSL is held to FIPS, which has no MD5. */
function md5Of(bytes: Uint8Array): { readonly ContentMD5?: string } {
  try {
    return { ContentMD5: createHash('md5').update(bytes).digest('base64') }
  } catch {
    return {}
  }
}

/** Of an answer without a body of S3's, as to HEAD and by a gateway, the SDK says no more than that the error is unknown. */
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
  /** All keys below a folder, without the prefix. */
  readonly list: (folder: string, unread?: Unread) => AsyncIterable<string>
  readonly removeUnfinished: (before: Date) => Promise<void>
  /** Absent: what it waits for is the network, not a thread. */
  readonly lent?: Lent
  readonly reads: number
}

const withoutThread: Lent = (work) => work(() => false)

function onDisk(
  name: string,
  disk: Disk,
  { prefix, isAbsent, write, list, removeUnfinished, lent = withoutThread, reads }: Traits,
): Place {
  const full = (key: string) => `${prefix}${key}`
  const readWhole = async (key: string): Promise<Uint8Array> => {
    for (let left = reads - 1; ; left--) {
      const stream = await disk.getStream(full(key))
      try {
        // Not getBytes: of an empty file in a folder it returns 64 kB of the process's memory.
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
      lent(() => disk.delete(full(key))).catch((error: unknown) => {
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
