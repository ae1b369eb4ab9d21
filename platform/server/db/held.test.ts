// The database of a job on a PostgreSQL whose commits fail.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobMigrations, takeJob } from '../jobs.ts'
import { heldBy } from './held.ts'
import { openPostgres, type OpenDatabase } from './open.ts'
import { forLongWork } from './postgres.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a commit of a job that', () => {
  let cluster: TestCluster
  let opened: OpenDatabase

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    opened = openPostgres(await cluster.database('linjen'))
    for (const migration of Object.values(jobMigrations)) await migration.up(opened.db)
    await sql`create table boarded (n integer unique deferrable initially deferred)`.execute(opened.db)
    await sql`
      create function lose_connection() returns trigger language plpgsql as
        'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(opened.db)
    await sql`
      create constraint trigger lost after insert on boarded deferrable initially deferred
        for each row when (new.n < 0) execute function lose_connection()`.execute(opened.db)
  }, 120_000)
  afterAll(async () => {
    await opened?.close()
    await cluster?.remove()
  })

  test.each([
    ['is refused', [1, 1]],
    ['loses its connection', [-1]],
  ])('%s gives the connection back', async (_how, numbers) => {
    const run = randomUUID()
    await sql`delete from jobs`.execute(opened.db)
    await takeJob(opened.db, { name: 'work', rhythm: 'hour' }, run)
    const held = heldBy(opened.longWork, { name: 'work', run, lost: new AbortController().signal, limitMs: 60_000 })
    const insert = (each: readonly number[]) =>
      held.transaction().execute(async (tx) => {
        for (const n of each) await sql`insert into boarded values (${n})`.execute(tx)
      })
    for (let failed = 0; failed < forLongWork.connections; failed++) await expect(insert(numbers)).rejects.toThrow()
    expect(opened.pools()).toMatchObject([{}, { pool: 'long work', inUse: 0, waiting: 0 }])
    await insert([2])
    expect((await sql`delete from boarded returning n`.execute(opened.db)).rows).toEqual([{ n: 2 }])
  })
})
