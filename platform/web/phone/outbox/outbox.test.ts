import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../wire/api-error.ts'
import type { Item, Parcel } from './item.ts'

// A phone without a browser: one employee, what the phone stores, and a server that answers as each test says.
const phone = vi.hoisted(() => ({
  subject: '',
  items: [] as Item[],
  answer: (): Promise<unknown> => Promise.resolve(true),
}))

vi.mock('../../wire/client.ts', () => ({ send: () => phone.answer() }))
vi.mock('../../page/reach.ts', () => ({ isReached: () => true, watchReach: () => () => undefined }))
vi.mock('../../who/stored-user.ts', () => {
  const user = () => (phone.subject ? { subject: phone.subject } : null)
  return { readUser: user, readLastUser: user, watchUser: () => () => undefined }
})
vi.mock('./store.ts', () => ({
  addItem: (subject: string, parcel: Parcel) => {
    phone.items.push({ ...parcel, seq: phone.items.length + 1, subject, state: 'waiting', madeAt: 0, tries: 0 })
    return Promise.resolve()
  },
  listItems: (subject: string) => Promise.resolve(phone.items.filter((item) => item.subject === subject)),
  changeItem: (seq: number, change: Partial<Item>) => {
    phone.items = phone.items.map((item) => (item.seq === seq ? { ...item, ...change } : item))
    return Promise.resolve(phone.items.find((item) => item.seq === seq))
  },
  markSent: () => Promise.resolve(),
  putBack: (seq: number) => {
    phone.items = phone.items.filter((item) => item.seq !== seq)
    return Promise.resolve()
  },
}))
const { sendAll, submit } = await import('./outbox.ts')

const parcel: Parcel = { id: 'a', path: '/api/fordonskontroll/addfault', body: {}, what: 'Felrapport' }
const staying = () => new AbortController().signal

beforeEach(() => {
  phone.subject = 'anna'
  phone.items = []
})

it('takes nothing in nobody’s name: the form keeps it', async () => {
  phone.subject = ''
  await expect(submit(parcel, staying())).rejects.toMatchObject({ status: 401 })
  expect(phone.items).toEqual([])
})

it.each([
  [500, 'waiting', undefined],
  [400, 'failed', 'Bussen är såld.'],
])('keeps a report whose form was left while it was sent, refused with %i', async (status, state, reason) => {
  const left = new AbortController()
  phone.answer = () => {
    left.abort()
    return Promise.reject(new ApiError(status, 'Bussen är såld.'))
  }
  expect(await submit(parcel, left.signal)).toEqual({ kind: 'waiting' })
  await sendAll()
  expect(phone.items[0]).toMatchObject({ id: 'a', state, ...(reason && { reason }) })
})

it('gives a refusal back to the form that is still there', async () => {
  phone.answer = () => Promise.reject(new ApiError(400, 'Fel'))
  expect(await submit(parcel, staying())).toEqual({ kind: 'refused', status: 400, errorMessage: 'Fel' })
  expect(phone.items).toEqual([])
})
