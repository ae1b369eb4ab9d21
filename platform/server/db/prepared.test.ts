import { afterAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openInMemory } from './open.ts'
import { prepared } from './prepared.ts'

const database = await openInMemory()
const { db } = database
afterAll(() => database.close())

type Tables = { numbers: { n: number; name: string } }
await sql`create table numbers as select n, 'tal ' || n as name from generate_series(1, 20) n`.execute(db)

const between = prepared((db, least: number, most: number) =>
  db
    .withTables<Tables>()
    .selectFrom('numbers')
    .select('name')
    .where('n', '<=', most)
    .where('n', '>=', least)
    .where('name', '!=', 'tal 5')
    .orderBy('n'),
)

it('uses the values of each run, in any order in the text', async () => {
  expect(await between(db, 4, 6)).toEqual([{ name: 'tal 4' }, { name: 'tal 6' }])
  expect(await between(db, 19, 99)).toEqual([{ name: 'tal 19' }, { name: 'tal 20' }])
})

it('refuses a query that reads a value', () => {
  expect(() =>
    prepared((db, least: number) =>
      db
        .withTables<Tables>()
        .selectFrom('numbers')
        .select('name')
        .where('n', '>=', least ? 1 : 2),
    ),
  ).toThrow('not a parameter')
})
