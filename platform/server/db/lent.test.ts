import { deserialize, serialize } from 'node:v8'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../area.ts'
import { borrow, lend } from './lent.ts'
import { openInMemory, type OpenDatabase } from './open.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openInMemory()
  await sql`create table things (id int primary key, at timestamptz, bytes bytea, words jsonb)`.execute(opened.db)
})
afterAll(() => opened.close())

/** Messages are copied, as between two processes. */
const copied = <T>(sent: T) => deserialize(serialize(sent)) as T

function lent(): { db: Database; close: () => Promise<void> } {
  const lender = lend(opened.db, 60_000, () => {})
  const { db, take } = borrow((question) => void lender.answer(copied(question)).then((said) => take(copied(said))))
  return { db, close: () => lender.close() }
}

const numbers = async () => {
  const { rows } = await sql<{
    all: number[]
  }>`select coalesce(array_agg(id order by id), '{}') as all from things`.execute(opened.db)
  return rows[0]?.all
}

test('values come and go as they are, and counts', async () => {
  const { db } = lent()
  const [at, bytes] = [new Date('2026-11-22T12:00:00Z'), Buffer.from([0, 255, 1])]
  const written = await sql`
    insert into things values (1, ${at}, ${bytes}, ${JSON.stringify({ a: [1] })}), (2, null, null, null)`.execute(db)
  expect(written.numAffectedRows).toBe(2n)
  const { rows } = await sql<{ at: Date; bytes: Buffer; words: object }>`
    select things.*, ${[1, 2]}::int[] as list from things order by id`.execute(db)
  expect(rows).toEqual([
    { id: 1, at, bytes, words: { a: [1] }, list: [1, 2] },
    { id: 2, at: null, bytes: null, words: null, list: [1, 2] },
  ])
  await sql`delete from things`.execute(db)
})

test('an error keeps its message and its code, and none of the values', async () => {
  const { db } = lent()
  const twice = sql`insert into things (id, words) values (1, ${'"hemligt"'}), (1, null)`.execute(db)
  const failed: unknown = await twice.catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).toMatchObject({ code: '23505', message: expect.stringContaining('things_pkey') })
  expect(JSON.stringify({ ...(failed as object) })).not.toContain('hemligt')
})

test('a transaction is whole or not at all, also one whose process ends', async () => {
  const { db, close } = lent()
  await db.transaction().execute((tx) => sql`insert into things (id) values (1)`.execute(tx))
  const failing = db.transaction().execute(async (tx) => {
    await sql`insert into things (id) values (2)`.execute(tx)
    await sql`insert into things (id) values (1)`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([1])
  const begun = await db.startTransaction().execute()
  await sql`insert into things (id) values (3)`.execute(begun)
  const meanwhile = numbers()
  await close()
  expect(await meanwhile).toEqual([1])
  await sql`delete from things`.execute(opened.db)
})

test('a process that stalls within a transaction is told, and one that is idle is not', async () => {
  const stalled = Promise.withResolvers<void>()
  let told = 0
  const lender = lend(opened.db, 20, () => (told++, stalled.resolve()))
  await lender.answer({ id: 1, asked: 'begin' })
  await lender.answer({ id: 2, asked: { sql: 'insert into things (id) values (4)', parameters: [] } })
  const meanwhile = numbers()
  await stalled.promise
  await lender.close()
  expect([await meanwhile, told]).toEqual([[], 1])
  const idle = lend(opened.db, 0, () => told++)
  await idle.answer({ id: 1, asked: 'begin' })
  await idle.answer({ id: 2, asked: 'commit' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toBe(1)
})

test('whoever makes three statements in turn waits for one of the other process at most', async () => {
  const { db } = lent()
  const order: string[] = []
  const importing = (async () => {
    for (let n = 0; n < 12; n++) {
      await sql`select 1`.execute(db)
      order.push('import')
    }
  })()
  await sql`select 1`.execute(opened.db)
  for (const nth of ['first', 'second', 'third']) {
    await sql`select 1`.execute(opened.db)
    order.push(nth)
  }
  await importing
  const between = order.slice(order.indexOf('first'), order.indexOf('third')).filter((what) => what === 'import')
  expect([order.length, between.length <= 1]).toEqual([15, true])
})
