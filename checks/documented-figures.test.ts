// Compares the figures that the documents give with those that were last measured.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

type Column = 'portal' | 'floor' | 'ratio'
type Measured = Readonly<Record<Column | 'name', string>>

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))

const results = rowsOf(read('bench/results.md')).map(([, name = '', portal = '', floor = '', ratio = '']) => ({
  name,
  portal,
  floor,
  ratio,
}))

function measured(name: RegExp): Measured {
  const found = results.filter((row) => name.test(row.name))
  expect(
    found.map((row) => row.name),
    String(name),
  ).toHaveLength(1)
  return found[0]!
}

const scales: Readonly<Record<string, number>> = { µs: 1, ms: 1000, s: 1_000_000 }

/** The numbers of a text, in times as microseconds, each with half of its last digit. */
const numbersOf = (text: string) =>
  [...text.replaceAll(/\(.*?\)/g, '').matchAll(/(\d[\d,]*)(?:\.(\d+))?(?:\s(µs|ms|s)\b)?/g)].map(
    ([, whole = '', decimals = '', unit = '']) => {
      const scale = scales[unit] ?? 1
      return {
        value: Number(`${whole.replaceAll(',', '')}.${decimals || 0}`) * scale,
        half: 0.5 * 10 ** -decimals.length * scale,
      }
    },
  )

/** Requires a text to give these results, each rounded as the text rounds it. */
function expectFigures(text: string, expected: readonly string[]): void {
  const given = numbersOf(text)
  expect(given, text).toHaveLength(expected.length)
  for (const [n, figure] of expected.entries()) {
    const { value, half } = given[n]!
    const [own] = numbersOf(figure)
    expect(Math.abs(value - own!.value), `${text} of ${figure}`).toBeLessThanOrEqual((half + own!.half) * 1.001)
  }
}

/** The rows of results.md that each row of the README stands for. */
const inReadme: Readonly<Record<string, readonly RegExp[]>> = {
  'JavaScript and CSS until the duty is on screen, gzip': [/^JavaScript and CSS, gzip/],
  'Largest contentful paint, slow 4G, 4x CPU': [/^Largest contentful paint/],
  'The same at a repeat visit': [/^Repeat visit/],
  'Requests until the duty is on screen, of them to the API': [/^Requests until/, /^of them to the API/],
  'Layout shift, at most': [/^Layout shift/],
  'Lighthouse accessibility, each': [/^Lighthouse accessibility, .*\/start/],
  "A day's assignments, PostgreSQL, 100,000 rows": [/^A day’s assignments .*statement, PostgreSQL/],
  "The same at 10,000,000 rows, with the database's": [/^A day’s assignments, 10,000,000/],
  'The same on the embedded database': [/^A day’s assignments .*PGlite/],
  'Deviations, 1,000,000 reports': [/^Deviations, 1,000,000/],
  'Active fault reports, 1,000,000': [/^Active fault reports, 1,000,000/],
  'News, 1,000,000 items': [/^News of a region, 1,000,000/],
  'Search for a word of one text in twenty, 1,000,000 news items': [/^Search for a word of one.*against 1,000 news/],
  'When a shift begins: half of the answers, 99 of 100 within': [/half of the answers/, /: 99 of 100 within/],
  'A feed of a million stop times imported, PostgreSQL': [/employee days, PostgreSQL$/, /PostgreSQL: memory/],
}

test('the README gives the figures that were last measured', () => {
  const [, table = ''] = /<!-- bench -->(.*?)<!-- \/bench -->/s.exec(read('README.md')) ?? []
  const [, , ...rows] = rowsOf(table)
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(inReadme))
  for (const [, name = '', portal = '', floor = '', ratio = ''] of rows) {
    const own = inReadme[name]!.map(measured)
    expectFigures(
      portal,
      own.map((row) => row.portal),
    )
    const compared = own.filter((row) => row.ratio !== '')
    expectFigures(
      floor,
      compared.map((row) => row.floor),
    )
    expectFigures(
      ratio,
      compared.map((row) => row.ratio),
    )
  }
})

test('docs/scaling.md gives the figures of a shift change that were last measured', () => {
  const [, text = ''] = /### When a shift begins\n(.*?)\n###/s.exec(read('docs/scaling.md')) ?? []
  const [half, most] = [measured(/half of the answers/), measured(/: 99 of 100 within/)]
  const [, carried, halfIn, mostIn, bare] =
    /carried (\d+) in a second.*within\s([\d.]+ ms), 99 of 100 within ([\d.]+ ms).* take ([\d.]+ ms) for 99/s.exec(
      text,
    ) ?? []
  expect(most.name).toContain(`, ${carried} arrivals a second`)
  for (const [shown, figure] of [
    [halfIn, half.portal],
    [mostIn, most.portal],
    [bare, most.floor],
  ] as const)
    expectFigures(shown ?? '', [figure])
})
