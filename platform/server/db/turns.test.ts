import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const ten = () => {
  const clock = { now: 0 }
  return { clock, turns: new Turns(10, 4, () => clock.now) }
}
/** The connections that an area gets, and null for each that it does not get in time. */
const storm = (turns: Turns, area: string) =>
  Array.from({ length: 20 }, async () => Promise.resolve(turns.take(area, 20)).catch(() => null))
const taken = async (takes: readonly unknown[]) =>
  (await Promise.all(takes)).filter((giveBack) => giveBack !== null).length

test('one area may take more than half, and never all', async () => {
  const { turns } = ten()
  expect(await taken(storm(turns, 'a'))).toBe(6)
})

test('three areas that want all connections leave one to the others', async () => {
  const { turns } = ten()
  const storms = ['a', 'b', 'c'].map((area) => storm(turns, area))
  expect(await Promise.all(storms.map(taken))).toEqual([6, 2, 1])
  for (const area of ['d', 'e', 'd']) (await turns.take(area, 20))()
})

test('an area that has been slow gets none of the last connections for a while', async () => {
  const { clock, turns } = ten()
  await taken(storm(turns, 'a'))
  const slow = await turns.take('b', 20)
  await taken([turns.take('c', 20), turns.take('d', 20)])
  clock.now = 1500
  slow()
  await expect(Promise.resolve(turns.take('b', 20))).rejects.toThrow('no connection is free')
  await turns.take('e', 20)
  clock.now = 12_000
  await turns.take('b', 20)
})

test('a returned connection goes to one that waits, once', async () => {
  const turns = new Turns(2, 0)
  const [first] = await Promise.all([turns.take('a', 20), turns.take('a', 20)])
  const waits = [turns.take('b', 50), turns.take('c', 50)].map(async (turn) => turn)
  first?.()
  first?.()
  const [b, c] = await Promise.allSettled(waits)
  expect([b?.status, c?.status]).toEqual(['fulfilled', 'rejected'])
})

test('who waits less long than others is refused in its own time', async () => {
  const turns = new Turns(1, 0)
  const giveBack = await turns.take('a', 20)
  const patient = Promise.resolve(turns.take('b', 60_000))
  await expect(Promise.resolve(turns.take('c', 20))).rejects.toThrow('no connection is free')
  expect(turns.waiting).toBe(1)
  giveBack()
  expect(await patient).toBeTypeOf('function')
})
