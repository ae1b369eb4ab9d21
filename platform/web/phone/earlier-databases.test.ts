import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closePhone, openPhone } from './database.ts'
import { takeOverFrom } from './earlier-databases.ts'
import { earlierNames } from './schema.ts'

// Creates a database as the previous version created it.
async function earlier(name: (typeof earlierNames)[number], rows: readonly object[]): Promise<void> {
  const db = await openDB(name, 1, {
    upgrade(old) {
      if (name === 'linjen-drafts')
        old.createObjectStore('drafts', { keyPath: ['subject', 'key'] }).createIndex('subject', 'subject')
      if (name === 'linjen-copies') {
        const store = old.createObjectStore('copies', { keyPath: ['subject', 'address'] })
        store.createIndex('subject', 'subject')
        store.createIndex('at', 'at')
      }
      if (name === 'linjen-outbox') {
        const store = old.createObjectStore('items', { keyPath: 'seq', autoIncrement: true })
        store.createIndex('id', 'id', { unique: true })
        store.createIndex('subject', 'subject')
      }
    },
  })
  const [store = ''] = db.objectStoreNames
  for (const row of rows) await db.put(store, row)
  db.close()
}

const item = {
  id: 'a',
  path: '/api/fordonskontroll/addfault',
  body: { faultCategoryNumber: 1, vehicleNumber: '2115', text: 'Dörren' },
  what: 'Felrapport',
  about: 'Buss 2115',
  reloads: ['/api/fordonskontroll/faultreports'],
  subject: 'anna',
  state: 'waiting',
  madeAt: 1000,
  tries: 0,
}
const draft = { subject: 'anna', key: 'suggestion', value: { fields: { Rubrik: 'Fler bussar' } }, savedAt: Date.now() }
const answer = { subject: 'anna', address: '/api/bpl/uppdrag', answer: [1], at: 2000, size: 3 }
const photo = { id: 'p', fileName: 'ett.jpg', blob: {}, name: null, sentAt: 0 }

const names = async () => (await indexedDB.databases()).map(({ name }) => name)

async function held() {
  const db = await openPhone()
  return { drafts: await db.getAll('drafts'), answers: await db.getAll('answers'), outbox: await db.getAll('outbox') }
}

beforeEach(async () => {
  for (const name of ['linjen', ...earlierNames]) await deleteDB(name)
})
afterEach(closePhone)

it('migrates waiting reports, drafts and copies, in order, and deletes the old databases', async () => {
  await earlier('linjen-outbox', [item, { ...item, id: 'b', about: 'Buss 2116' }])
  await earlier('linjen-drafts', [draft])
  await earlier('linjen-copies', [answer])
  const { drafts, answers, outbox } = await held()
  expect(outbox).toEqual([
    { ...item, seq: 1 },
    { ...item, seq: 2, id: 'b', about: 'Buss 2116' },
  ])
  expect(drafts).toEqual([draft])
  expect(answers).toEqual([answer])
  await expect.poll(names).toEqual(['linjen'])
})

it('moves the fields of a draft to where this version expects them', async () => {
  const value = { category: '1', text: 'Dörren', vehicleNumber: '2115', attempt: 'z' }
  await earlier('linjen-drafts', [{ ...draft, key: 'felrapport', value }])
  const { drafts } = await held()
  const { attempt: _attempt, ...fields } = value
  expect(drafts.map((row) => row.value)).toEqual([{ fields, attempt: null }])
})

it('does not create databases of the previous version', async () => {
  await openPhone()
  await takeOverFrom(earlierNames, await openPhone())
  expect(await names()).toEqual(['linjen'])
})

it('migrates once, even if the page was killed before the old rows were removed', async () => {
  await earlier('linjen-outbox', [item])
  await earlier('linjen-drafts', [draft])
  const db = await openPhone()
  const [sent] = await db.getAll('outbox')
  await db.put('outbox', { ...sent!, state: 'sent', body: null })
  await db.put('drafts', { ...draft, value: 'newer', savedAt: draft.savedAt + 1 })
  closePhone()
  await expect.poll(names).toEqual(['linjen'])
  await earlier('linjen-outbox', [item])
  await earlier('linjen-drafts', [draft])
  const { drafts, outbox } = await held()
  expect(outbox.map(({ state }) => state)).toEqual(['sent'])
  expect(drafts.map(({ value }) => value)).toEqual(['newer'])
})

it('migrates once if two tabs open at the same time', async () => {
  const db = await openPhone()
  await earlier('linjen-outbox', [item])
  await earlier('linjen-drafts', [draft])
  await Promise.all([takeOverFrom(earlierNames, db), takeOverFrom(earlierNames, db)])
  const { drafts, outbox } = await held()
  expect(outbox).toHaveLength(1)
  expect(drafts).toHaveLength(1)
})

it('drops the draft of a report in the outbox, with its photos, and keeps the draft of a refused one', async () => {
  await earlier('linjen-outbox', [item, { ...item, id: 'b', state: 'sent' }, { ...item, id: 'c', state: 'failed' }])
  const row = (key: string, value: unknown) => ({ ...draft, key, value })
  await earlier('linjen-drafts', [
    row('felrapport', { category: '1', text: 'Dörren', vehicleNumber: '2115', attempt: 'a' }),
    row('avvikelse/threat/svar', { fields: {}, attempt: { text: '', key: 'b' } }),
    row('avvikelse/threat/bilder', [photo]),
    row('avvikelse/vehicle-damage/svar', { fields: {}, attempt: { text: '', key: 'c' } }),
    row('avvikelse/vehicle-damage/bilder', [photo]),
  ])
  const { drafts } = await held()
  expect(drafts.map(({ key }) => key)).toEqual(['avvikelse/vehicle-damage/bilder', 'avvikelse/vehicle-damage/svar'])
})
