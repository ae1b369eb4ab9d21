import { hash } from 'node:crypto'
import type { Database, StoredFile } from '#platform/server/area.ts'
import { atMost } from '#platform/server/at-most.ts'
import { markerKey, storesOf, type FileConfig } from '#platform/server/blobs/blobs.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import { mayBeOfOneFile } from '#platform/server/files/file-fault.ts'
import { doors } from '../areas.ts'

/** How many files are read or written at a time. */
export const FILES_AT_ONCE = 8

/** The SHA-256 of a file's content, in hexadecimal. */
export const digest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/**
 * Does `work` for each item, FILES_AT_ONCE at a time. When one fails, no more are started, and the first error is thrown once those in
 * progress have ended, so that nothing is written after that.
 */
export async function withEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const together = atMost(FILES_AT_ONCE)
  const failures: unknown[] = []
  const done: Result[] = []
  const workOn = async (item: Item, at: number) => {
    if (failures.length > 0) return
    try {
      done[at] = await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(items.map((item, at) => together(() => workOn(item, at))))
  if (failures.length > 0) throw failures[0]
  return done
}

/** Whether only this file could not be read: the store still returns its marker. Throws if the store is away. */
export const isOfOneFile = async (store: Pick<Place, 'read'>, error: unknown): Promise<boolean> =>
  mayBeOfOneFile(error) && (await store.read(markerKey)) !== null

/** A file's bytes; null if the store has lost the file or cannot read it. Throws if the store is away. */
export async function readUnlessLost(store: Pick<Place, 'read'>, key: string): Promise<Uint8Array | null> {
  try {
    return await store.read(key)
  } catch (error) {
    if (await isOfOneFile(store, error)) return null
    throw error
  }
}

/** Every file in the file store that a row names. */
export async function storedFiles(db: Database): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const door of doors) found.push(...((await door.storedFiles?.(db)) ?? []))
  return found
}

/** The store's folders with files that rows name. A bucket may contain more, such as backups, which are not the portal's files. */
export const folders: readonly string[] = doors.flatMap((door) => door.fileFolder ?? [])

/**
 * The form of the portal's keys: the second folder is named by the file's first two characters. Some disks keep that folder in another
 * letter case.
 */
const ours = /^[\w-]+\/([\w-]{2})\/\1[\w-]{28,}(\.jpg)?$/i

/** On a case-insensitive disk, folders whose names differ only in case are one folder, under the name that was created first. */
const withoutCase = (key: string) => key.toLowerCase()

export interface Difference {
  readonly files: number
  /** Named by a row, but not in the store. */
  readonly missing: readonly string[]
  /** In the store, but named by no row, even when letter case is ignored. */
  readonly unnamed: readonly string[]
  /** In the store, but not put there by the portal, such as a file manager's own files: never removed or copied. */
  readonly foreign: readonly string[]
  /** Folders that the portal may not read. Files that rows name there do not count as missing. */
  readonly unread: readonly string[]
}

/** Compares rows and files, also while the portal runs. */
export async function compareFiles(db: Database, config: FileConfig): Promise<Difference> {
  const { blobs, open } = storesOf(config)
  const { in: main, also } = config.files
  const before = await storedFiles(db)
  const there = new Set<string>()
  const unread = new Set<string>()
  for (const place of [main, ...(also ? [also] : [])]) {
    for (const folder of folders) {
      for await (const key of (await open(place)).list(folder, (closed) => unread.add(closed))) there.add(key)
    }
  }
  // A row is written before its file and removed after it, so every file that was listed has its row now, unless nothing names it.
  const after = new Map((await storedFiles(db)).map((file) => [file.key, file]))
  const named = new Set([...after.keys()].map(withoutCase))
  const others = [...there].filter((key) => !named.has(withoutCase(key))).toSorted()
  const foreign = others.filter((key) => !ours.test(key))
  const mayBeThere = (key: string) => [...unread].some((folder) => key.startsWith(`${folder}/`))
  const suspects = before.filter(({ key }) => !there.has(key) && !mayBeThere(key) && after.get(key)?.passing === false)
  const together = atMost(FILES_AT_ONCE)
  const looked = await Promise.all(
    suspects.map(({ key, passing }) => together(async () => (!passing && !(await blobs.has(key)) ? [key] : []))),
  )
  const stillNamed = new Set((await storedFiles(db)).filter(({ passing }) => !passing).map(({ key }) => key))
  return {
    files: there.size - foreign.length,
    missing: looked
      .flat()
      .filter((key) => stillNamed.has(key))
      .toSorted(),
    unnamed: others.filter((key) => ours.test(key)),
    foreign,
    unread: [...unread].toSorted(),
  }
}
