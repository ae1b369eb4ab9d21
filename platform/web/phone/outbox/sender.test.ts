import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../wire/api-error.ts'
import { type Attachment, isItem, type Item, mayContinue, type Outcome } from '../outbox-item.ts'
import { type SenderContext, sendWaiting } from './sender.ts'

type Answer = (path: string, body: unknown, key: string | undefined) => unknown

let items: Item[]
let outcomes: [id: string, outcome: Outcome][]
let sent: string[]
let watched: Set<string>
let now: number

const item = (id: string, over: Partial<Item> = {}): Item => ({
  id,
  seq: items.length + 1,
  path: '/api/fordonskontroll/addfault',
  body: { text: id },
  what: 'Felrapport',
  subject: 'anna',
  state: 'waiting',
  madeAt: 0,
  tries: 0,
  ...over,
})

const changeItem: SenderContext['change'] = (seq, change) => {
  items = items.map((each) => (each.seq === seq ? { ...each, ...change } : each))
  return Promise.resolve(items.find((each) => each.seq === seq))
}

const run = (answer: Answer, change = changeItem) =>
  sendWaiting({
    list: () => Promise.resolve([...items]),
    change,
    markSent: (seq) => {
      items = items.map((each) => (each.seq === seq ? { ...each, state: 'sent' } : each))
      return Promise.resolve()
    },
    putBack: (seq) => {
      items = items.filter((each) => each.seq !== seq)
      return Promise.resolve()
    },
    send: async (call, body, key) => {
      sent.push(key ?? call.path)
      return answer(call.path, body, key)
    },
    now: () => now,
    isWatched: (id) => watched.has(id),
    reportOutcome: (id, outcome) => void outcomes.push([id, outcome]),
    onSending: () => undefined,
  })

const states = () => items.map(({ id, state }) => `${id} ${state}`)
const fail = (status: number, errorMessage?: string, modelState?: Record<string, string[]>) => {
  throw new ApiError(status, errorMessage, modelState)
}
/** The answer of a proxy or of an open network's sign-in page. */
const failForeign = (status: number, retryAfterMs?: number) => {
  throw new ApiError(status, '', undefined, { isForeign: true, retryAfterMs })
}

beforeEach(() => {
  items = []
  outcomes = []
  sent = []
  watched = new Set()
  now = 1_000_000
})

it('sends in order, each with its own key', async () => {
  for (const id of ['a', 'b', 'c']) items.push(item(id))
  expect(await run(() => true)).toBe('all')
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(states()).toEqual(['a sent', 'b sent', 'c sent'])
})

it.each([0, 401])('stops at the first that gets status %i, and loses nothing', async (status) => {
  items.push(item('a'))
  items.push(item('b'))
  expect(await run(() => fail(status))).toBe('stopped')
  expect(sent).toEqual(['a'])
  expect(states()).toEqual(['a waiting', 'b waiting'])
  expect(outcomes).toEqual([['a', { kind: 'waiting' }]])
})

it('returns a refused item to an open form', async () => {
  items.push(item('a'))
  watched.add('a')
  const modelState = { text: ['För lång'] }
  await run(() => fail(400, 'Fel', modelState))
  expect(items).toEqual([])
  expect(outcomes).toEqual([['a', { kind: 'refused', status: 400, errorMessage: 'Fel', modelState }]])
})

it('keeps an item that is refused later, with the reason, and continues with the next', async () => {
  items.push(item('a'))
  items.push(item('b'))
  await run((_path, _body, key) => (key === 'a' ? fail(400, 'Fel', { text: ['För lång'] }) : true))
  expect(states()).toEqual(['a failed', 'b sent'])
  expect(items[0]?.reason).toBe('För lång')
})

it('continues in its form what is refused for a field, though what it names is gone, and not what is refused as a whole', async () => {
  const made = {
    address: '/dashboard/nyfelanmalan',
    drafts: [{ subject: 'anna', key: 'fault', savedAt: 0, value: {} }],
  }
  items.push(item('a', made))
  items.push(item('b', made))
  await run((_path, _body, key) => (key === 'a' ? fail(404, 'Fel', { vehicleNumber: ['Bussen är såld.'] }) : fail(404)))
  expect(items.map(mayContinue)).toEqual([true, false])
})

