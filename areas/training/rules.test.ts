import { expect, test } from 'vitest'
import { evaluationWindow, questions, scale } from './rules.ts'

test.each([
  ['2026-11-21', '2026-10-31', '2026-11-21'],
  // Across a year's end, a leap day and the night when the clocks go back.
  ['2027-01-05', '2026-12-15', '2027-01-05'],
  ['2028-03-10', '2028-02-18', '2028-03-10'],
  ['2026-11-01', '2026-10-11', '2026-11-01'],
])('on %s courses from %s to %s may be evaluated', (today, from, to) => {
  expect(evaluationWindow(today)).toEqual({ from, to })
})

test('eight questions, each once, on five steps', () => {
  expect(questions.map(({ id }) => id)).toEqual(Array.from({ length: 8 }, (_, index) => `val${index + 1}`))
  expect(new Set(questions.map(({ text }) => text)).size).toBe(8)
  expect(new Set(scale).size).toBe(5)
})
