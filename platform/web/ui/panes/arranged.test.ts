import { expect, it } from 'vitest'
import { arranged, byText } from './arranged.ts'

const rows = [
  { number: 'F-1010', text: 'Åkstolen gnisslar', state: 'Klar' },
  { number: 'F-1009', text: 'Dörr 2 fryser fast', state: 'Mottagen' },
  { number: 'F-999', text: 'Ärmen på dörr 1 är lös', state: 'Mottagen' },
]
const all = {
  sought: '',
  words: ({ number, text }: (typeof rows)[number]) => `${number} ${text}`,
  only: '',
  kind: ({ state }: (typeof rows)[number]) => state,
  sort: { label: 'Nyast först' },
}
const numbers = (wanted: object) => arranged(rows, { ...all, ...wanted }).map(({ number }) => number)

it('keeps the order in which they came, and all of them', () =>
  expect(numbers({})).toEqual(['F-1010', 'F-1009', 'F-999']))

it.each([
  ['  DÖRR ', ['F-1009', 'F-999']],
  ['dörr fast', ['F-1009']],
  ['f-1010', ['F-1010']],
  ['åkstol dörr', []],
])('%j is in %j', (sought, found) => expect(numbers({ sought })).toEqual(found))

it('a kind and a search narrow it together', () =>
  expect(numbers({ only: 'Mottagen', sought: 'lös' })).toEqual(['F-999']))

it('orders as Swedish does, and numbers by their value', () => {
  const by = (textOf: (row: (typeof rows)[number]) => string) =>
    numbers({ sort: { label: '', compare: byText(textOf) } })
  expect(by(({ text }) => text)).toEqual(['F-1009', 'F-1010', 'F-999'])
  expect(by(({ number }) => number)).toEqual(['F-999', 'F-1009', 'F-1010'])
})
