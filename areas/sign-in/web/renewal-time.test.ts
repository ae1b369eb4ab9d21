import { expect, test } from 'vitest'
import { msUntilRenewal } from './renewal-time.ts'

const now = Date.UTC(2026, 10, 21, 12)
const seconds = (ms: number) => ms / 1000

test('renewal comes 90 seconds ahead of the end', () => {
  expect(msUntilRenewal(seconds(now + 30 * 60_000), now)).toBe(30 * 60_000 - 90_000)
})

test('what ends soon, or has ended, is renewed at once', () => {
  expect(msUntilRenewal(seconds(now + 60_000), now)).toBe(0)
  expect(msUntilRenewal(seconds(now - 60_000), now)).toBe(0)
})

test('a very long token does not overflow the timer', () => {
  expect(msUntilRenewal(seconds(now + 90 * 24 * 3600_000), now)).toBeLessThan(2 ** 31)
})
