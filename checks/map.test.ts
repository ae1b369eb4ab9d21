// Compares the map in CONTRIBUTING.md with the folders.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const map = /## Layout\n+```\n(.+?)\n```/s.exec(text)?.[1] ?? ''

const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)

/** Generated folders. */
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')

test('every folder is on the map, and no other', () => {
  const shown = [...map.matchAll(/(?:^| {2})([a-z0-9-]+)\/ {2,}\S/gm)].map(([, name = '']) => name)
  expect(shown.toSorted()).toEqual(
    folders('.')
      .filter((name) => !ignored.some((line) => line === `${name}/` || line === `/${name}/`))
      .toSorted(),
  )
})

test('it names the parts of core and the sides of the platform', () => {
  const core = /^core\/ .*?: ([a-z, ]+);/m.exec(map)?.[1]?.split(', ')
  expect(core?.toSorted()).toEqual(folders('core').toSorted())
  const sides = /^platform\/ .*?, ((?:[a-z]+\/ ?)+);/m.exec(map)?.[1]?.split(' ')
  expect(sides?.toSorted()).toEqual(
    folders('platform')
      .map((name) => `${name}/`)
      .toSorted(),
  )
})
