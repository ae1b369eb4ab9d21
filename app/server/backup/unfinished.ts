import { readdir, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Place } from '#platform/server/blobs/place.ts'
import { syncFolder } from '#platform/server/files/synced-folder.ts'

const DAY_MS = 24 * 60 * 60_000
/** Of the folder of a backup that is being made: whoever removes all but the newest ones must not count it. */
const prefix = 'unfinished-'

/** A place that is a folder; null for S3, where nothing can be renamed and the manifest alone says that a backup is one. */
const folderOf = ({ name }: Place): string | null => (isAbsolute(name) ? name : null)

/** Where below a place a backup is written until it has its manifest. */
export const unfinishedName = (to: Place, id: string): string => (folderOf(to) === null ? id : `${prefix}${id}`)

/** Gives a backup that has its manifest its name, which outlives a power cut. */
export async function finish(to: Place, id: string): Promise<void> {
  const folder = folderOf(to)
  if (folder === null) return
  await rename(join(folder, `${prefix}${id}`), join(folder, id))
  await syncFolder(folder)
}

/** Removes what a backup that failed has written. */
export async function removeUnfinished(to: Place, place: Place): Promise<void> {
  if (folderOf(to) !== null) return rm(place.name, { recursive: true, force: true })
  const keys: string[] = []
  for await (const key of place.list('')) keys.push(key)
  for (const key of keys) await place.remove(key)
}

/** Removes what backups that were killed have left in a folder, once nothing has been written there for a day. */
export async function clearUnfinished(to: Place, now: number): Promise<void> {
  const folder = folderOf(to)
  if (folder === null) return
  const since = now - DAY_MS
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (name.startsWith(prefix) && (await lastWritten(path)) < since) await rm(path, { recursive: true, force: true })
  }
  // Where a place's files are written before they get their names.
  for (const name of await namesIn(join(folder, 'writing'))) {
    const path = join(folder, 'writing', name)
    if ((await stat(path)).mtimeMs < since) await rm(path, { force: true })
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** A file gets its place by a change of names, which a folder has the time of. */
async function lastWritten(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  let last = 0
  for (const path of [folder, ...folders]) last = Math.max(last, (await stat(path)).mtimeMs)
  return last
}
