// What the office adds to an employee's download. The employees' own screens are weighed in bench.
import { readFileSync, statSync } from 'node:fs'
import { officePath } from '#platform/contract/office-pages.ts'
import { dist, manifest } from './built.ts'
import { expect, test } from './sign-in.ts'

interface Built {
  readonly path: string
  readonly files: readonly string[]
}

const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, dist)).size, 0)

/**
 * Sources of files that only the office loads: its own file, and its screens and dialogs that are loaded when opened.
 */
const ofOffice = /(^|\/)(areas\/office-|core\/cases\/web\/|platform\/web\/office\/)/

test('the first load of an employee is not a byte more for the office, and no screen of an employee loads a file of it', () => {
  const built = manifest()
  const keys = new Set(Object.keys(built).filter((key) => built[key]?.isEntry))
  for (const key of keys) for (const next of built[key]?.imports ?? []) keys.add(next)
  const first = new Set([...keys].flatMap((key) => [built[key]?.file ?? '', ...(built[key]?.css ?? [])]))
  // Raise this limit when employees' screens grow, by what the change costs. Changes to the office must never raise it.
  expect(gzipped(first)).toBeLessThanOrEqual(117_250)
  const screens = JSON.parse(readFileSync(new URL('screens.json', dist), 'utf8')) as Built[]
  const employees = screens.filter(({ path }) => !`${path}/`.startsWith(`${officePath}/`)).flatMap(({ files }) => files)
  expect(employees.length).toBeGreaterThan(20)
  const files = [...new Set([...first, ...employees])]
  const chunks = Object.entries(built).filter(
    ([key, { name, isEntry }]) => !isEntry && (name === 'office' || ofOffice.test(key)),
  )
  expect(chunks.length).toBeGreaterThan(5)
  const office = new Set(chunks.map(([, { file }]) => file))
  const callsOffice = (file: string) => readFileSync(new URL(file, dist), 'utf8').includes('/api/kontor/')
  expect([...office].some(callsOffice)).toBe(true)
  expect(files.filter((file) => office.has(file) || callsOffice(file))).toEqual([])
})

test('a screen waits for no file of a home, nor for more than it needs', () => {
  const built = manifest()
  const homes = new Set(
    Object.values(built).flatMap(({ name = '', file }) => (['home', 'home-off'].includes(name) ? [file] : [])),
  )
  expect(homes.size).toBe(2)
  const screens = (JSON.parse(readFileSync(new URL('screens.json', dist), 'utf8')) as Built[]).filter(
    ({ path }) => !`${path}/`.startsWith(`${officePath}/`),
  )
  expect(screens.length).toBeGreaterThan(25)
  expect(screens.filter(({ files }) => files.some((file) => homes.has(file)))).toEqual([])
  // The number of files that a phone asks for at once. Each costs some milliseconds.
  expect(screens.filter(({ files }) => files.length > 14).map(({ path }) => path)).toEqual([])
})

test('a guide and the profile wait for no file of what works without coverage, and a guide not for its documents', () => {
  const built = manifest()
  const fileOf = (chunk: string) => Object.values(built).find(({ name }) => name === chunk)?.file ?? 'none'
  const screens = JSON.parse(readFileSync(new URL('screens.json', dist), 'utf8')) as Built[]
  const filesOf = (end: string) => screens.filter(({ path }) => path.includes(end)).map(({ files }) => files)
  const guides = filesOf('/krishantering')
  expect(guides.length).toBe(2)
  for (const files of [...guides, ...filesOf('/userinfo')]) expect(files).not.toContain(fileOf('offline'))
  for (const files of guides) expect(files).not.toContain(fileOf('documents'))
  expect(filesOf('/policy')[0]).toContain(fileOf('documents'))
  expect(filesOf('/utbildning')[0]).toContain(fileOf('offline'))
})

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
