import { expect, it } from 'vitest'
import { readableSize } from './readable-size.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [84_499, '84 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_249_000, '1,2 MB'],
  [25_000_000, '25 MB'],
])('%i is %s', (bytes, words) => expect(readableSize(bytes)).toBe(words))