it('sends those behind an item that gets no answer in the next round', async () => {
  for (const id of ['a', 'b', 'c']) items.push(item(id))
  const answer: Answer = (_path, _body, key) => (key === 'a' ? fail(0) : true)
  expect(await run(answer)).toBe('stopped')
  expect(await run(answer)).toBe('stopped')
  expect(states()).toEqual(['a waiting', 'b sent', 'c sent'])
})

it('sends those behind an item that gets no answer, also if none of them got one before', async () => {
  for (const id of ['a', 'b', 'c']) items.push(item(id))
  for (let round = 0; round < 5; round++) {
    now += 30_000
    await run(() => fail(0))
  }
  for (let round = 0; round < 3; round++) {
    now += 30_000
    await run((_path, _body, key) => (key === 'a' ? fail(0) : true))
  }
  expect(states()).toEqual(['a waiting', 'b sent', 'c sent'])
})

it('gives up an item at which the portal itself fails each time for hours, and none while its database is away', async () => {
  items.push(item('a'))
  items.push(item('b'))
  for (let round = 0; round < 50; round++) {
    now += 600_000
    await run((_path, _body, key) => fail(key === 'a' ? 500 : 503))
  }
  expect(states()).toEqual(['a failed', 'b waiting'])
  expect(items[0]?.reason).toBe('Portalen kunde inte ta emot det.')
})

it('does not treat false as success', async () => {
  items.push(item('a'))
  await run(() => false)
  expect(states()).toEqual(['a failed'])
  // The item returns to a form that is still open.
  items = []
  items.push(item('b'))
  watched = new Set(['b'])
  await run(() => false)
  expect(states()).toEqual([])
  expect(outcomes).toEqual([['b', { kind: 'sent', answer: false }]])
})

it.each([
  ['503', () => fail(503, 'Portalen startas om.')],
  ['a proxy’s 502', () => failForeign(502)],
  ['the page of an open network', () => failForeign(200)],
  ['429', () => fail(429)],
])('after five rounds of %s it still waits, and is sent without anybody’s help', async (_what, failure) => {
  items.push(item('a'))
  for (let round = 1; round <= 5; round++) {
    expect(await run(failure)).toBe('stopped')
    expect(states()).toEqual(['a waiting'])
    now += 600_000
  }
  expect(await run(() => true)).toBe('all')
  expect(states()).toEqual(['a sent'])
  expect(sent).toHaveLength(6)
})

it('leaves a failing server alone, longer each time, and sends those behind meanwhile', async () => {
  items.push(item('a'))
  items.push(item('b'))
  const answer: Answer = (_path, _body, key) => (key === 'a' ? fail(500) : true)
  expect(await run(answer)).toBe('stopped')
  expect(sent).toEqual(['a'])
  expect(await run(answer)).toBe('stopped')
  expect(sent).toEqual(['a', 'b'])
  expect(states()).toEqual(['a waiting', 'b sent'])
  const waits = [20, 40, 80, 160, 320, 600, 600]
  for (const [at, seconds] of waits.entries()) {
    now += seconds * 1000 - 1
    await run(answer)
    expect(sent).toHaveLength(2 + at)
    now += 1
    await run(answer)
    expect(sent).toHaveLength(3 + at)
  }
})

it('says why it waits, and no longer once the reason has passed', async () => {
  const reason = async (failure: () => unknown) => {
    items = []
    items.push(item('a'))
    await run(failure)
    return items[0]?.reason
  }
  expect(await reason(() => fail(503, 'Portalen startas om. Försök igen om en stund.'))).toBe(
    'Portalen kunde inte ta emot det.',
  )
  expect(await reason(() => failForeign(502))).toBe('Portalen svarade inte som den ska.')
  expect(await reason(() => failForeign(200))).toBe(
    'Något annat än portalen svarade. På ett öppet wifi kan du behöva logga in först.',
  )
  now += 20_000
  await run(() => fail(0))
  expect(items).toMatchObject([{ state: 'waiting', reason: undefined, heldUntil: undefined }])
})

it('an answer that is not the portal’s does not count as a failure of it', async () => {
  items.push(item('a'))
  for (let round = 0; round < 4; round++) {
    await run(() => failForeign(200))
    expect(items).toMatchObject([{ tries: 0, heldUntil: now + 20_000 }])
    now += 20_000
  }
})

