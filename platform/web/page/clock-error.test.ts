import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const HOUR = 3_600_000
const sentAt = Date.parse('2026-11-21T13:00:00Z')
const fresh = new Headers({ 'Cache-Control': 'no-store' })

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.setSystemTime(sentAt)
})
afterEach(() => vi.useRealTimers())

/**
 * Processes an answer whose timestamp is `error` milliseconds before the phone's time of sending, and which comes after
 * `took` milliseconds. Returns the clock error that is then assumed.
 */
async function heard(error: number, took: number, headers = fresh) {
  const { readServerTime, instantNow } = await import('./clock-error.ts')
  vi.setSystemTime(sentAt + took)
  readServerTime(new Date(sentAt - error).toISOString(), sentAt, headers)
  return Date.now() - instantNow()
}

it('derives the phone’s clock error from an answer, and does not correct a right clock however slow the connection', async () => {
  expect(await heard(3 * HOUR, 50)).toBe(3 * HOUR)
  expect(await heard(-24 * HOUR, 50)).toBe(-24 * HOUR + 50)
  vi.resetModules()
  expect(await heard(-2000, 30_000)).toBe(0)
})

it('ignores answers that may come from a cache, and missing times', async () => {
  expect(await heard(3 * HOUR, 50, new Headers({ 'Cache-Control': 'private, max-age=60' }))).toBe(0)
  expect(await heard(3 * HOUR, 50, new Headers({ ETag: '"1"' }))).toBe(0)
  const { readServerTime, instantNow } = await import('./clock-error.ts')
  readServerTime('', sentAt, fresh)
  expect(instantNow()).toBe(Date.now())
})

it('notifies watchers of a new error', async () => {
  const { watchClockError } = await import('./clock-error.ts')
  const watcher = vi.fn()
  watchClockError(watcher)
  await heard(HOUR, 50)
  await heard(HOUR, 50)
  expect(watcher).toHaveBeenCalledTimes(1)
})
