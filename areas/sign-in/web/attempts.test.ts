import { expect, test } from 'vitest'
import { withAttempt } from './attempts.ts'

test('attempts count for a minute', () => {
  expect(withAttempt([1_000, 50_000], 61_500)).toEqual([50_000, 61_500])
})

test('attempts from the future, after a clock was set back, do not count', () => {
  expect(withAttempt([90_000], 61_500)).toEqual([61_500])
})
