import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closePhone, openPhone } from '../database.ts'
import type { Item, Parcel } from '../outbox-item.ts'
import { addItem, changeItem, listItems, markSent, putBack, removeItems, removeSent, reopen } from './store.ts'

const parcel: Parcel = { id: 'a', path: '/api/fordonskontroll/addfault', body: { text: 'Dörren' }, what: 'Felrapport' }
const row = (key: string, value: unknown, subject = 'anna') => ({ subject, key, value, savedAt: 1 })

const drafts = async () => (await openPhone()).getAll('drafts')

beforeEach(() => deleteDB('linjen'))
afterEach(closePhone)

it('removes the drafts of a sent item, all of them and no others', async () => {
  const db = await openPhone()
  for (const each of [row('svar', 'text'), row('bilder', ['p']), row('other', 1), row('svar', 'his', 'omar')])
    await db.put('drafts', each)
  const item = await addItem('anna', { ...parcel, draftKeys: ['svar', 'bilder'] })
  expect(item.drafts?.map(({ value }) => value)).toEqual(['text', ['p']])
  expect((await drafts()).map(({ value }) => value)).toEqual([1, 'his'])
  expect(await listItems('anna')).toEqual([item])
})

it('keeps the drafts if the phone cannot store the item', async () => {
  await (await openPhone()).put('drafts', row('svar', 'text'))
  await expect(addItem('anna', { ...parcel, body: () => 0, draftKeys: ['svar'] })).rejects.toThrow()
  expect((await drafts()).map(({ value }) => value)).toEqual(['text'])
  expect(await listItems('anna')).toEqual([])
})

it('restores the drafts of a refused item, but does not overwrite what has been typed since', async () => {
  const db = await openPhone()
  await db.put('drafts', row('svar', 'text'))
  await db.put('drafts', row('bilder', ['p']))
  const { seq } = await addItem('anna', { ...parcel, draftKeys: ['svar', 'bilder'] })
  await db.put('drafts', row('svar', 'newer'))
  await putBack(seq)
  expect((await drafts()).map(({ value }) => value)).toEqual([['p'], 'newer'])
  expect(await listItems('anna')).toEqual([])
})

it('reopens a refused item: its drafts are there again, as new ones, and it is gone', async () => {
  const db = await openPhone()
  await db.put('drafts', row('svar', 'text'))
  await db.put('drafts', row('bilder', ['p']))
  const { seq } = await addItem('anna', { ...parcel, draftKeys: ['svar', 'bilder'] })
  await changeItem(seq, { state: 'failed', status: 400 })
  expect(await reopen(seq, false)).toBe('opened')
  expect((await drafts()).map(({ value }) => value)).toEqual([['p'], 'text'])
  // A draft with the old date would be too old to be read.
  expect((await drafts()).every(({ savedAt }) => savedAt > Date.now() - 60_000)).toBe(true)
  expect(await listItems('anna')).toEqual([])
})

it('reopens nothing over a newer draft unless it is to be replaced, and then the whole of it', async () => {
  const db = await openPhone()
  await db.put('drafts', row('svar', 'text'))
  const { seq } = await addItem('anna', { ...parcel, draftKeys: ['svar', 'bilder'] })
  expect(await reopen(seq, true)).toBe('gone')
  await changeItem(seq, { state: 'failed', status: 400 })
  await db.put('drafts', row('bilder', ['newer']))
  await db.put('drafts', row('svar', 'his', 'omar'))
  expect(await reopen(seq, false)).toBe('newer draft')
  expect((await drafts()).map(({ value }) => value)).toEqual([['newer'], 'his'])
  expect(await listItems('anna')).toHaveLength(1)
  expect(await reopen(seq, true)).toBe('opened')
  expect((await drafts()).map(({ value }) => value)).toEqual(['text', 'his'])
  expect(await listItems('anna')).toEqual([])
  // The item was reopened or removed in another tab.
  expect(await reopen(seq, false)).toBe('gone')
})

it('replaces an item with the same key, at its position', async () => {
  await (await openPhone()).put('drafts', row('svar', 'text'))
  const first = await addItem('anna', { ...parcel, draftKeys: ['svar'] })
  await addItem('anna', { ...parcel, id: 'b' })
  const again = await addItem('anna', { ...parcel, what: 'Felrapport igen', draftKeys: ['svar'] })
  expect(again).toMatchObject({ seq: first.seq, madeAt: first.madeAt, drafts: first.drafts })
  expect((await listItems('anna')).map(({ what }) => what)).toEqual(['Felrapport igen', 'Felrapport'])
})

it('deletes the content of an item once it has been sent, and the item once its receipt has been read', async () => {
  await (await openPhone()).put('drafts', row('svar', 'text'))
  const { seq } = await addItem('anna', { ...parcel, draftKeys: ['svar'], written: [['Felrapport', 'Dörren']] })
  await addItem('anna', { ...parcel, id: 'b' })
  await markSent(seq)
  expect((await listItems('anna'))[0]).toMatchObject({
    state: 'sent',
    body: null,
    written: undefined,
    drafts: undefined,
  })
  await removeSent('anna', 'old')
  expect(await listItems('anna')).toHaveLength(2)
  await removeSent('anna')
  expect((await listItems('anna')).map(({ id }) => id)).toEqual(['b'])
})

it('removes everything of somebody who signs out, also what this version cannot read, and nothing of others', async () => {
  await addItem('anna', parcel)
  await addItem('omar', { ...parcel, id: 'b' })
  const db = await openPhone()
  await db.put('outbox', { subject: 'anna', id: 'c', attachments: { files: [{}] } } as never)
  await removeItems('anna')
  expect((await db.getAll('outbox')).map(({ subject }) => subject)).toEqual(['omar'])
})

it('drops what failed earlier about the same, which would overwrite it if it were tried again', async () => {
  const report = { ...parcel, path: '/api/bpl/aterrapportera', settles: '17' } as const
  const add = async (id: string, over: Partial<Parcel> = {}, subject = 'anna') => {
    const { seq } = await addItem(subject, { ...report, id, ...over })
    return (state: Item['state']) => changeItem(seq, { state })
  }
  await (
    await add('failed')
  )('failed')
  await (
    await add('of another event', { settles: '18' })
  )('failed')
  await (
    await add('of another kind', { path: '/api/fordonskontroll/addfault' })
  )('failed')
  await (
    await add('that settles nothing', { settles: undefined })
  )('failed')
  await (
    await add('of somebody else', {}, 'omar')
  )('failed')
  const waiting = await add('waiting')
  await add('newest')
  const ids = async (subject: string) => (await listItems(subject)).map(({ id }) => id)
  expect(await ids('anna')).toEqual([
    'of another event',
    'of another kind',
    'that settles nothing',
    'waiting',
    'newest',
  ])
  expect(await ids('omar')).toEqual(['of somebody else'])
  // The older item fails after the newest was made. Only the newest is still to be sent.
  await waiting('failed')
  expect(await ids('anna')).toEqual(['of another event', 'of another kind', 'that settles nothing', 'newest'])
})
