import { openedPhone, openPhone } from './database.ts'
import type { DraftRow } from './rows.ts'
import { userKey } from '../who/stored-user.ts'

/**
 * For how many days a draft is kept. Nobody returns to a report after a month, and the server deletes idempotency keys after two months.
 */
export const DRAFT_DAYS = 30
const KEPT_MS = DRAFT_DAYS * 86_400_000

/** Removes old drafts. */
export async function tidyDrafts(): Promise<void> {
  const tx = (await openPhone()).transaction('drafts', 'readwrite')
  for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (isOld(cursor.value)) await cursor.delete()
  }
  await tx.done
}

const isOld = ({ savedAt }: DraftRow) => savedAt < Date.now() - KEPT_MS

export async function readDraft(subject: string, key: string): Promise<DraftRow | undefined> {
  const row = await (await openPhone()).get('drafts', [subject, key])
  return row && !isOld(row) ? row : undefined
}

/** Rejects if the phone refuses to store: no room, or a private window. */
export async function writeDraft(subject: string, key: string, value: unknown): Promise<void> {
  // Stores nothing if another tab has signed out since. With an expired sign-in it still stores.
  if (localStorage.getItem(userKey) === null) return
  const db = openedPhone() ?? (await openPhone())
  const tx = db.transaction('drafts', 'readwrite')
  void tx.store.put({ subject, key, value, savedAt: Date.now() })
  // Committed at once, so that a page that is being closed need not wait for results.
  tx.commit()
  await tx.done
}

export async function deleteDraft(subject: string, key: string): Promise<void> {
  const db = openedPhone() ?? (await openPhone())
  const tx = db.transaction('drafts', 'readwrite')
  void tx.store.delete([subject, key])
  // Committed at once for the same reason: a page that is left at once must not leave the draft behind.
  tx.commit()
  await tx.done
}

/** The keys of a person's drafts, with the time of each. */
export async function listDrafts(subject: string): Promise<{ key: string; savedAt: number }[]> {
  const rows = await (await openPhone()).getAllFromIndex('drafts', 'subject', subject)
  return rows.filter((row) => !isOld(row)).map(({ key, savedAt }) => ({ key, savedAt }))
}

/** Removes a person's drafts from this phone, or everybody's if there is no subject. */
export async function deleteDrafts(subject?: string): Promise<void> {
  const db = await openPhone()
  if (subject === undefined) return db.clear('drafts')
  const tx = db.transaction('drafts', 'readwrite')
  for (const key of await tx.store.index('subject').getAllKeys(subject)) await tx.store.delete(key)
  await tx.done
}
