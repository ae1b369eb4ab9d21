import { expect, test } from 'vitest'
import { cost, kronor, personalInWords } from './kronor.ts'

// The Swedish format uses no-break spaces.
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [0, '0 kr'],
  [950, '950 kr'],
  [12_500, '12 500 kr'],
  [1999.5, '1 999,50 kr'],
  [1_234_567, '1 234 567 kr'],
])('%d is %s', (amount, text) => expect(plain(kronor(amount))).toBe(text))

test('an unsettled cost says so, and is not shown as zero', () => {
  expect(cost(null)).toBe('Inte klar än')
  expect(plain(cost(0))).toBe('0 kr')
})

test.each([
  [[], /^Du har inga ärenden den här månaden\.$/],
  [[950], /^Bolagets kostnad för skadan som du har rapporterat\. Det är ingen räkning till dig\.$/],
  [[950, null, null], /för de 3 skador som .+ ingen räkning till dig\. 2 reparationer är inte klara än\.$/],
])('the sum of %j in words', (costs, words) => expect(personalInWords(costs)).toMatch(words))
