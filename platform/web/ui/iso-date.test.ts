import { expect, it } from 'vitest'
import { dateAsTyped, dateProblem, isIsoDate } from './iso-date.ts'

it.each(['2026-11-21', '2028-02-29'])('takes %s', (text) => expect(isIsoDate(text)).toBe(true))

it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261121', '', '2026-11-21 '])('refuses %j', (text) =>
  expect(isIsoDate(text)).toBe(false),
)

it('inserts hyphens into eight digits, and leaves other text as typed', () => {
  expect(dateAsTyped('20261121')).toBe('2026-11-21')
  expect(dateAsTyped('2026-11')).toBe('2026-11')
  expect(dateAsTyped('202611')).toBe('202611')
})

it.each([
  ['2026-11-21', undefined],
  ['2021-01-01', undefined],
  ['2031-12-31', undefined],
  ['2020-12-31', 'Felaktigt årtal'],
  ['2032-01-01', 'Felaktigt årtal'],
  ['2026-02-31', 'Datum har fel format'],
])('says of %s: %s', (text, problem) => expect(dateProblem(text, '2026-11-21')).toBe(problem))
