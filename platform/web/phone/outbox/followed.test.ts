import { expect, it } from 'vitest'
import type { Item } from '../outbox-item.ts'
import { followedIn, recordAnswer } from './followed.ts'

const item = (id: string, over: Partial<Item>): Item => ({
  id,
  seq: 1,
  path: '/api/fordonskontroll/addfault',
  body: null,
  what: 'Felrapport',
  subject: 'anna',
  state: 'waiting',
  madeAt: 0,
  tries: 0,
  ...over,
})
const view = (...items: Item[]) => ({ items, sending: null })

it('follows a waiting item until it has been sent, and keeps its answer from then on', () => {
  expect(followedIn(view(item('followed', {})), 'followed')).toEqual({ kind: 'waiting' })
  expect(followedIn(view(item('followed', { state: 'failed', reason: 'Såld' })), 'followed')).toEqual({
    kind: 'failed',
    reason: 'Såld',
  })
  expect(followedIn(view(item('followed', { state: 'sent' })), 'followed')).toEqual({ kind: 'sent', answer: undefined })
  recordAnswer('followed', { nummer: 'A-1' })
  expect(followedIn(view(item('followed', { state: 'sent' })), 'followed')).toEqual({
    kind: 'sent',
    answer: { nummer: 'A-1' },
  })
  // The receipt has been seen, and the item is no longer in the list.
  expect(followedIn(view(), 'followed')).toEqual({ kind: 'sent', answer: { nummer: 'A-1' } })
})

it('returns nothing for an item that was removed by hand', () => {
  expect(followedIn(view(item('removed', {})), 'never made')).toBeNull()
})
