// Jobs on a PostgreSQL in which another session has locked rows and tables.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Platform } from '#platform/server/area.ts'
import { openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { jobMigrations } from '#platform/server/jobs.ts'
import { runJobs, type Job, type StopJobs } from './jobs.ts'

const binaries = postgresBinaries()
// On a busy machine.
const eventually = { timeout: 20_000 }

describe.skipIf(binaries === null)('what somebody has locked', () => {
  let cluster: TestCluster
  let opened: OpenDatabase
  let somebody: OpenDatabase
  let unlock = () => {}
  let stopJobs: StopJobs

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    const address = await cluster.database('linjen')
    opened = openPostgres(address)
    somebody = openPostgres(address)
    for (const migration of Object.values(jobMigrations)) await migration.up(opened.db)
    await sql`create table boarded (n integer)`.execute(opened.db)
    await sql`insert into jobs (name) values ('first')`.execute(opened.db)
  }, 120_000)
  afterEach(async () => {
    unlock()
    await stopJobs()
  })
  afterAll(async () => {
    await opened?.close()
    await somebody?.close()
    await cluster?.remove()
  })

  const lock = (how: ReturnType<typeof sql>) =>
    new Promise<void>((locked) => {
      void somebody.longWork.transaction().execute(async (tx) => {
        await how.execute(tx)
        locked()
        await new Promise<void>((released) => (unlock = released))
      })
    })
  const run = (jobs: readonly Job[], more: Parameters<typeof runJobs>[3] = {}) => {
    const platform = { db: opened.longWork, clock: () => new Date(), log: pino({ enabled: false }) }
    stopJobs = runJobs(platform as unknown as Platform, jobs, null, { lookMs: 50, leases: opened.db, ...more })
  }
  const job = (name: string, work: (db: Database) => Promise<unknown>): Job => ({
    name,
    rhythm: 'hour',
    run: async ({ db }) => void (await work(db)),
  })

  test('is a job’s row: the other jobs are done', async () => {
    // Like a process that has stopped between its last check of the row and its commit.
    await lock(sql`select from jobs where name = 'first' for share`)
    const done: string[] = []
    run(['first', 'second'].map((name) => job(name, async () => done.push(name))))
    await expect.poll(() => done, { timeout: 4000 }).toEqual(['second'])
    unlock()
    await expect.poll(() => done, eventually).toEqual(['second', 'first'])
  })

  test('is a table: jobs that wait for it with every connection of long work are still held, and others are done', async () => {
    await lock(sql`lock table boarded`)
    let done = 0
    const waiting = ['a', 'b', 'c'].map((name) => job(name, (db) => sql`insert into boarded values (1)`.execute(db)))
    run([...waiting, job('d', async () => done++)])
    await expect.poll(() => done, { timeout: 4000 }).toBe(1)
  })

  test('is a table: a job that waits for it longer than it may gives its connection back', async () => {
    await lock(sql`lock table boarded`)
    let ended = 0
    const ways: ((db: Database) => Promise<unknown>)[] = [
      (db) => sql`insert into boarded values (1)`.execute(db),
      (db) => sql`select n from boarded`.execute(db),
      (db) =>
        db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx)
          await sql`insert into boarded values (1)`.execute(tx)
        }),
    ]
    run(
      ways.map((way, at) => job(`waits ${at}`, (db) => way(db).finally(() => ended++))),
      { limits: { minute: 1000, hour: 1000, night: 1000 } },
    )
    await expect.poll(() => ended, eventually).toBe(ways.length)
    expect(opened.pools()).toMatchObject([{}, { pool: 'long work', inUse: 0 }])
  })
})
