import { expect, it } from 'vitest'
import { fits } from './fits.ts'

it('accepts a value with the shape of the sample, and with further fields', () => {
  expect(fits([{ type: 'a', value: 'b', more: 1 }], [{ type: '', value: '' }])).toBe(true)
  expect(fits([], [{ type: '', value: '' }])).toBe(true)
  expect(fits({ at: 5, answer: null }, { at: 0, answer: null })).toBe(true)
  expect(fits(['a', 1], [])).toBe(true)
  expect(fits('2026-11-22', /^\d{4}-/)).toBe(true)
})

it.each([
  [null],
  [undefined],
  ['x'],
  [0],
  [{}],
  [[null]],
  [[{}]],
  [[{ type: 'a', value: null }]],
  [{ 0: { type: '', value: '' } }],
])('drops %j where claims are looked for', (value) => {
  expect(fits(value, [{ type: '', value: '' }])).toBe(false)
})

it.each([[{ at: '5' }], [{ at: null }], [{ at: {} }], [[]], [{ at: 5, times: { start: 7 } }]])('drops %j', (value) => {
  expect(fits(value, { at: 0, times: { start: /^\d\d:/ } })).toBe(false)
})