it('sends those behind an item for which something else answers each time', async () => {
  items.push(item('a'))
  items.push(item('b'))
  const answer: Answer = (_path, _body, key) => (key === 'a' ? failForeign(502) : true)
  await run(answer)
  now += 30_000
  await run(answer)
  expect(states()).toEqual(['a waiting', 'b sent'])
  expect(sent).toEqual(['a', 'b', 'a'])
})

it('waits as long as the server asks for, but not for ever', async () => {
  items.push(item('a'))
  await run(() => failForeign(503, 45_000))
  expect(items[0]?.heldUntil).toBe(now + 45_000)
  now += 45_000
  await run(() => failForeign(503, 86_400_000))
  expect(items[0]?.heldUntil).toBe(now + 600_000)
  // The hold was stored by a phone whose clock was wrong.
  now -= 86_400_000
  expect(await run(() => true)).toBe('all')
})

it('keeps the order of what belongs together while the first waits', async () => {
  const reportBack = { path: '/api/bpl/aterrapportera', settles: '17' } as const
  items.push(item('report-back', reportBack))
  items.push(item('time report', { path: '/api/bpl/tidrapport/accept', after: [reportBack.path] }))
  items.push(item('the same again', reportBack))
  items.push(item('another report-back', { ...reportBack, settles: '18' }))
  await run((_path, _body, key) => (key === 'report-back' ? fail(503) : true))
  expect(await run(() => true)).toBe('stopped')
  expect(sent).toEqual(['report-back', 'another report-back'])
  now += 20_000
  expect(await run(() => true)).toBe('all')
  expect(sent).toEqual(['report-back', 'another report-back', 'report-back', 'time report', 'the same again'])
})

it('a time report is sent although a report-back was refused', async () => {
  items.push(item('report-back', { path: '/api/bpl/aterrapportera' }))
  items.push(item('time report', { path: '/api/bpl/tidrapport/accept', after: ['/api/bpl/aterrapportera'] }))
  expect(await run((_path, _body, key) => (key === 'report-back' ? fail(400) : true))).toBe('all')
  expect(states()).toEqual(['report-back failed', 'time report sent'])
})

it('reads items of an earlier version, which have no time and no address', () => {
  expect(isItem(item('a'))).toBe(true)
  expect(isItem(item('a', { heldUntil: 1, status: 503, after: ['/api/a'], address: '/dashboard/start' }))).toBe(true)
  expect(isItem(item('a', { heldUntil: 'soon' as never }))).toBe(false)
  // The address will be opened, so it must not lead to another site.
  expect(isItem(item('a', { address: '//example.com/' }))).toBe(false)
  expect(isItem(item('a', { address: 'javascript:0' }))).toBe(false)
})

const pictures = (names: (string | null)[]): Item['attachments'] => ({
  path: '/api/incident/uploadimage',
  field: 'AttachmentUploadBlobNames',
  files: names.map((name, at) => ({
    file: { bytes: new ArrayBuffer(1), type: 'image/jpeg' },
    fileName: `${at}.jpg`,
    key: `key-${at}`,
    name,
  })),
})

it('uploads pictures first, and each once: an interrupted attempt continues where it stopped', async () => {
  items.push(item('a', { attachments: pictures(['first', null, null]) }))
  let uploads = 0
  const cut: Answer = (path) => {
    if (path !== '/api/incident/uploadimage') return { id: 1 }
    uploads++
    return uploads === 2 ? fail(0) : { name: `up${uploads}` }
  }
  expect(await run(cut)).toBe('stopped')
  expect(items[0]?.attachments?.files.map(({ name }) => name)).toEqual(['first', 'up1', null])
  let body: unknown
  await run((path, given, key) => {
    if (key) body = given
    return cut(path, given, key)
  })
  expect(uploads).toBe(3)
  expect(body).toEqual({ text: 'a', AttachmentUploadBlobNames: ['first', 'up1', 'up3'] })
  expect(states()).toEqual(['a sent'])
})

it('sends each picture with its key, and with a new one once the server has removed it', async () => {
  items.push(item('a', { attachments: pictures([null]) }))
  const keys: (string | undefined)[] = []
  let reports = 0
  const answer: Answer = (path, _body, key) => {
    if (path !== '/api/incident/uploadimage')
      return ++reports === 1 ? fail(400, 'Fel', { AttachmentUploadBlobNames: ['Bilden finns inte'] }) : { id: 1 }
    keys.push(key)
    return keys.length === 1 ? fail(0) : { name: `up${keys.length}` }
  }
  await run(answer)
  await run(answer)
  expect(keys).toEqual(['key-0', 'key-0', expect.stringMatching(/^[\w-]{36}$/)])
  expect(states()).toEqual(['a sent'])
})

