import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedBugs } from '../prove/planted-bugs.ts'

// `npm run prove -- plantedBugs` plants them. This test checks that each can still be planted.
test.each(plantedBugs)('a bug can be planted: $what', ({ file, find, replace, test: testFile }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(existsSync(testFile)).toBe(true)
})

test('at least thirty bugs are planted, of each kind at least five', () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(30)
  for (const [, bugs] of Map.groupBy(plantedBugs, ({ kind }) => kind)) expect(bugs.length).toBeGreaterThanOrEqual(5)
})
