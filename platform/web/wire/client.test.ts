import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, post, upload } from '#platform/contract/call.ts'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const load = get<string>('/api/prov')
const save = post<string, { text: string }>('/api/prov/spara')
const sendFile = upload<string>('/api/prov/fil')

let send: typeof import('./client.ts').send
let ApiError: typeof import('./api-error.ts').ApiError
let startEarly: typeof import('./early.ts').startEarly

beforeEach(async () => {
  vi.useFakeTimers()
  // Node's own timeout does not follow the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), ms)
    return stop.signal
  })
  const kept = stubBrowser()
  vi.resetModules()
  ;({ send } = await import('./client.ts'))
  ;({ ApiError } = await import('./api-error.ts'))
  ;({ startEarly } = await import('./early.ts'))
  const { userKey } = await import('../who/stored-user.ts')
  kept.set(userKey, signInText('anna', 'a'))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const NEVER = 1_000_000_000
const content = JSON.stringify({ result: 'ja', timestamp: '2026-11-21T12:00:00' })

/** A server that answers after some time, and sends the content some time later. */
function answersAfter(ms: number, contentAfter = 0): void {
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit = {}) => {
    const failed = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    )
    failed.catch(() => undefined)
    const after = <Value>(wait: number, value: Value) =>
      Promise.race([failed, new Promise<Value>((resolve) => setTimeout(() => resolve(value), wait))])
    return after(ms, { ok: true, status: 200, headers: new Headers(), text: () => after(contentAfter, content) })
  })
}

/** The result of a call after some time, or 'waiting'. */
async function endOf(call: Promise<unknown>, ms: number): Promise<unknown> {
  let end: unknown = 'waiting'
  call.then(
    (answer) => (end = answer),
    (error: unknown) => (end = error),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return end
}

it.each([
  ['load', 30_000, (signal: AbortSignal) => send(load, { signal })],
  ['write', 30_000, () => send(save, { body: { text: 'Hej' } })],
  ['file that is sent', 120_000, () => send(sendFile, { body: new FormData() })],
])('a %s that is not answered within %i ms counts as unanswered', async (_what, ms, start) => {
  answersAfter(NEVER)
  const call = start(new AbortController().signal)
  expect(await endOf(call, ms - 100)).toBe('waiting')
  expect(await endOf(call, 200)).toEqual(new ApiError(0))
})

it('a call that was made before the scripts had loaded counts as unanswered too', async () => {
  answersAfter(NEVER)
  startEarly(load.path, 'a')
  expect(await endOf(send(load), 30_100)).toEqual(new ApiError(0))
})

it('an answer that has begun is not cut off', async () => {
  answersAfter(29_000, 300_000)
  expect(await endOf(send(load), 330_000)).toBe('ja')
})

it('a load that is no longer wanted ends, before and after its answer has begun', async () => {
  for (const [begins, stopped] of [
    [20_000, 10_000],
    [5000, 10_000],
  ] as const) {
    answersAfter(begins, 60_000)
    const stop = new AbortController()
    const call = send(load, { signal: stop.signal })
    expect(await endOf(call, stopped)).toBe('waiting')
    stop.abort()
    expect(await endOf(call, 0)).toMatchObject({ name: 'AbortError' })
  }
})

it('a load that is no longer wanted when it would be made is not made', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  expect(await endOf(send(load, { signal: AbortSignal.abort() }), 0)).toMatchObject({ name: 'AbortError' })
  expect(asked).not.toHaveBeenCalled()
})

/** An answer of the portal, or of a proxy in front of it. */
function answers(status: number, text: string, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status, headers })))
}

it.each([
  ['the portal', 503, JSON.stringify({ result: null, errorMessage: 'Portalen startas om.' }), 503, false],
  ['a proxy', 503, '<h1>Service Unavailable</h1>', 503, true],
  ['a proxy that does not find it', 404, '<h1>Not Found</h1>', 502, true],
  ['a proxy that does not allow it', 405, '<h1>Method Not Allowed</h1>', 502, true],
  ['a proxy to which it is too large', 413, '<h1>Content Too Large</h1>', 413, true],
  ['the sign-in page of an open network', 200, '<h1>Välkommen till wifi</h1>', 200, true],
])('an error says whether it is of %s', async (_what, answered, text, status, isForeign) => {
  answers(answered, text)
  expect(await endOf(send(save), 0)).toMatchObject({ status, isForeign })
})

it.each([
  ['5', 5000],
  ['Fri, 21 Nov 2026 12:01:30 GMT', 90_000],
  ['Fri, 21 Nov 2026 11:00:00 GMT', undefined],
  ['strax', undefined],
])('an error says how long to wait: %s', async (value, retryAfterMs) => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  answers(503, '', { 'Retry-After': value })
  expect(await endOf(send(save), 0)).toMatchObject({ status: 503, retryAfterMs })
})
