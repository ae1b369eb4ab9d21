import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import * as vehicles from '#platform/contract/vehicles.ts'
import { keptAnswers } from './kept-answers.ts'

const areas = join(import.meta.dirname, '../../areas')

async function everyCall(): Promise<Pick<Call<unknown>, 'path' | 'kept' | 'fits'>[]> {
  const lists = await Promise.all(
    readdirSync(areas, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('calls.ts'))
      .map((file) => import(join(areas, file)) as Promise<object>),
  )
  return [...lists, vehicles]
    .flatMap((list) => Object.values(list))
    .filter((each) => Object(each) === each && 'path' in each)
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
