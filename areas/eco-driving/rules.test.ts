import { expect, test } from 'vitest'
import { detailFrom, indexOf, levelOf, monthBefore, monthsBetween, monthsFrom, ratioOf } from './rules.ts'

test('an index is the ratio of used to expected litres, and null if nothing was measured', () => {
  expect(indexOf({ litres: 19, expected: 20 })).toBe(0.95)
  expect(indexOf({ litres: null, expected: null })).toBeNull()
  expect(indexOf({ litres: 5, expected: null })).toBeNull()
  expect(indexOf({ litres: 0, expected: 0 })).toBeNull()
})

test('a month is compared with the previous one if both are known', () => {
  expect(ratioOf(0.98, 1)).toBe(0.98)
  expect(ratioOf(null, 1)).toBeNull()
  expect(ratioOf(1, null)).toBeNull()
})

test.each([
  [0.5, 'less'],
  [0.9499, 'less'],
  [0.949_96, 'less'],
  // A possible floating-point result for 19 of 20 litres.
  [0.949_999_999_999_9, 'even'],
  [0.95, 'even'],
  [1.05, 'even'],
  [1.050_000_000_000_1, 'even'],
  [1.050_04, 'more'],
  [1.0501, 'more'],
])('%d is %s', (index, level) => expect(levelOf(index)).toBe(level))

test('trips are kept for 90 days, and 13 months plus the current one', () => {
  expect(detailFrom('2026-11-21')).toBe('2026-08-23')
  expect(monthsFrom('2026-11-21')).toBe('2025-10')
  expect(monthsFrom('2027-01-01')).toBe('2025-12')
})

test('months are counted across the turn of the year', () => {
  expect(monthBefore('2026-01', 1)).toBe('2025-12')
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsBetween('2026-03', '2026-02')).toEqual([])
})
