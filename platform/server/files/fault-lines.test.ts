import { expect, test } from 'vitest'
import { shortened } from './fault-lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `rad ${at + 2}: ${word}`)

test('twenty similar faults are listed, and the rest of them counted', () => {
  expect(shortened(lines(20, 'saknas'))).toEqual(lines(20, 'saknas'))
  const listed = shortened([...lines(347, 'saknas'), 'rad 9: är okänd'])
  expect(listed).toEqual([...lines(20, 'saknas'), 'rad 9: är okänd', '… och 327 fel till som: rad 2: saknas'])
})

test('a thousand faults that differ in what they quote are twenty and a count', () => {
  const trips = Array.from({ length: 1000 }, (_, at) => `rad ${at + 2}: Turen ”${'abc'[at % 3]}-${at}” finns inte.`)
  expect(shortened(trips)).toEqual([...trips.slice(0, 20), '… och 980 fel till som: rad 2: Turen ”a-0” finns inte.'])
})

test('up to two hundred different faults are listed', () => {
  const letters = Array.from({ length: 250 }, (_, at) => 'x'.repeat(at + 1))
  expect(shortened(letters)).toEqual([...letters.slice(0, 200), '… och 50 fel till.'])
})

test('a short list stays as it is', () => {
  const once = shortened(lines(500, 'saknas'))
  expect(shortened(once)).toEqual(once)
})