it('sends pictures again only if the server says that it no longer has them', async () => {
  items.push(item('a', { attachments: pictures(['old']) }))
  const bodies: unknown[] = []
  await run((path, body) => {
    if (path === '/api/incident/uploadimage') return { name: 'new' }
    bodies.push((body as Record<string, unknown>)['AttachmentUploadBlobNames'])
    return bodies.length === 1 ? fail(400, 'Fel', { AttachmentUploadBlobNames: ['Bilden finns inte'] }) : { id: 1 }
  })
  expect(bodies).toEqual([['old'], ['new']])
  expect(states()).toEqual(['a sent'])
})

it('remembers which picture the server refused', async () => {
  items.push(item('a', { attachments: pictures([null, null]) }))
  let uploads = 0
  await run(() => (++uploads === 2 ? fail(400, 'Fel', { file: ['Bilden går inte att läsa.'] }) : { name: 'up' }))
  expect(states()).toEqual(['a failed'])
  expect(items[0]?.reason).toBe('Bilden går inte att läsa.')
  expect(items[0]?.attachments?.files.map(({ name, refused }) => [name, refused])).toEqual([
    ['up', undefined],
    [null, true],
  ])
  // A picture that is accepted at a later attempt is like any other.
  items = items.map((each) => ({ ...each, state: 'waiting' as const }))
  await run(() => ({ name: 'up' }))
  expect(items[0]?.attachments?.files.map(({ refused }) => refused)).toEqual([undefined, undefined])
  expect(states()).toEqual(['a sent'])
})

it('uploads a picture that an earlier version stored as a Blob, and stores its bytes', async () => {
  const earlier = { blob: new Blob(['xyz'], { type: 'image/jpeg' }), fileName: 'a.jpg', key: 'key-a', name: null }
  const { files: _files, ...attachments } = pictures([])!
  items.push(
    item('a', { attachments: { ...attachments, files: [earlier as unknown as Attachment, earlier as never] } }),
  )
  expect(items.every(isItem)).toBe(true)
  const uploaded: File[] = []
  await run((path, body) => {
    if (path !== '/api/incident/uploadimage') return fail(0)
    uploaded.push((body as FormData).get('file') as File)
    return { name: 'up' }
  })
  expect(await Promise.all(uploaded.map(async (file) => [file.type, await file.text()]))).toEqual([
    ['image/jpeg', 'xyz'],
    ['image/jpeg', 'xyz'],
  ])
  expect(items[0]?.attachments?.files).toMatchObject([
    { file: { type: 'image/jpeg' } },
    { file: { type: 'image/jpeg' } },
  ])
  expect(isItem({ ...items[0]!, attachments: { ...attachments, files: [{ fileName: 'a.jpg' } as never] } })).toBe(false)
})

it('does not hold up later reports for a picture of an earlier version that the phone can no longer read', async () => {
  const lost = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }
  const blob = Object.assign(new Blob(['xyz']), lost)
  const earlier = { blob, fileName: 'a.jpg', key: 'key-a', name: null } as unknown as Attachment
  items.push(item('a', { attachments: { ...pictures([])!, files: [...pictures(['there', null])!.files, earlier] } }))
  items.push(item('b'))
  expect(await run(() => ({ name: 'up' }))).toBe('all')
  expect(states()).toEqual(['a failed', 'b sent'])
  expect(items[0]?.reason).toBe('Telefonen kan inte längre läsa en av bilderna.')
  // The employee is offered 'Skicka utan bilden'.
  expect(items[0]?.attachments?.files.map(({ name, refused }) => [name, refused])).toEqual([
    ['there', undefined],
    ['up', undefined],
    [null, true],
  ])
  expect(items.every(isItem)).toBe(true)
})

it('sends a report with its pictures from a phone that has no more room to store that they have arrived', async () => {
  items.push(item('a', { attachments: pictures([null, null]) }))
  let uploads = 0
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  expect(await run((path) => (path.endsWith('uploadimage') ? { name: `up${++uploads}` } : true), full)).toBe('all')
  expect([uploads, ...states()]).toEqual([2, 'a sent'])
})
