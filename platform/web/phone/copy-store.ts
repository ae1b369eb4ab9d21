import { fits } from '#platform/contract/fits.ts'
import { openPhone } from './database.ts'
import { KEPT_MS } from './kept-days.ts'
import type { AnswerRow } from './rows.ts'
import { userKey } from '../who/stored-user.ts'

const mostBytes = 25_000_000

export async function readCopy(subject: string, address: string): Promise<AnswerRow | undefined> {
  const copy = await (await openPhone()).get('answers', [subject, address])
  return copy && fits(copy, { at: 0 }) && copy.at > Date.now() - KEPT_MS ? copy : undefined
}

export async function writeCopies(copies: readonly Omit<AnswerRow, 'size'>[]): Promise<void> {
  const db = await openPhone()
  // Stores nothing if another tab has signed out since.
  if (localStorage.getItem(userKey) === null) return
  const tx = db.transaction('answers', 'readwrite')
  for (const copy of copies) void tx.store.put({ ...copy, size: JSON.stringify(copy.answer)?.length ?? 0 })
  await tx.done
}

export async function deleteCopy(subject: string, address: string): Promise<void> {
  await (await openPhone()).delete('answers', [subject, address])
}

/** Removes a person's copies from this phone, or everybody's if there is no subject. */
export async function deleteCopies(subject?: string): Promise<void> {
  const db = await openPhone()
  if (subject === undefined) return db.clear('answers')
  const tx = db.transaction('answers', 'readwrite')
  for (const key of await tx.store.index('subject').getAllKeys(subject)) await tx.store.delete(key)
  await tx.done
}

/** Removes other people's copies, those that are too old, and the oldest ones above the size limit. */
export async function tidyCopies(subject: string): Promise<void> {
  const tx = (await openPhone()).transaction('answers', 'readwrite')
  const oldest = Date.now() - KEPT_MS
  let bytes = 0
  for (let cursor = await tx.store.index('at').openCursor(null, 'prev'); cursor; cursor = await cursor.continue()) {
    bytes += cursor.value.size
    if (cursor.value.subject !== subject || cursor.value.at < oldest || bytes > mostBytes) await cursor.delete()
  }
  await tx.done
}
