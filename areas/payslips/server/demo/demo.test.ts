import { expect, test } from 'vitest'
import { lastPaid } from './demo.ts'

test('wages are paid on a day when banks are open', () => {
  for (const year of [2025, 2026, 2027, 2028, 2029, 2030, 2031]) {
    for (const { paymentDate } of lastPaid(`${year}-12-31`)) {
      expect([0, 6]).not.toContain(new Date(`${paymentDate}T00:00:00Z`).getUTCDay())
      // The 24th to the 26th of December are holidays.
      expect(paymentDate).not.toMatch(/-12-2[4-6]$/)
    }
  }
  expect(lastPaid('2026-12-31').at(-1)).toEqual({ month: '2026-12', paymentDate: '2026-12-23' })
})
