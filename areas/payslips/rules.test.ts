import { expect, test } from 'vitest'
import { monthName, periodKey } from './rules.ts'

test.each([
  ['2026-10', '2026-10'],
  ['202610', '2026-10'],
  ['Oktober 2026', '2026-10'],
  [' oktober  2026 ', '2026-10'],
  ['2026-13', '2026-13'],
  ['Oktober 2026 rättelse', 'oktober 2026 rättelse'],
  ['Bonus 2026', 'bonus 2026'],
])('%s is the period %s', (period, key) => expect(periodKey(period)).toBe(key))

test('the name of a month gives the same period', () => {
  for (let month = 1; month <= 12; month++) {
    const key = `2026-${String(month).padStart(2, '0')}`
    expect(periodKey(monthName(key))).toBe(key)
  }
  expect(monthName('2026-05')).toBe('Maj 2026')
})
