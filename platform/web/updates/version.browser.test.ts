// When a page learns of a new version, and what stays on the phone when it is installed or cannot be.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isNewer } from './newer.ts'
import { upgrade, watchVersion } from './version.ts'
import { variant } from '../page/variant.ts'

let served: () => Promise<Response>
const says = (text: string, status = 200) => {
  served = () => Promise.resolve(new Response(text, { status }))
}
const asked = vi.fn((_path: string) => served())
const registration = {
  update: vi.fn(() => Promise.resolve()),
  unregister: vi.fn(() => Promise.resolve(true)),
  waiting: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] })
  vi.stubGlobal('fetch', asked)
  const worker = registration as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(() => Promise.resolve(worker))
  vi.spyOn(navigator.serviceWorker, 'getRegistrations').mockImplementation(() => Promise.resolve([worker]))
  localStorage.setItem('kept', 'yes')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const cameBack = () => dispatchEvent(new Event('online'))

it('is noticed when coverage comes back, asked for at most once a minute, and never taken from what is no version', async () => {
  says(variant.version)
  watchVersion()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  // A shop's Wi-Fi answers everything with its own page.
  says('<!doctype html><title>Logga in på nätet</title>')
  cameBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  for (const text of ['<!doctype html><title>Logga in på nätet</title>', '', '20991231', variant.version]) {
    says(text)
    await vi.advanceTimersByTimeAsync(61_000)
    cameBack()
    await vi.advanceTimersByTimeAsync(0)
    expect(isNewer()).toBe(false)
  }
  says('20991231.7', 500)
  await vi.advanceTimersByTimeAsync(61_000)
  cameBack()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.mock.calls.length, isNewer()]).toEqual([6, false])
  says('20991231.7')
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(isNewer()).toBe(true)
})

it('without coverage nothing is changed, and the old version stays', async () => {
  served = () => Promise.reject(new TypeError('Failed to fetch'))
  const reload = vi.fn()
  expect(await upgrade(reload)).toBe(false)
  expect([registration.unregister.mock.calls.length, localStorage.getItem('kept')]).toEqual([0, 'yes'])
  expect(reload).not.toHaveBeenCalled()
})

it('is installed though the worker cannot be updated; the page is reloaded last, after two seconds', async () => {
  says('20991231.7')
  registration.update.mockRejectedValueOnce(new Error('no storage'))
  const reload = vi.fn(() => expect(localStorage.getItem('kept')).toBeNull())
  const done = upgrade(reload)
  await vi.advanceTimersByTimeAsync(1900)
  expect([reload.mock.calls.length, localStorage.getItem('kept')]).toEqual([0, 'yes'])
  await vi.advanceTimersByTimeAsync(200)
  expect(await done).toBe(true)
  expect(registration.unregister).toHaveBeenCalledTimes(1)
  expect(reload).toHaveBeenCalledTimes(1)
})
