import { expect, it } from 'vitest'
import { dateAsTyped, isIsoDate } from './iso-date.ts'

it.each(['2026-11-21', '2028-02-29'])('takes %s', (text) => expect(isIsoDate(text)).toBe(true))

it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261121', '', '2026-11-21 '])('refuses %j', (text) =>
  expect(isIsoDate(text)).toBe(false),
)

it('puts hyphens into eight digits, and leaves the rest as typed', () => {
  expect(dateAsTyped('20261121')).toBe('2026-11-21')
  expect(dateAsTyped('2026-11')).toBe('2026-11')
  expect(dateAsTyped('202611')).toBe('202611')
})
