import { expect, it } from 'vitest'
import { grouped, holds, optionNamed } from './combobox-options.ts'

const buses = [
  { value: '1', label: 'Buss 14' },
  { value: '2', label: 'Buss 141' },
  { value: '3', label: 'ÅSA' },
  { value: '4', label: 'buss 14' },
]

it.each([
  ['Buss 141', '14', true],
  ['Buss 141', ' BUSS ', true],
  ['Åsa', 'åS', true],
  ['Åsa', 'a', true],
  ['Ås', 'as', false],
  ['Buss 141', '142', false],
  ['Buss 141', '', true],
  ['Omar Al-Khatib, 1001', 'al khatib', true],
  ['Anna Lindgren, 1001', 'Lindgren, An', true],
  ['Anna Lindgren, 1001', 'gren Anna', false],
  ['Anna Lindgren, 1001', 'lindgren beata', false],
  ['Anna Lindgren, 1001', ' - ', false],
])('%s holds %j: %s', (label, typed, answer) => expect(holds(label, typed)).toBe(answer))

it('finds the option that was typed completely, the exact spelling first', () => {
  expect(optionNamed(buses, 'Buss 14')?.value).toBe('1')
  expect(optionNamed(buses, 'buss 14')?.value).toBe('4')
  expect(optionNamed(buses, ' åsa ')?.value).toBe('3')
})

it.each(['', ' ', 'Buss 1', 'Buss 1412'])('finds none for %j', (typed) => expect(optionNamed(buses, typed)).toBeNull())

it('keeps the order of headings and options', () => {
  expect(grouped(buses)).toBeNull()
  const [first, second] = buses.map((bus, index) => ({ ...bus, group: index < 1 ? 'Senast' : 'Alla' }))
  expect(grouped([first!, second!])?.map(({ value, items }) => [value, items.length])).toEqual([
    ['Senast', 1],
    ['Alla', 1],
  ])
})
