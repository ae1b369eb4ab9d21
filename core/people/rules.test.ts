import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNational, nationalDigits, onTheWire, swedishNumber } from './rules.ts'

test.each([
  ['+46 701234567', '701234567'],
  ['+46 70-123 45 67', '701234567'],
  ['0046701234567', '701234567'],
  ['46701234567', '701234567'],
  // Lund's area code is 046: only one country code is removed.
  ['+46 46123456', '46123456'],
  ['', ''],
])('the form shows %s as %s', (wire, digits) => expect(nationalDigits(wire)).toBe(digits))

test('a number is unchanged after it was sent and loaded again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{0,14}$/), (digits) => {
      expect(nationalDigits(onTheWire(digits))).toBe(digits)
    }),
  )
})

test.each(['0701234567', '70 123', '70-123', '+46701234567', 'sju', '', '1'.repeat(16)])(
  '%s is not national',
  (typed) => expect(isNational(typed)).toBe(false),
)

test.each([
  ['070-123 45 67', '+46 701234567'],
  ['701234567', '+46 701234567'],
  ['+46 (0)70 123 45 67', '+46 701234567'],
  ['0046-701234567', '+46 701234567'],
  ['46701234567', '+46 701234567'],
  ['046-12 34 56', '+46 46123456'],
  ['46123456', '+46 46123456'],
  ['+47 901 23 456', null],
  ['0', null],
  ['112', null],
  ['anknytning 4711', null],
])('a file’s %s is %s', (written, wire) => expect(swedishNumber(written)).toBe(wire))
