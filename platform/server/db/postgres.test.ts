import { setTimeout as rest } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Unavailable } from '../unavailable.ts'
import { openPostgres, type OpenDatabase } from './open.ts'
import { forRequests } from './postgres.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'
import { currentArea } from './turns.ts'

const binaries = postgresBinaries()

/** Shorter than those of a request; app/server/database-away.proof.test.ts proves the portal's own limits. */
const limits = { ...forRequests, connect: 1000, statement: 1000, silence: 1500, idle: 1000 }

describe.skipIf(binaries === null)('a PostgreSQL that fails', () => {
  let cluster: TestCluster
  let address: string
  let opened: OpenDatabase

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    address = await cluster.database('linjen')
    opened = openPostgres(address, limits)
    for (const table of ['boarded', 'alighted'])
      await sql`create table ${sql.table(table)} (n integer not null)`.execute(opened.db)
  })
  afterEach(async () => {
    cluster.thaw()
    await expect.poll(() => errorOf(sql`delete from boarded`.execute(opened.db))).toBeNull()
  })
  afterAll(async () => {
    cluster?.thaw()
    await opened?.close()
    await cluster?.remove()
  })

  /** Null while it cannot be reached. */
  const rowsNow = () =>
    count(opened.db).then(
      ({ rows }) => rows,
      () => null,
    )
  const rowsOfLongWork = async () => (await count(opened.longWork)).rows
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
  const count = (db: Kysely<object>) => sql<{ n: number }>`select count(*) as n from boarded`.execute(db)

  test('that is killed is unavailable, and available again when it is back', async () => {
    await cluster.kill()
    expect(await errorOf(count(opened.db))).toBeInstanceOf(Unavailable)
    await cluster.start()
    await expect.poll(rowsNow).toEqual([{ n: 0 }])
  })

  test('that does not answer keeps nobody waiting for long, whether for a statement or for a connection', async () => {
    await count(opened.db)
    cluster.freeze()
    const ended = await Promise.all(Array.from({ length: 30 }, () => errorOf(count(opened.db))))
    for (const error of ended) expect(error).toBeInstanceOf(Unavailable)
    cluster.thaw()
    await expect.poll(rowsNow).toEqual([{ n: 0 }])
  })

  test('that stops answering after long use gets the whole of its time', async () => {
    // For longer than that time, so that the timer of the first query has run out meanwhile.
    const until = performance.now() + 1.3 * limits.silence
    while (performance.now() < until) await count(opened.db)
    cluster.freeze()
    const began = performance.now()
    expect(await errorOf(count(opened.db))).toBeInstanceOf(Unavailable)
    expect(performance.now() - began).toBeGreaterThan(limits.silence - 50)
  })

  test('that stops answering within a transaction leaves nothing of it', async () => {
    const error = await errorOf(
      opened.db.transaction().execute(async (tx) => {
        await sql`insert into boarded values (1)`.execute(tx)
        cluster.freeze()
        await sql`insert into boarded values (2)`.execute(tx)
      }),
    )
    expect(error).toBeInstanceOf(Unavailable)
    cluster.thaw()
    await expect.poll(rowsNow).toEqual([{ n: 0 }])
    // Nor does the abandoned statement go on in a connection that is reused.
    await sql`insert into boarded values (3)`.execute(opened.db)
    expect((await count(opened.db)).rows).toEqual([{ n: 1 }])
  })

  test('three areas whose tables are locked leave connections to the others', async () => {
    let unlock = () => {}
    const locked = new Promise<void>((resolve) => {
      void opened.longWork.transaction().execute(async (tx) => {
        await sql`lock table boarded`.execute(tx)
        resolve()
        await new Promise<void>((released) => (unlock = released))
      })
    })
    await locked
    const areas = ['boarding', 'tickets', 'luggage']
    const ask = () => areas.map((area) => currentArea.run(area, () => errorOf(count(opened.db))))
    const stuck = Array.from({ length: 40 }, ask).flat()
    for (let n = 0; n < 20; n++) {
      const alighted = sql<{ n: number }>`select count(*) as n from alighted`
      expect((await currentArea.run('alighting', () => alighted.execute(opened.db))).rows).toEqual([{ n: 0 }])
    }
    for (const error of await Promise.all(stuck)) expect(error).toBeInstanceOf(Unavailable)
    unlock()
    await expect.poll(() => errorOf(count(opened.db))).toBeNull()
  })

  test('a refused connection does not keep anybody from those that are open', async () => {
    await sql`create role conductor login connection limit 2`.execute(opened.db)
    await sql`grant all on boarded to conductor`.execute(opened.db)
    // Long limits, because none of the counts may be refused here: on a busy machine thirty counts over one connection take a while.
    const patient = { ...limits, connect: 20_000, statement: 20_000, silence: 30_000 }
    const own = openPostgres(address.replace('postgres@', 'conductor@'), patient)
    const held = own.db.connection().execute(() => rest(200))
    await count(own.db)
    const answers = await Promise.all(Array.from({ length: 30 }, () => errorOf(count(own.db))))
    expect(answers.filter((error) => error !== null)).toEqual([])
    await held
    await own.close()
  })

  test('long work waits longer than a request would', async () => {
    const sleep = sql`select pg_sleep(1.3)`
    expect(await errorOf(sleep.execute(opened.longWork))).toBeNull()
    expect(await errorOf(sleep.execute(opened.db))).toBeInstanceOf(Unavailable)
  })

  test('long work has its own limits on a connection on which others were set', async () => {
    // PgBouncer with transaction pooling: session settings stay with the server's connection, whichever client gets it next.
    await Promise.all([1, 2, 3].map(() => sql`set statement_timeout = 300`.execute(opened.longWork)))
    const work = opened.longWork.transaction().execute((tx) => sql`select pg_sleep(0.6)`.execute(tx))
    expect(await errorOf(work)).toBeNull()
  })

  test('an idle transaction releases its locks', async () => {
    const stopped = opened.db.transaction().execute(async (tx) => {
      await sql`insert into boarded values (1)`.execute(tx)
      await sql`lock table boarded`.execute(tx)
      await expect.poll(rowsOfLongWork, { timeout: 20_000 }).toEqual([{ n: 0 }])
      await sql`insert into boarded values (2)`.execute(tx)
    })
    expect(await errorOf(stopped)).toBeInstanceOf(Unavailable)
    expect(await rowsNow()).toEqual([{ n: 0 }])
  })

  test('what the role has set does not reach the portal’s sessions', async () => {
    for (const set of [
      `datestyle = 'SQL, DMY'`,
      `default_transaction_isolation = 'serializable'`,
      `jit = 'on'`,
      `lock_timeout = '10ms'`,
    ])
      await sql.raw(`alter role postgres set ${set}`).execute(opened.db)
    const own = openPostgres(address, limits)
    for (const db of [own.db, own.longWork]) {
      const settings = sql<object>`select current_setting('transaction_isolation') as isolation, current_setting('jit') as jit, current_setting('lock_timeout') as lock,
        date '2026-11-27' as day, timestamp '2026-11-27 05:04' as at`
      expect((await settings.execute(db)).rows).toEqual([
        { isolation: 'read committed', jit: 'off', lock: '0', day: '2026-11-27', at: '2026-11-27T05:04:00' },
      ])
    }
    await own.close()
    await sql`alter role postgres reset all`.execute(opened.db)
  })

  test('a transaction that another one was let past is unavailable', async () => {
    const asBoth = async (db: Kysely<object>) => {
      await count(db)
      await sql`insert into boarded values (1)`.execute(db)
    }
    const serializable = () => opened.db.transaction().setIsolationLevel('serializable')
    const error = await errorOf(
      serializable().execute(async (tx) => {
        await asBoth(tx)
        await serializable().execute(asBoth)
      }),
    )
    expect(error).toMatchObject({ constructor: Unavailable, cause: { code: '40001' } })
  })

  test('a transaction that the server has ended for its age is unavailable', async () => {
    // As PostgreSQL 17 does (transaction_timeout), which is newer than the one here may be.
    const ended = sql`do $$ begin raise exception 'terminating connection' using errcode = '25P04'; end $$`
    expect(await errorOf(ended.execute(opened.db))).toBeInstanceOf(Unavailable)
  })

  test('an error in the statement itself is passed on unchanged', async () => {
    const error = await errorOf(sql`insert into boarded values (null)`.execute(opened.db))
    expect(error).not.toBeInstanceOf(Unavailable)
    expect(error).toMatchObject({ code: '23502' })
  })
})
