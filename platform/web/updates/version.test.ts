// A new version is noticed, and installed only when the server can be reached. No unsent report or draft is lost by that.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'

/** The version of the page in the tests. */
const own = '20260101.1'
const newer = '20260101.2'

let served: () => Promise<Response>
let asked: number
let done: string[]
let registered: boolean
let listeners: Record<string, () => void>

const says =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }))
const noCoverage = () => Promise.reject(new TypeError('Failed to fetch'))

/** Opens a new page. */
async function opened() {
  vi.resetModules()
  const [version, { isNewer }, reach, drafts] = await Promise.all([
    import('./version.ts'),
    import('./newer.ts'),
    import('../page/reach.ts'),
    import('../phone/drafts.ts'),
  ])
  return { ...version, isNewer, ...reach, ...drafts }
}

/** Storage whose keys can be listed, like the browser's. */
const storage = (content: Record<string, string>): Record<string, string> =>
  Object.assign(
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null
      },
      removeItem(this: Record<string, string>, key: string) {
        done.push(`removed ${key}`)
        delete this[key]
      },
    }) as Record<string, string>,
    content,
  )

let phone: Record<string, string>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  stubBrowser()
  asked = 0
  done = []
  registered = true
  listeners = {}
  served = says(own)
  phone = storage({ 'oidc.user': 'anna', 'linjen.theme': 'dark' })
  const worker = {
    update: () => Promise.resolve(void done.push('worker updated')),
    unregister: () => Promise.resolve(void done.push('worker unregistered')),
  }
  const listen = (event: string, listener: () => void) => void (listeners[event] = listener)
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', phone)
  Object.assign(document, { visibilityState: 'visible', addEventListener: listen })
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('location', { reload: () => void done.push('reloaded') })
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: {
      getRegistration: () => Promise.resolve(registered ? worker : undefined),
      getRegistrations: () => Promise.resolve([worker]),
    },
  })
  vi.stubGlobal('fetch', (path: string) => {
    expect(path).toBe('/version.txt')
    asked++
    return served()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(1)

it('notices another version on the server, and does not ask again', async () => {
  served = says(`${newer}\n`)
  const { watchVersion, isNewer } = await opened()
  watchVersion()
  await settled()
  expect(isNewer()).toBe(true)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toBe(1)
})

it.each([
  ['the same version', says(own)],
  ['another network’s sign-in page', says('<!doctype html>')],
  ['a failing server', says(newer, 502)],
  ['no answer', noCoverage],
])('takes %s for no new version', async (_what, answer) => {
  served = answer
  const { watchVersion, isNewer } = await opened()
  watchVersion()
  await settled()
  expect([asked, isNewer()]).toEqual([1, false])
})

it('does not ask where no worker serves the page: any reload brings the new one', async () => {
  registered = false
  served = says(newer)
  const { watchVersion, isNewer } = await opened()
  watchVersion()
  await settled()
  expect([asked, isNewer()]).toEqual([0, false])
})

it('asks again after half an hour, and when the page is taken up again, but at most once a minute', async () => {
  const { watchVersion, isNewer } = await opened()
  watchVersion()
  await settled()
  listeners['visibilitychange']?.()
  listeners['online']?.()
  await settled()
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  listeners['visibilitychange']?.()
  await settled()
  expect(asked).toBe(2)
  served = says(newer)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect([asked, isNewer()]).toEqual([3, true])
})

it('changes nothing without coverage', async () => {
  served = noCoverage
  const { upgrade, isReached } = await opened()
  expect(await upgrade()).toBe(false)
  await settled()
  expect([done, phone['oidc.user'], isReached()]).toEqual([[], 'anna', false])
})

it('changes nothing if the coverage is lost while the new version is being fetched', async () => {
  served = says(newer)
  const { upgrade, markUnanswered } = await opened()
  const ended = upgrade()
  await vi.advanceTimersByTimeAsync(1000)
  served = noCoverage
  markUnanswered()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await ended).toBe(false)
  expect(done).toEqual(['worker updated'])
})

it('reloads after two seconds without the old worker and the sign-in; what belongs to the phone stays', async () => {
  served = says(newer)
  const { upgrade } = await opened()
  const ended = upgrade()
  await vi.advanceTimersByTimeAsync(1900)
  expect(done).toEqual(['worker updated'])
  await vi.advanceTimersByTimeAsync(200)
  expect(await ended).toBe(true)
  expect(done).toEqual(['worker updated', 'worker unregistered', 'removed oidc.user', 'reloaded'])
  expect(phone['linjen.theme']).toBe('dark')
})

it('waits for a worker that hangs ten seconds and no longer', async () => {
  served = says(newer)
  const hangs = { update: () => new Promise(() => undefined), unregister: () => Promise.resolve(true) }
  const registrations = { getRegistration: () => Promise.resolve(hangs), getRegistrations: () => Promise.resolve([]) }
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: registrations })
  const { upgrade } = await opened()
  const ended = upgrade()
  await vi.advanceTimersByTimeAsync(11_900)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(await ended).toBe(true)
  expect(done).toContain('reloaded')
})
