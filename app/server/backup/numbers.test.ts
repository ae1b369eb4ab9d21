// Numbers of cases, which people say and print, are not given out again by an older database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../test-portal.ts'
import { goOnAfter, goOnAhead, numbersGiven, type Numbers } from './numbers.ts'

let [lost, restored]: TestPortal[] = []
beforeAll(async () => {
  ;[lost, restored] = [await testPortal(), await testPortal()]
})
afterAll(async () => {
  await lost?.close()
  await restored?.close()
})

/** Every counter of the database, with the last number that it has given out. */
async function counters({ db }: TestPortal): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, coalesce(last_value, -1)::int as last from pg_sequences
    where schemaname = current_schema() and sequencename like '%\_numbers'
    union all select 'fault_numbers ' || company, last from fault_numbers order by 1`.execute(db)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

test('a company that joined since, and has given out a number already, goes on after it', async () => {
  await sql`insert into companies (id, name) values ('joined', 'Linjebuss Ny AB')`.execute(lost!.db)
  await sql`insert into fault_numbers (company, last) values ('joined', 1001)`.execute(lost!.db)
  const given = await numbersGiven(lost!.db)
  await restored!.db.transaction().execute((tx) => goOnAfter(tx, given))
  expect((await counters(restored!)).get('fault_numbers joined')).toBe(1001)
})

test('every counter goes on after what the other database has given, and after its own', async () => {
  const before = await counters(restored!)
  expect([...before.keys()]).toEqual(
    expect.arrayContaining([
      'incidents_numbers',
      'suggestions_numbers',
      'time_reports_numbers',
      'reported_comments_numbers',
    ]),
  )
  for (const name of before.keys())
    if (name.endsWith('_numbers'))
      for (let more = 0; more < 7; more++) await sql`select nextval(${name})`.execute(lost!.db)
  await sql`update fault_numbers set last = last + 7`.execute(lost!.db)
  const given = await counters(lost!)
  expect([...given.values()]).toEqual([...before.values()].map((last) => last + 7))

  const goOn = (given: Numbers) => restored!.db.transaction().execute((tx) => goOnAfter(tx, given))
  await goOn(await numbersGiven(lost!.db))
  expect(await counters(restored!)).toEqual(given)
  const own = await numbersGiven(restored!.db)
  await goOn(new Map([...own].map(([name, all]) => [name, all.map((each) => ({ ...each, last: 0 }))])))
  expect(await counters(restored!)).toEqual(given)
  expect(await goOnAhead(restored!.db)).toBe(true)
  for (const [name, last] of await counters(restored!)) {
    // A counter that has never given out a number has none to skip.
    const counted = given.get(name) ?? 0
    expect([name, last]).toEqual([name, counted < 0 ? counted : counted + 1000])
  }
})
