import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import table from './holidays.json' with { type: 'json' }
import { holidaysBetween } from './holidays.ts'

/** The types of days whose names are shown: public holidays, and the eves on which much of the traffic runs as on a holiday. */
const shown = new Set(['public', 'bank'])
const first = 2020
const last = 2079
const ofSweden = new Holidays('SE')

const holidaysOf = (year: number) =>
  ofSweden
    .getHolidays(year, 'sv')
    .filter(({ type }) => shown.has(type))
    .map(({ date, name }) => [date.slice(0, 10), name.charAt(0).toUpperCase() + name.slice(1)])

test('the table is what the library says of sixty years', async () => {
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lines = years.map((year) => `  "${year}": ${JSON.stringify(holidaysOf(year))}`)
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('holidays.json')
})

test('it reaches as far as a request may, for many years to come', () => {
  const now = new Date().getFullYear()
  for (let year = now - 5; year <= now + 20; year++) expect(Object.keys(table)).toContain(String(year))
})

test('the holidays of a month, the first day with, the last without', () => {
  expect(holidaysBetween('2027-06-06', '2027-06-26')).toEqual([
    { date: '2027-06-06', name: 'Nationaldagen' },
    { date: '2027-06-25', name: 'Midsommarafton' },
  ])
  expect(holidaysBetween('2026-12-01', '2027-01-01').map(({ date }) => date)).toEqual([
    '2026-12-24',
    '2026-12-25',
    '2026-12-26',
    '2026-12-31',
  ])
})
