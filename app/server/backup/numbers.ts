import type { Database, GivenNumber } from '#platform/server/area.ts'
import { doors } from '../areas.ts'

/** The last numbers that have been given out, by the area's name. */
export type Numbers = ReadonlyMap<string, readonly GivenNumber[]>

/** More than are given out between two backups. */
export const AHEAD = 1000

export async function numbersGiven(db: Database): Promise<Numbers> {
  const found = new Map<string, readonly GivenNumber[]>()
  for (const { name, numbers } of doors) if (numbers) found.set(name, await numbers.given(db))
  return found
}

/** Numbers that go on after those of another state of the database: others may know them. */
export async function goOnAfter(db: Database, given: Numbers): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name, numbers } of doors) await numbers?.goOnAfter(tx, given.get(name) ?? [])
  })
}

/** The same where that state is lost. Returns whether any numbers had been given out. */
export async function goOnAhead(db: Database): Promise<boolean> {
  const ahead = [...(await numbersGiven(db))].map(
    ([name, given]) => [name, given.map(({ company, last }) => ({ company, last: last + AHEAD }))] as const,
  )
  await goOnAfter(db, new Map(ahead))
  return ahead.some(([, given]) => given.length > 0)
}
