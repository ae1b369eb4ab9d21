import { readdir, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Place } from '#platform/server/blobs/place.ts'
import { syncFolder } from '#platform/server/files/synced-folder.ts'

const DAY_MS = 24 * 60 * 60_000
/** Marks the folder of a backup that is being made. A script that removes all but the newest backups must not count it. */
const prefix = 'unfinished-'

/**
 * The folder of a place; null for S3, where nothing can be renamed and only the manifest shows that a backup is complete.
 */
const folderOf = ({ name }: Place): string | null => (isAbsolute(name) ? name : null)

/** The name, below a place, under which a backup is written. */
export const unfinishedName = (to: Place, id: string): string => (folderOf(to) === null ? id : `${prefix}${id}`)

/** Gives a complete backup its final name, which survives a power cut. */
export async function finish(to: Place, id: string): Promise<void> {
  const folder = folderOf(to)
  if (folder === null) return
  await rename(join(folder, `${prefix}${id}`), join(folder, id))
  await syncFolder(folder)
}

/** Removes what a failed backup has written. */
export async function removeUnfinished(to: Place, place: Place): Promise<void> {
  if (folderOf(to) !== null) return rm(place.name, { recursive: true, force: true })
  const keys: string[] = []
  for await (const key of place.list('')) keys.push(key)
  for (const key of keys) await place.remove(key)
}

/** Removes from a folder what killed backups have left, once nothing in it has changed for a day. */
export async function clearUnfinished(to: Place, now: number): Promise<void> {
  const folder = folderOf(to)
  if (folder === null) return
  const since = now - DAY_MS
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (name.startsWith(prefix) && (await lastWritten(path)) < since) await rm(path, { recursive: true, force: true })
  }
  // A place's files are written here before they are renamed into place.
  for (const name of await namesIn(join(folder, 'writing'))) {
    const path = join(folder, 'writing', name)
    if ((await stat(path)).mtimeMs < since) await rm(path, { force: true })
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** Files are renamed into place, which updates the folder's modification time. */
async function lastWritten(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  let last = 0
  for (const path of [folder, ...folders]) last = Math.max(last, (await stat(path)).mtimeMs)
  return last
}
