import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const made = async (count: number) =>
  (
    await sql<{ id: number }>`select next_id() as id from generate_series(1, ${count}::int)`.execute(portal.db)
  ).rows.map(({ id }) => id)

test('ids differ, even thousands made at once, and are numbers that JSON can represent', async () => {
  const ids = await made(20_000)
  expect(new Set(ids).size).toBe(20_000)
  expect(ids.every(Number.isSafeInteger)).toBe(true)
})

test('they grow with time, to the millisecond', async () => {
  const ids = await made(5000)
  const milliseconds = ids.map((id) => Math.floor(id / 4096))
  expect(milliseconds).toEqual(milliseconds.toSorted((a, b) => a - b))
})

test('two ids do not reveal how many there are in between', async () => {
  const steps = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const [first = 0, second = 0] = (await made(2)).map((id) => id % 4096)
    steps.add((second - first + 4096) % 4096)
  }
  expect(steps.size).toBeGreaterThan(10)
})

test('the numbers that an employee sees of two consecutive reports are not a count', async () => {
  const body = { Rubrik: 'Bänk', Bolag: 'norr', Beskrivning: 'Vid hållplatsen' }
  const send = async () => (await portal.send('anna', 'POST', '/api/forslag/', { body })).body.result.id
  const [first, second] = [await send(), await send()]
  expect(second - first).toBeGreaterThan(1)
  const listed = (await portal.send('anna', 'GET', '/api/forslag/')).body.result.map(({ id }: { id: number }) => id)
  // Both have the same time by the portal's clock; the newest still comes first.
  expect(listed.indexOf(second)).toBeLessThan(listed.indexOf(first))
})

describe('spoken numbers', () => {
  const numbers = async (from: number, to: number) =>
    (
      await sql<{
        number: number
      }>`select spoken_number(n) as number from generate_series(${from}::int, ${to}::int) as n`.execute(portal.db)
    ).rows.map(({ number }) => number)

  test('have six digits, and each comes once', async () => {
    const first = await numbers(0, 20_000)
    expect(new Set(first).size).toBe(first.length)
    expect(first.every((number) => number >= 100_000 && number <= 999_999)).toBe(true)
  })

  test('have one digit more after 900,000', async () => {
    const [last = 0, next = 0] = await numbers(899_999, 900_000)
    expect(last).toBeLessThan(1_000_000)
    expect([next >= 1_100_000, next <= 1_999_999]).toEqual([true, true])
  })

  test('do not reveal how many there are in between', async () => {
    const made = await numbers(0, 200)
    const steps = new Set(made.slice(1).map((number, n) => number - (made[n] ?? 0)))
    expect(steps.size).toBeGreaterThan(150)
  })
})
