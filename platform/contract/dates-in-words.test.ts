import { expect, test } from 'vitest'
import { dateInWords, dayAndTime, monthInWords } from './dates-in-words.ts'

test('months and dates are written as in a Swedish sentence', () => {
  expect(monthInWords({ year: 2027, month: 1 })).toBe('januari 2027')
  expect(dateInWords('2026-12-05')).toBe('5 december 2026')
  expect(dayAndTime('2026-11-23T05:12:00')).toBe('måndag 23 november kl. 05:12')
})
