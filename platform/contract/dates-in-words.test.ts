import { expect, test } from 'vitest'
import { dateInWords, monthInWords } from './dates-in-words.ts'

test('months and dates are written as in a Swedish sentence', () => {
  expect(monthInWords({ year: 2027, month: 1 })).toBe('januari 2027')
  expect(dateInWords('2026-12-05')).toBe('5 december 2026')
})
