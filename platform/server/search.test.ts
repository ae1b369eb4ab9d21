import { expect, it } from 'vitest'
import { digitsOfNumber, searchedFor } from './search.ts'

it('words are letters and digits, each once, at most eight', () => {
  expect(searchedFor('  Alkohol- och DROGpolicy, och §4b! ').words).toEqual(['alkohol', 'och', 'drogpolicy', '4b'])
  // As macOS writes å: a letter and a ring.
  expect(searchedFor('a\u030aka').words).toEqual(['åka'])
  expect(searchedFor('a b c d e f g h i j').words).toHaveLength(8)
})

it('a number is recognised however it is typed, with its own letter or none', () => {
  for (const typed of ['F-1120', 'f-1120', 'F1120', 'f 1120', ' F\u20131120 ', '1120']) {
    expect([typed, digitsOfNumber(typed, 'F')]).toEqual([typed, '1120'])
  }
  for (const typed of ['A-1120', 'FF-1120', 'F-1120 x', 'F-', '1', 'F-1', '11%20', '1'.repeat(13)]) {
    expect([typed, digitsOfNumber(typed, 'F')]).toEqual([typed, null])
  }
})
