import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { isItem, type Item } from './outbox-item.ts'
import type { AnswerRow, DraftRow } from './rows.ts'
import type { earlierNames, PhoneDatabase } from './schema.ts'

type Name = (typeof earlierNames)[number]

/** The rows in a database of the previous version. */
interface Earlier<Row> {
  readonly store: string
  /** Adds the rows to the database of this version, in one transaction; existing rows are unchanged. */
  readonly put: (db: PhoneDatabase, rows: readonly Row[]) => Promise<void>
}

const earlier: Record<Name, Earlier<never>> = {
  'linjen-outbox': { store: 'items', put: putItems },
  'linjen-drafts': { store: 'drafts', put: putDrafts },
  'linjen-copies': { store: 'copies', put: putAnswers },
}

/**
 * Migrates the databases of the previous version, and deletes them. Rows are removed there only after they are stored here,
 * and rows that are stored here are not stored again, so a page that is killed midway, or a second tab, changes nothing. A
 * tab of the previous version may still write. Its rows are migrated when the next page opens.
 */
export async function takeOverFrom(names: readonly Name[], db: PhoneDatabase): Promise<void> {
  await inTurn(async () => {
    for (const name of names) await takeOne(name, db)
  })
}

function inTurn(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('linjen.earlier', work) : work()
}

async function takeOne(name: Name, db: PhoneDatabase): Promise<void> {
  const old = await openExisting(name)
  if (!old) return
  const { store, put } = earlier[name]
  try {
    if (old.objectStoreNames.contains(store)) {
      const keys = await old.getAllKeys(store)
      const rows = await old.getAll(store)
      await put(db, rows as never[])
      const tx = old.transaction(store, 'readwrite')
      for (const key of keys) void tx.store.delete(key)
      await tx.done
    }
  } finally {
    old.close()
  }
  // Not awaited, because a sleeping tab of the previous version may block the deletion. The database is empty by then.
  void deleteDB(name).catch(() => undefined)
}

/** Opens a database only if it exists; otherwise opening would create it. */
async function openExisting(name: Name): Promise<IDBPDatabase | null> {
  let made = false
  try {
    return await openDB(name, undefined, {
      upgrade: (_db, _from, _to, tx) => {
        made = true
        tx.done.catch(() => undefined)
        tx.abort()
      },
      blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    })
  } catch (error) {
    if (made) return null
    throw error
  }
}

async function putItems(db: PhoneDatabase, rows: readonly (Item & { readonly told?: true })[]): Promise<void> {
  const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' })
  const ids = tx.store.index('id')
  for (const item of rows.filter(isItem).toSorted((a, b) => a.seq - b.seq)) {
    const { seq: _seq, told, ...row } = item
    // A sent item whose receipt the employee has seen.
    if (told) continue
    if ((await ids.getKey(item.id)) === undefined) await tx.store.add(row as Item)
  }
  await tx.done
}

async function putDrafts(db: PhoneDatabase, rows: readonly DraftRow[]): Promise<void> {
  const tx = db.transaction(['drafts', 'outbox'], 'readwrite', { durability: 'strict' })
  const drafts = tx.objectStore('drafts')
  const ids = tx.objectStore('outbox').index('id')
  const handedOver = new Set<string>()
  // The previous version added the item to the outbox first and deleted the draft afterwards. So a draft that is left has
  // been sent.
  for (const { subject, key, value } of rows) {
    const id = attemptOf(value)
    const item = id === undefined ? undefined : await ids.get(id)
    if (!item || item.state === 'failed') continue
    for (const name of [key, key.replace(/\/svar$/, '/bilder')]) handedOver.add(`${subject} ${name}`)
  }
  for (const row of rows) {
    if (handedOver.has(`${row.subject} ${row.key}`)) continue
    const known = await drafts.get([row.subject, row.key])
    if (!known || known.savedAt < row.savedAt) await drafts.put({ ...row, value: asNow(row.value) })
  }
  await tx.done
}

/** Two forms stored their fields next to the key, while the others had them in `fields`. */
function asNow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('attempt' in value)) return value
  const { attempt, ...fields } = value
  return typeof attempt === 'string' ? { fields, attempt: null } : value
}

/** The idempotency key with which a draft of the previous version would be sent. */
function attemptOf(value: unknown): string | undefined {
  const { attempt } = (value ?? {}) as { attempt?: string | { key?: string } | null }
  const key = typeof attempt === 'object' ? attempt?.key : attempt
  return typeof key === 'string' ? key : undefined
}

async function putAnswers(db: PhoneDatabase, rows: readonly AnswerRow[]): Promise<void> {
  const tx = db.transaction('answers', 'readwrite')
  for (const row of rows) {
    const known = await tx.store.get([row.subject, row.address])
    if (!known || known.at < row.at) await tx.store.put(row)
  }
  await tx.done
}
