import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { keptAnswers } from './kept-answers.ts'

const root = join(import.meta.dirname, '../..')

async function everyCall(): Promise<Pick<Call<unknown>, 'path' | 'kept' | 'fits'>[]> {
  const lists = await Promise.all(
    globSync('{areas,core}/**/calls.ts', { cwd: root }).map((file) => import(join(root, file)) as Promise<object>),
  )
  return lists.flatMap((list) => Object.values(list)).filter((each) => Object(each) === each && 'path' in each)
}

it('every answer that a phone keeps is validated before it is shown again', async () => {
  const calls = (await everyCall()).filter(({ kept }) => kept)
  expect(calls.length).toBeGreaterThan(15)
  const bySchema = keptAnswers.map(([{ path }]) => path)
  expect(
    calls
      .filter(({ fits }) => !fits)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(bySchema.toSorted())
  for (const { fits } of calls) expect(fits?.({})).toBeFalsy()
  for (const [{ path }, schema] of keptAnswers) expect([path, schema.safeParse([null]).success]).toEqual([path, false])
})
