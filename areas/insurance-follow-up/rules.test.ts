import { expect, test } from 'vitest'
import { sumOf } from './rules.ts'

test.each([
  [[], 0],
  [[null], 0],
  [[12_500, null, 3_000], 15_500],
  [[0.1, 0.2], 0.3],
  [[1999.95, 0.05, 10_000_000.01], 10_002_000.01],
])('%j is %d kronor', (costs, sum) => expect(sumOf(costs)).toBe(sum))
