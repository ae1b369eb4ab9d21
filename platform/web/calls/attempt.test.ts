import { expect, it } from 'vitest'
import { attemptAt } from './attempt.ts'

it('gives the same content the same key, and changed content a new one', () => {
  const first = attemptAt('a', null)
  expect(attemptAt('a', first)).toBe(first)
  const second = attemptAt('b', first)
  expect(second.key).not.toBe(first.key)
  // Returning to the first text makes a new write, because the second text may have been stored.
  expect(attemptAt('a', second).key).not.toBe(first.key)
})

it('makes a new key if there is none, or the stored one is invalid', () => {
  expect(attemptAt('a', null).key).toMatch(/^[\w-]{36}$/)
  expect(attemptAt('a', { text: 'a', key: 5 as unknown as string }).key).toMatch(/^[\w-]{36}$/)
})
