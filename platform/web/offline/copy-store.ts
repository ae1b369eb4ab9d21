import { fits } from '#platform/contract/fits.ts'
import { KEPT_MS } from './kept-days.ts'
import type { DBSchema } from 'idb'
import { phoneDatabase } from '../phone-database.ts'
import { userKey } from '../stored-user.ts'

/** An answer as it came, under the person it was given to: a phone may be shared. */
export interface Copy {
  readonly subject: string
  readonly address: string
  readonly answer: unknown
  /** When it came, milliseconds since 1970. */
  readonly at: number
  /** About how many bytes. */
  readonly size: number
}

interface Schema extends DBSchema {
  copies: { key: [subject: string, address: string]; value: Copy; indexes: { subject: string; at: number } }
}

const mostBytes = 25_000_000

const { open } = phoneDatabase<Schema>('linjen-copies', (db) => {
  const store = db.createObjectStore('copies', { keyPath: ['subject', 'address'] })
  store.createIndex('subject', 'subject')
  store.createIndex('at', 'at')
})

export async function readCopy(subject: string, address: string): Promise<Copy | undefined> {
  const copy = await (await open()).get('copies', [subject, address])
  return copy && fits(copy, { at: 0 }) && copy.at > Date.now() - KEPT_MS ? copy : undefined
}

export async function writeCopies(copies: readonly Omit<Copy, 'size'>[]): Promise<void> {
  const db = await open()
  // Another tab may have signed out meanwhile: then there is nobody to keep it for.
  if (localStorage.getItem(userKey) === null) return
  const tx = db.transaction('copies', 'readwrite')
  for (const copy of copies) void tx.store.put({ ...copy, size: JSON.stringify(copy.answer)?.length ?? 0 })
  await tx.done
}

export async function deleteCopy(subject: string, address: string): Promise<void> {
  await (await open()).delete('copies', [subject, address])
}

/** Removes a person's copies from this phone; everybody's without a subject. */
export async function deleteCopies(subject?: string): Promise<void> {
  const db = await open()
  if (subject === undefined) return db.clear('copies')
  const tx = db.transaction('copies', 'readwrite')
  for (const key of await tx.store.index('subject').getAllKeys(subject)) await tx.store.delete(key)
  await tx.done
}

/** Removes other people's copies, those that are too old, and the oldest of what is too much. */
export async function tidyCopies(subject: string): Promise<void> {
  const tx = (await open()).transaction('copies', 'readwrite')
  const oldest = Date.now() - KEPT_MS
  let bytes = 0
  for (let cursor = await tx.store.index('at').openCursor(null, 'prev'); cursor; cursor = await cursor.continue()) {
    bytes += cursor.value.size
    if (cursor.value.subject !== subject || cursor.value.at < oldest || bytes > mostBytes) await cursor.delete()
  }
  await tx.done
}
