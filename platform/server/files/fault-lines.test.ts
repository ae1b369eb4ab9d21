import { expect, test } from 'vitest'
import { shortened } from './fault-lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `rad ${at + 2}: ${word}`)

test('twenty faults alike are told, and the rest of them counted', () => {
  expect(shortened(lines(20, 'saknas'))).toEqual(lines(20, 'saknas'))
  const told = shortened([...lines(347, 'saknas'), 'rad 9: är okänd'])
  expect(told).toEqual([...lines(20, 'saknas'), 'rad 9: är okänd', '… och 327 fel till som: rad 2: saknas'])
})

test('faults that differ are told up to two hundred', () => {
  const letters = Array.from({ length: 250 }, (_, at) => 'x'.repeat(at + 1))
  expect(shortened(letters)).toEqual([...letters.slice(0, 200), '… och 50 fel till.'])
})

test('what is short already stays', () => {
  const once = shortened(lines(500, 'saknas'))
  expect(shortened(once)).toEqual(once)
})
