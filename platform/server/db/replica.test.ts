import { expect, test } from 'vitest'
import { Progress } from './replica.ts'

test('a replica is as late as the database was when it passed the replica’s position', () => {
  const progress = new Progress()
  for (const [position, at] of [
    [100n, 1000],
    [200n, 3000],
    [200n, 5000],
  ] as const)
    progress.passes(position, at)
  expect([50n, 100n, 199n, 200n].map((position) => progress.behind(position, 6000))).toEqual([
    Infinity,
    5000,
    5000,
    1000,
  ])
  expect([199n, 200n].map((position) => progress.isAhead(position))).toEqual([false, false])
})

test('a replica of before is ahead of a database that has gone back to an earlier point, which remembers later ones', () => {
  const progress = new Progress()
  progress.passes(900n, 1000)
  progress.passes(300n, 3000)
  expect(progress.isAhead(800n)).toBe(true)
  progress.passes(800n, 5000)
  expect(progress.isAhead(800n)).toBe(false)
})
