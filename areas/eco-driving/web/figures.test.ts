import { expect, test } from 'vitest'
import { change, changeInWords, litresPerMil, oneDecimal, percent, usageInWords } from './figures.ts'

// The Swedish format puts a no-break space between number and sign.
const readable = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [0.943_06, '94,31 %'],
  [1, '100,00 %'],
  [1.2345, '123,45 %'],
  [0.949_96, 'under 95 %'],
  [0.949_94, '94,99 %'],
  [0.95, '95,00 %'],
  [1.05, '105,00 %'],
  [1.050_04, 'över 105 %'],
  [1.050_06, '105,01 %'],
  [null, '-'],
])('an index of %s is %s', (index, text) => expect(readable(percent(index))).toBe(text))

test.each([
  [0.9766, '−2,34 %'],
  [1.05, '+5,00 %'],
  [1, '0,00 %'],
  [0.949_96, 'under −5 %'],
  [1.050_04, 'över +5 %'],
  [null, '-'],
])('a ratio of %s is a change of %s', (ratio, text) => expect(readable(change(ratio))).toBe(text))

test('kilometres, degrees and litres, or a dash', () => {
  expect([12.5, -4, 0, null].map(oneDecimal)).toEqual(['12,5', '−4,0', '0,0', '-'])
  expect([litresPerMil(3.0449), litresPerMil(null)]).toEqual(['3,04', '-'])
})

test.each([
  [0.9406, '6 procent mindre än samma busstyp brukar dra.', 'Du drar 6 procent mindre än månaden före.'],
  [1.01, 'Ungefär vad samma busstyp brukar dra.', 'Du drar ungefär lika mycket som månaden före.'],
  [1.2, '20 procent mer än samma busstyp brukar dra.', 'Du drar 20 procent mer än månaden före.'],
  [null, 'Uppgift saknas', 'Uppgift saknas'],
])('%s in words', (ratio, usage, changed) => {
  expect([usageInWords(ratio), changeInWords(ratio)]).toEqual([usage, changed])
})
