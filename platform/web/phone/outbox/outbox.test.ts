import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../wire/api-error.ts'
import { createOutbox, type OutboxContext } from './create-outbox.ts'
import type { Item, Parcel } from '../outbox-item.ts'

// A phone without a browser: one employee, the phone's stored items, and a server whose answer each test sets.
let subject: string
let items: Item[]
let answer: () => Promise<unknown>

let full: boolean
let newerDraft: boolean
let opened: string[]

const store: OutboxContext['store'] = {
  addItem: (owner, parcel) => {
    if (full) return Promise.reject(new Error('QuotaExceededError'))
    const item = { ...parcel, seq: items.length + 1, subject: owner, state: 'waiting' as const, madeAt: 0, tries: 0 }
    items.push(item)
    return Promise.resolve(item)
  },
  listItems: (owner) => Promise.resolve(items.filter((item) => item.subject === owner)),
  changeItem: (seq, change) => {
    items = items.map((item) => (item.seq === seq ? { ...item, ...change } : item))
    return Promise.resolve(items.find((item) => item.seq === seq))
  },
  markSent: (seq) => store.changeItem(seq, { state: 'sent' }).then(() => undefined),
  putBack: (seq) => store.removeItem(seq),
  reopen: (seq, replacing) => {
    if (!replacing && newerDraft) return Promise.resolve('newer draft' as const)
    return store.removeItem(seq).then(() => 'opened' as const)
  },
  removeItem: (seq) => {
    items = items.filter((item) => item.seq !== seq)
    return Promise.resolve()
  },
  removeItems: (owner) => {
    items = items.filter((item) => item.subject !== owner)
    return Promise.resolve()
  },
  removeSent: () => {
    items = items.filter(({ state }) => state !== 'sent')
    return Promise.resolve()
  },
}

const user = () =>
  subject ? { subject, token: 'token', claims: { sub: subject }, issuedAt: 0, receivedAt: 0, endsAt: Infinity } : null
const nothing = () => () => undefined
const outboxOf = () =>
  createOutbox({
    store,
    wire: { send: <Answer>() => answer() as Promise<Answer> },
    reach: { isReached: () => true, watchReach: nothing },
    who: { readUser: user, readLastUser: user, watchUser: nothing },
    channel: () => null,
    open: (address) => opened.push(address),
  })
let outbox: ReturnType<typeof outboxOf>

const parcel: Parcel = { id: 'a', path: '/api/fordonskontroll/addfault', body: {}, what: 'Felrapport' }
const staying = () => new AbortController().signal

beforeEach(() => {
  subject = 'anna'
  items = []
  full = false
  newerDraft = false
  opened = []
  answer = () => Promise.resolve(true)
  outbox = outboxOf()
})

it('accepts nothing without a signed-in employee: the form keeps it', async () => {
  subject = ''
  await expect(outbox.submit(parcel, staying())).rejects.toMatchObject({ status: 401 })
  expect(items).toEqual([])
})

it.each([
  [500, 'waiting', undefined],
  [400, 'failed', 'Bussen är såld.'],
])(
  'keeps a report whose form was left while it was being sent, and which was refused with %i',
  async (status, state, reason) => {
    const left = new AbortController()
    answer = () => {
      left.abort()
      return Promise.reject(new ApiError(status, 'Bussen är såld.'))
    }
    expect(await outbox.submit(parcel, left.signal)).toEqual({ kind: 'waiting' })
    await outbox.sendAll()
    expect(items[0]).toMatchObject({ id: 'a', state, ...(reason && { reason }) })
  },
)

it('returns a refusal to a form that is still open', async () => {
  answer = () => Promise.reject(new ApiError(400, 'Fel'))
  expect(await outbox.submit(parcel, staying())).toEqual({ kind: 'refused', status: 400, errorMessage: 'Fel' })
  expect(items).toEqual([])
})

it('sends a report made without coverage once coverage is back, and only once', async () => {
  answer = () => Promise.reject(new ApiError(0))
  expect(await outbox.submit(parcel, staying())).toEqual({ kind: 'waiting' })
  expect(items).toMatchObject([{ id: 'a', state: 'waiting' }])
  let sent = 0
  answer = () => Promise.resolve(++sent)
  await Promise.all([outbox.sendAll(), outbox.sendAll()])
  await expect.poll(() => items[0]?.state).toBe('sent')
  expect(sent).toBe(1)
})

it('sends directly if the phone refuses to store', async () => {
  full = true
  expect(await outbox.submit(parcel, staying())).toEqual({ kind: 'sent', answer: true })
})

/** A page that the employee comes back to, with the events that the browser fires then. */
function stubPage() {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('setInterval', () => 0)
  return {
    comeBack: () => {
      document.dispatchEvent(new Event('visibilitychange'))
      page.dispatchEvent(new Event('focus'))
    },
    focus: () => page.dispatchEvent(new Event('focus')),
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('coming back to the app is one try, whatever events the browser fires for it', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const { comeBack, focus } = stubPage()
  let tries = 0
  answer = () => {
    tries++
    return Promise.reject(new ApiError(503))
  }
  await store.addItem(subject, parcel)
  await outbox.startOutbox()
  await vi.advanceTimersByTimeAsync(0)
  expect(tries).toBe(1)
  for (let round = 2; round <= 6; round++) {
    vi.setSystemTime(Date.now() + 600_000)
    comeBack()
    await vi.advanceTimersByTimeAsync(0)
    focus()
    await vi.advanceTimersByTimeAsync(0)
    expect(tries).toBe(round)
  }
  answer = () => Promise.resolve(true)
  vi.setSystemTime(Date.now() + 600_000)
  comeBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(items[0]?.state).toBe('sent')
})

it('by hand it is tried at once, also while the server is left alone', async () => {
  answer = () => Promise.reject(new ApiError(503))
  await store.addItem(subject, parcel)
  await outbox.sendAll()
  answer = () => Promise.resolve(true)
  await outbox.sendAll()
  expect(items[0]?.state).toBe('waiting')
  await outbox.sendNow()
  expect(items[0]?.state).toBe('sent')
})

it('a report that must go after one that waits does not keep its form waiting', async () => {
  answer = () => Promise.reject(new ApiError(503))
  await store.addItem(subject, parcel)
  await outbox.sendAll()
  expect(await outbox.submit({ ...parcel, id: 'b', after: [parcel.path] }, staying())).toEqual({ kind: 'waiting' })
})

it('opens the form of a refused report, and not over a newer draft unless asked to', async () => {
  const address = '/dashboard/nyavvikelse?typ=hot-och-vald'
  const item = await store.addItem(subject, { ...parcel, address })
  newerDraft = true
  expect(await outbox.reopen(item, false)).toBe('newer draft')
  expect([opened, items]).toMatchObject([[], [{ id: 'a' }]])
  expect(await outbox.reopen(item, true)).toBe('opened')
  expect([opened, items]).toEqual([[address], []])
})
