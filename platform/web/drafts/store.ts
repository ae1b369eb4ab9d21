import type { DBSchema, IDBPDatabase } from 'idb'
import { phoneDatabase } from '../phone-database.ts'
import { userKey } from '../stored-user.ts'

/** What has been typed and not sent, under the person who typed it: a phone may be shared. */
interface DraftRow {
  readonly subject: string
  readonly key: string
  /** Whatever structured cloning takes: photos as Blobs, too. */
  readonly value: unknown
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

interface Schema extends DBSchema {
  drafts: { key: [subject: string, key: string]; value: DraftRow; indexes: { subject: string } }
}

/** Nobody comes back to a report after a month; and the server forgets idempotency keys after two. */
const keptDays = 30

const { open, opened } = phoneDatabase<Schema>(
  'linjen-drafts',
  (db) => {
    db.createObjectStore('drafts', { keyPath: ['subject', 'key'] }).createIndex('subject', 'subject')
  },
  removeOld,
)

async function removeOld(db: IDBPDatabase<Schema>): Promise<void> {
  const oldest = Date.now() - keptDays * 86_400_000
  const tx = db.transaction('drafts', 'readwrite')
  for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.savedAt < oldest) await cursor.delete()
  }
  await tx.done
}

export async function readDraft(subject: string, key: string): Promise<DraftRow | undefined> {
  return (await open()).get('drafts', [subject, key])
}

/** Rejects where the phone will not store: no room, or a private window. */
export async function writeDraft(subject: string, key: string, value: unknown): Promise<void> {
  // Another tab may have signed out meanwhile: then there is nobody to keep it for. An expired sign-in is still stored.
  if (localStorage.getItem(userKey) === null) return
  const db = opened() ?? (await open())
  const tx = db.transaction('drafts', 'readwrite')
  void tx.store.put({ subject, key, value, savedAt: Date.now() })
  // Said at once, so that a page that is going away need not wait for answers.
  tx.commit()
  await tx.done
}

export async function deleteDraft(subject: string, key: string): Promise<void> {
  await (await open()).delete('drafts', [subject, key])
}

/** The keys that a person has drafts under, with the time of each. */
export async function listDrafts(subject: string): Promise<{ key: string; savedAt: number }[]> {
  const rows = await (await open()).getAllFromIndex('drafts', 'subject', subject)
  return rows.map(({ key, savedAt }) => ({ key, savedAt }))
}

/** Removes a person's drafts from this phone; everybody's without a subject. */
export async function deleteDrafts(subject?: string): Promise<void> {
  const db = await open()
  if (subject === undefined) return db.clear('drafts')
  const tx = db.transaction('drafts', 'readwrite')
  for (const key of await tx.store.index('subject').getAllKeys(subject)) await tx.store.delete(key)
  await tx.done
}
