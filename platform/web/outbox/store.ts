import type { DBSchema } from 'idb'
import { phoneDatabase } from '../phone-database.ts'
import { isItem, type Item, type Parcel } from './item.ts'

interface Schema extends DBSchema {
  items: { key: number; value: Item; indexes: { id: string; subject: string } }
}

/** How long 'Skickat' is told. */
const toldHours = 24

const { open } = phoneDatabase<Schema>('linjen-outbox', (db) => {
  const store = db.createObjectStore('items', { keyPath: 'seq', autoIncrement: true })
  store.createIndex('id', 'id', { unique: true })
  store.createIndex('subject', 'subject')
})

/** Stores a parcel, or takes up the one that has its key. Rejects where the phone will not store. */
export async function addItem(subject: string, parcel: Parcel): Promise<Item> {
  const tx = (await open()).transaction('items', 'readwrite', { durability: 'strict' })
  const known = await tx.store.index('id').get(parcel.id)
  const row = {
    ...parcel,
    subject,
    state: 'waiting' as const,
    madeAt: known?.madeAt ?? Date.now(),
    tries: 0,
    ...(known && { seq: known.seq }),
  }
  const seq = await tx.store.put(row as Item)
  await tx.done
  return { ...row, seq }
}

/** A person's items in the order in which they were made. */
export async function listItems(subject: string): Promise<Item[]> {
  const rows = await (await open()).getAllFromIndex('items', 'subject', subject)
  return rows.filter(isItem).toSorted((a, b) => a.seq - b.seq)
}

export async function findItem(id: string): Promise<Item | undefined> {
  const row = await (await open()).getFromIndex('items', 'id', id)
  return row && isItem(row) ? row : undefined
}

/** Changes an item that is still there. */
export async function changeItem(seq: number, change: Partial<Item>): Promise<Item | undefined> {
  const tx = (await open()).transaction('items', 'readwrite', { durability: 'strict' })
  const item = await tx.store.get(seq)
  const next = item && { ...item, ...change }
  if (next) await tx.store.put(next)
  await tx.done
  return next
}

/** It has been sent: that is still told for a day, what was in it is forgotten at once. */
export async function markSent(seq: number): Promise<void> {
  await changeItem(seq, { state: 'sent', body: null, attachments: undefined, endedAt: Date.now(), reason: undefined })
}

export async function removeItem(seq: number): Promise<void> {
  await (await open()).delete('items', seq)
}

export async function removeTold(subject: string): Promise<void> {
  const oldest = Date.now() - toldHours * 3_600_000
  for (const item of await listItems(subject)) {
    if (item.state === 'sent' && (item.endedAt ?? 0) < oldest) await removeItem(item.seq)
  }
}

export async function removeItems(subject: string): Promise<void> {
  for (const { seq } of await listItems(subject)) await removeItem(seq)
}
