import { expect, it } from 'vitest'
import { randomFrom } from './random.ts'

it('does not repeat itself, is spread evenly, and is the same for the same seed', () => {
  const random = randomFrom(1)
  const numbers = Array.from({ length: 100_000 }, random)
  expect(new Set(numbers).size).toBeGreaterThan(99_900)
  const tenths = Map.groupBy(numbers, (number) => Math.floor(number * 10))
  for (const tenth of tenths.values()) expect(tenth.length).toBeGreaterThan(9500)
  expect(tenths.size).toBe(10)
  const again = randomFrom(1)
  expect([again(), again()]).toEqual(numbers.slice(0, 2))
  expect(randomFrom(2)()).not.toBe(numbers[0])
})
