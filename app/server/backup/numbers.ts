import { sql } from 'kysely'
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

/**
 * Numbers that go on after those of another state of the database: others may know them. A counter that a newer version has added is passed
 * over where the tables are from before it.
 */
export async function goOnAfter(tx: Database, given: Numbers): Promise<void> {
  for (const { name, numbers } of doors)
    if (numbers && (await isThere(tx, numbers.counter))) await numbers.goOnAfter(tx, given.get(name) ?? [])
}

async function isThere(tx: Database, counter: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${counter}) is not null`.execute(tx)
  return rows.length > 0
}

/** The same where that state is lost. Returns whether any numbers had been given out. */
export async function goOnAhead(db: Database): Promise<boolean> {
  const ahead = [...(await numbersGiven(db))].map(
    ([name, given]) => [name, given.map(({ company, last }) => ({ company, last: last + AHEAD }))] as const,
  )
  await db.transaction().execute((tx) => goOnAfter(tx, new Map(ahead)))
  return ahead.some(([, given]) => given.length > 0)
}
