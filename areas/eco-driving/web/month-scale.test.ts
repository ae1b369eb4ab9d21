import { expect, test } from 'vitest'
import { reachOf, shortMonth } from './month-scale.ts'

test.each([
  [[], 0.1],
  [[null, 1], 0.1],
  [[0.9, 1.1], 0.1],
  [[0.97, 1.104], 0.15],
  [[0.68], 0.35],
])('%j reaches %d to each side', (indexes, reach) => expect(reachOf(indexes)).toBeCloseTo(reach, 9))

test('months have short names', () => {
  expect(['2026-01', '2026-05', '2026-09', '2026-12'].map(shortMonth)).toEqual(['jan', 'maj', 'sep', 'dec'])
})
