import type { DBSchema, IDBPDatabase } from 'idb'
import type { Item } from './outbox-item.ts'
import type { AnswerRow, DraftRow } from './rows.ts'

interface PhoneSchema extends DBSchema {
  drafts: { key: [subject: string, key: string]; value: DraftRow; indexes: { subject: string } }
  answers: { key: [subject: string, address: string]; value: AnswerRow; indexes: { subject: string; at: number } }
  outbox: { key: number; value: Item; indexes: { id: string; subject: string } }
}

/** Everything that the phone stores outside local storage. One database, so that a draft becomes a waiting report in one transaction. */
export type PhoneDatabase = IDBPDatabase<PhoneSchema>

export function createStores(db: PhoneDatabase): void {
  db.createObjectStore('drafts', { keyPath: ['subject', 'key'] }).createIndex('subject', 'subject')
  const answers = db.createObjectStore('answers', { keyPath: ['subject', 'address'] })
  answers.createIndex('subject', 'subject')
  answers.createIndex('at', 'at')
  const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  outbox.createIndex('id', 'id', { unique: true })
  outbox.createIndex('subject', 'subject')
}

/** The databases of earlier versions, which had one for each store. */
export const earlierNames = ['linjen-outbox', 'linjen-drafts', 'linjen-copies'] as const
