import { sql } from 'kysely'
import { ensureCompanies } from '#core/people/server/store.ts'
import type { Database, GivenNumber } from '#platform/server/area.ts'
import { doors } from '../areas.ts'

/** The last numbers that have been given out, by the area's name. */
export type Numbers = ReadonlyMap<string, readonly GivenNumber[]>

/** More numbers than are given out between two backups. */
export const AHEAD = 1000

export async function numbersGiven(db: Database): Promise<Numbers> {
  const found = new Map<string, readonly GivenNumber[]>()
  for (const { name, numbers } of doors) if (numbers) found.set(name, await numbers.given(db))
  return found
}

/**
 * Lets the counters go on after the numbers of another state of the database, because people may know those. Skips a counter that a newer
 * version has added, if the tables are from before that version.
 */
export async function goOnAfter(tx: Database, given: Numbers): Promise<void> {
  for (const { name, numbers } of doors) {
    if (!numbers || !(await isThere(tx, numbers.counter))) continue
    const last = given.get(name) ?? []
    // A counter of a company refers to it, and the other state may have companies that joined after this one.
    await ensureCompanies(
      tx,
      last.flatMap(({ company }) => company ?? []),
    )
    await numbers.goOnAfter(tx, last)
  }
}

/** Whether the database has a table or a sequence. */
export async function isThere(tx: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(tx)
  return rows.length > 0
}

/** Lets the counters skip AHEAD numbers, because the other state is lost. Returns whether any numbers had been given out. */
export async function goOnAhead(db: Database): Promise<boolean> {
  const ahead = [...(await numbersGiven(db))].map(
    ([name, given]) => [name, given.map(({ company, last }) => ({ company, last: last + AHEAD }))] as const,
  )
  await db.transaction().execute((tx) => goOnAfter(tx, new Map(ahead)))
  return ahead.some(([, given]) => given.length > 0)
}
