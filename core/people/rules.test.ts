import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNational,
  nationalDigits,
  numberAsWritten,
  onTheWire,
  phoneAsWritten,
  postcodeAsWritten,
  swedishNumber,
} from './rules.ts'

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

test.each([
  ['701740616', '070-174 06 16'],
  ['90123456', '090-12 34 56'],
  ['98031921', '0980-319 21'],
  ['93012345', '0930-123 45'],
  ['8123456', '08-12 34 56'],
  ['81234567', '08-123 45 67'],
  ['812345678', '08-123 456 78'],
  ['101234567', '010-123 45 67'],
  ['46123456', '046-12 34 56'],
  ['12345', '+46 12345'],
  ['', ''],
])('%s is written %s', (digits, written) => expect(phoneAsWritten(digits)).toBe(written))

test.each([
  ['+46 701740621', '070-174 06 21'],
  ['0701740621', '070-174 06 21'],
  ['070-174 06 21', '070-174 06 21'],
  ['+47 901 23 456', '+47 901 23 456'],
  ['anknytning 4711', 'anknytning 4711'],
])('a stored %s is shown as %s', (stored, written) => expect(numberAsWritten(stored)).toBe(written))

test('a postcode has a space, and what is not one stays', () => {
  expect(['90331', '9033', ''].map(postcodeAsWritten)).toEqual(['903 31', '9033', ''])
})
