// What the office adds to what an employee fetches; the employees' own screens are weighed by bench.
import { readFileSync, statSync } from 'node:fs'
import { officePath } from '#platform/contract/office-pages.ts'
import { expect, test } from './sign-in.ts'

interface Built {
  readonly path: string
  readonly files: readonly string[]
}

const dist = new URL('../dist/web/', import.meta.url)
const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, dist)).size, 0)

test('a screen of the office is at most 25 kB of its own, and its frame 40 kB', () => {
  const screens = JSON.parse(readFileSync(new URL('screens.json', dist), 'utf8')) as Built[]
  const isOffice = ({ path }: Built) => path.startsWith(`${officePath}/`)
  const employees = new Set(screens.filter((each) => !isOffice(each)).flatMap(({ files }) => files))
  const office = screens
    .filter(isOffice)
    .map(({ path, files }) => ({ path, files: files.filter((file) => !employees.has(file)) }))
  expect(office.length).toBeGreaterThan(10)
  const inAll = (office[0]?.files ?? []).filter((file) => office.every(({ files }) => files.includes(file)))
  const frame = new Set(inAll)
  expect(gzipped(frame)).toBeGreaterThan(1000)
  expect(gzipped(frame)).toBeLessThanOrEqual(40_000)
  const heavy = office
    .map(({ path, files }) => ({ path, bytes: gzipped(files.filter((file) => !frame.has(file))) }))
    .filter(({ bytes }) => bytes === 0 || bytes > 25_000)
  expect(heavy).toEqual([])
})
