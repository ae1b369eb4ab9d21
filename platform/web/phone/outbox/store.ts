import { openPhone } from '../database.ts'
import type { DraftRow } from '../rows.ts'
import { isItem, type Item, type Parcel, type Reopened } from '../outbox-item.ts'

/** How long 'Skickat' is shown if nobody has seen it, in milliseconds. */
const TOLD_MS = 24 * 3_600_000

/** Whether two reports are about the same thing, so that the later one counts. */
const isOfSame = (one: Parcel, other: Parcel) =>
  one.settles !== undefined && one.path === other.path && one.settles === other.settles

/**
 * Stores a report, or updates the item with its key, and deletes the drafts that it was made from and the failed items that it replaces, in
 * one transaction. Rejects if the phone refuses to store.
 */
export async function addItem(subject: string, parcel: Parcel): Promise<Item> {
  const { draftKeys = [] } = parcel
  const tx = (await openPhone()).transaction(['outbox', 'drafts'], 'readwrite', { durability: 'strict' })
  const [outbox, drafts] = [tx.objectStore('outbox'), tx.objectStore('drafts')]
  const known = await outbox.index('id').get(parcel.id)
  const rows: DraftRow[] = []
  for (const key of draftKeys) {
    const row = await drafts.get([subject, key])
    if (row) rows.push(row)
  }
  const item = {
    ...parcel,
    subject,
    state: 'waiting' as const,
    madeAt: known?.madeAt ?? Date.now(),
    tries: 0,
    drafts: rows.length > 0 ? rows : known?.drafts,
    ...(known && { seq: known.seq }),
  }
  const seq = await outbox.put(item as Item)
  for (const other of await outbox.index('subject').getAll(subject)) {
    if (other.state === 'failed' && other.seq < seq && isOfSame(parcel, other)) await outbox.delete(other.seq)
  }
  for (const row of rows) await drafts.delete([row.subject, row.key])
  await tx.done
  return { ...item, seq }
}

/** Removes an item whose form continues with it, and restores its drafts, in one transaction. A newer draft is not overwritten. */
export async function putBack(seq: number): Promise<void> {
  const tx = (await openPhone()).transaction(['outbox', 'drafts'], 'readwrite', { durability: 'strict' })
  const [outbox, drafts] = [tx.objectStore('outbox'), tx.objectStore('drafts')]
  const item = await outbox.get(seq)
  for (const row of item?.drafts ?? []) {
    if ((await drafts.getKey([row.subject, row.key])) === undefined) await drafts.put(row)
  }
  await outbox.delete(seq)
  await tx.done
}

/**
 * Removes a failed item and restores its drafts, so that its form continues with it, in one transaction. Changes nothing if the item is gone
 * or being sent again, for example from another tab, or if there is a newer draft and `replacing` is false.
 */
export async function reopen(seq: number, replacing: boolean): Promise<Reopened> {
  const tx = (await openPhone()).transaction(['outbox', 'drafts'], 'readwrite', { durability: 'strict' })
  const [outbox, drafts] = [tx.objectStore('outbox'), tx.objectStore('drafts')]
  const item = await outbox.get(seq)
  if (item?.state !== 'failed') return 'gone'
  for (const key of item.draftKeys ?? []) {
    if (!replacing && (await drafts.getKey([item.subject, key])) !== undefined) return 'newer draft'
  }
  for (const key of item.draftKeys ?? []) await drafts.delete([item.subject, key])
  // With the present time, because the item may have waited longer than a draft is kept.
  for (const row of item.drafts ?? []) await drafts.put({ ...row, savedAt: Date.now() })
  await outbox.delete(seq)
  await tx.done
  return 'opened'
}

/** A person's items in the order in which they were created. */
export async function listItems(subject: string): Promise<Item[]> {
  const rows = await (await openPhone()).getAllFromIndex('outbox', 'subject', subject)
  return rows.filter(isItem).toSorted((a, b) => a.seq - b.seq)
}

/**
 * Changes an item that still exists. An item that fails is removed if a later one replaces it, because sending it again would overwrite the
 * later one.
 */
export async function changeItem(seq: number, change: Partial<Item>): Promise<Item | undefined> {
  const tx = (await openPhone()).transaction('outbox', 'readwrite', { durability: 'strict' })
  const item = await tx.store.get(seq)
  const next = item && { ...item, ...change }
  const others = next?.state === 'failed' ? await tx.store.index('subject').getAll(next.subject) : []
  if (next && others.some((other) => other.seq > seq && isOfSame(next, other))) await tx.store.delete(seq)
  else if (next) await tx.store.put(next)
  await tx.done
  return next
}

/** Marks an item as sent, which is shown for a day. Its content is deleted at once. */
export async function markSent(seq: number): Promise<void> {
  const content = {
    body: null,
    written: undefined,
    attachments: undefined,
    drafts: undefined,
    draftKeys: undefined,
    address: undefined,
  }
  const emptied = { ...content, reason: undefined, heldUntil: undefined }
  await changeItem(seq, { ...emptied, state: 'sent', endedAt: Date.now() })
}

export async function removeItem(seq: number): Promise<void> {
  await (await openPhone()).delete('outbox', seq)
}

/** Removes sent items: those that need not be shown any longer, or all. */
export async function removeSent(subject: string, only: 'old' | 'all' = 'all'): Promise<void> {
  const before = only === 'all' ? Infinity : Date.now() - TOLD_MS
  for (const item of await listItems(subject)) {
    if (item.state === 'sent' && (item.endedAt ?? 0) < before) await removeItem(item.seq)
  }
}

/** Removes all of a person's items, including those that this version cannot read. */
export async function removeItems(subject: string): Promise<void> {
  const tx = (await openPhone()).transaction('outbox', 'readwrite')
  for (const seq of await tx.store.index('subject').getAllKeys(subject)) await tx.store.delete(seq)
  await tx.done
}
