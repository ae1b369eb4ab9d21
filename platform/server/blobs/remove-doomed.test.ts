import { expect, test } from 'vitest'
import { NotRead, NotStored } from '../files/file-fault.ts'
import { removeDoomed } from './remove-doomed.ts'

/** Rows of a to e, read two at a time, with a file each. Those of `stuck` cannot be removed. */
function rowsAndFiles(stuck: readonly string[], isAway = (_asked: number) => false) {
  const rows = ['a', 'b', 'c', 'd', 'e']
  const files = rows.map((name) => `files/${name}`)
  const tried: string[] = []
  const blobs = {
    async remove(key: string) {
      tried.push(key)
      if (stuck.includes(key) || isAway(tried.length)) throw new NotStored(new Error(`${key} is stuck`))
      if (files.includes(key)) files.splice(files.indexOf(key), 1)
    },
    async read() {
      if (isAway(tried.length)) throw new NotRead(new Error('the store is away'))
      return new Uint8Array()
    },
  }
  const removed = removeDoomed(blobs, {
    next: async (after) => rows.filter((name) => name > after).slice(0, 2),
    keysOf: (name) => [`files/${name}`],
    forget: async (names) => {
      for (const name of names) rows.splice(rows.indexOf(name), 1)
    },
  })
  return { removed, rows, files, tried }
}

test('files are removed with their rows, however many there are', async () => {
  const { removed, rows, files } = rowsAndFiles([])
  await removed
  expect([rows, files]).toEqual([[], []])
})

test('a file that cannot be removed keeps its row, and keeps no other one', async () => {
  const { removed, rows, files } = rowsAndFiles(['files/a', 'files/b', 'files/d'])
  await expect(removed).rejects.toThrow('files/a is stuck')
  expect(rows).toEqual(['a', 'b', 'd'])
  expect(files).toEqual(['files/a', 'files/b', 'files/d'])
})

test('a store that is away is not asked for every file', async () => {
  const { removed, rows, tried } = rowsAndFiles([], (asked) => asked > 1)
  await expect(removed).rejects.toThrow('files/b is stuck')
  expect([rows, tried]).toEqual([
    ['b', 'c', 'd', 'e'],
    ['files/a', 'files/b'],
  ])
})
