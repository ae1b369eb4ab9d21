import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Platform } from '#platform/server/area.ts'
import { heldBy } from '#platform/server/db/held.ts'
import { endJob, extendJob, jobStates, takeJob, type Scheduled } from '#platform/server/jobs.ts'
import { Unavailable } from '#platform/server/unavailable.ts'
import { runJobs, type Job } from './jobs.ts'
import { stop } from './stop.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let platform: Platform
let lines: string[]
beforeAll(async () => {
  portal = await testPortal()
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  platform = { db: portal.db, clock: () => portal.clock.now, log } as unknown as Platform
})
afterAll(() => portal.close())
beforeEach(async () => {
  lines = []
  await sql`delete from jobs`.execute(portal.db)
})

const hourly: Scheduled = { name: 'work', rhythm: 'hour' }
const nightly: Scheduled = { name: 'work', rhythm: 'night' }
// On a busy machine.
const eventually = { timeout: 20_000 }
const one = randomUUID()
const other = randomUUID()

const set = (columns: ReturnType<typeof sql>) =>
  sql`insert into jobs (name) values ('work') on conflict do nothing`
    .execute(portal.db)
    .then(() => sql`update jobs set ${columns} where name = 'work'`.execute(portal.db))
/** Whether another process can take the job now. Frees the job again. */
async function isTaken(job: Scheduled): Promise<boolean> {
  const taken = await takeJob(portal.db, job, other)
  if (taken) await sql`update jobs set held_by = null, held_until = null`.execute(portal.db)
  return taken !== null
}
const idle = { succeeded_at: sql`null`, failed_at: sql`null`, held_until: sql`null` }
const state = (given: Partial<typeof idle>) =>
  set(sql.join(Object.entries({ ...idle, ...given }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)))

test('work that fails is logged, does not prevent other work, and is due again after five minutes', async () => {
  let done = 0
  const works: Job[] = [
    { name: 'fails', rhythm: 'hour', run: () => Promise.reject(new Error('no room')) },
    { name: 'works', rhythm: 'hour', run: async () => void done++ },
  ]
  const stopJobs = runJobs(platform, works)
  await expect
    .poll(() => jobStates(portal.db, works), eventually)
    .toMatchObject([{}, { succeededAt: expect.any(Date) }])
  await stopJobs()
  expect(done).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'job failed', job: 'fails', err: { message: 'no room' } },
  ])
  expect(await jobStates(portal.db, works)).toMatchObject([{ succeededAt: null }, { succeededAt: expect.any(Date) }])
  const again = () => takeJob(portal.db, { name: 'fails', rhythm: 'hour' }, other)
  expect(await again()).toBeNull()
  await sql`update jobs set failed_at = failed_at - interval '5 minutes'`.execute(portal.db)
  expect(await again()).not.toBeNull()
})

test('of several processes one does each job, and none does it again', async () => {
  const done: string[] = []
  const works = ['a', 'b', 'c', 'd', 'e'].map((name): Job => ({
    name,
    rhythm: 'hour',
    run: async () => void done.push(name),
  }))
  const stops = Array.from({ length: 4 }, () => runJobs(platform, works, null, { lookMs: 5 }))
  await expect
    .poll(async () => (await jobStates(portal.db, works)).filter(({ succeededAt }) => succeededAt).length, eventually)
    .toBe(5)
  await Promise.all(stops.map((stopJobs) => stopJobs()))
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a job that does not end keeps no other from being done, and is not begun again', async () => {
  let hung = 0
  let done = 0
  const works: Job[] = [
    { name: 'hangs', rhythm: 'hour', run: () => new Promise<never>(() => void hung++) },
    { name: 'works', rhythm: 'hour', run: async () => void done++ },
  ]
  const stopJobs = runJobs(platform, works, null, { lookMs: 5, stopMs: 50 })
  await expect.poll(() => done, eventually).toBe(1)
  expect(hung).toBe(1)
  await stopJobs()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'stopped without waiting for jobs' }])
})

test('a job that takes too long fails, is due again although its process lives, and writes nothing any more', async () => {
  await sql`create table if not exists written (by_run int)`.execute(portal.db)
  await sql`truncate written`.execute(portal.db)
  const write = (db: Database, by: number) => sql`insert into written values (${by})`.execute(db)
  const goOn = Promise.withResolvers<void>()
  const outcomes: Promise<unknown>[] = []
  let runs = 0
  const job: Job = {
    name: 'hangs',
    rhythm: 'hour',
    run: async ({ db }) => {
      const run = ++runs
      await write(db, run)
      if (run > 1) return
      const late = async (how: () => Promise<unknown>) => {
        await goOn.promise
        await how()
      }
      outcomes.push(
        late(() => write(db, 10)),
        late(() => db.transaction().execute((tx) => write(tx, 11))),
      )
      await Promise.all(outcomes)
    },
  }
  const first = runJobs(platform, [job], null, { lookMs: 5, limits: { minute: 50, hour: 50, night: 50 } })
  await expect.poll(() => lines.length, eventually).toBe(1)
  await first()
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'job failed',
    job: 'hangs',
    err: { message: 'took longer than 0 minutes' },
  })
  await sql`update jobs set failed_at = failed_at - interval '5 minutes'`.execute(portal.db)
  const second = runJobs(platform, [job], null, { lookMs: 5 })
  await expect.poll(() => runs, eventually).toBe(2)
  goOn.resolve()
  expect(await Promise.allSettled(outcomes)).toMatchObject([
    { reason: { name: 'JobLost' } },
    { reason: { name: 'JobLost' } },
  ])
  await expect
    .poll(() => jobStates(portal.db, [job]), eventually)
    .toMatchObject([{ succeededAt: expect.any(Date), runningSince: null }])
  await second()
  expect((await sql<{ by_run: number }>`select by_run from written order by 1`.execute(portal.db)).rows).toEqual([
    { by_run: 1 },
    { by_run: 2 },
  ])
  await sql`drop table written`.execute(portal.db)
})

test('what a process has begun to write is not committed once another has taken the job', async () => {
  await sql`create table if not exists written (by_run int)`.execute(portal.db)
  expect(await takeJob(portal.db, hourly, one)).not.toBeNull()
  const held = heldBy(portal.db, { name: 'work', run: one, lost: new AbortController().signal, limitMs: 60_000 })
  await held.transaction().execute((tx) => sql`insert into written values (1)`.execute(tx))
  const late = held.transaction().execute(async (tx) => {
    await sql`insert into written values (2)`.execute(tx)
    // Another process takes over the job. This happens within the transaction, since the embedded database has only one
    // connection.
    await sql`update jobs set held_by = ${other}`.execute(tx)
  })
  await expect(late).rejects.toThrow('job lost')
  await set(sql`held_by = ${other}`)
  await expect(sql`insert into written values (3)`.execute(held)).rejects.toThrow('job lost')
  expect((await sql`select by_run from written`.execute(portal.db)).rows).toEqual([{ by_run: 1 }])
  await sql`drop table written`.execute(portal.db)
})

test('since when a job is being done is known', async () => {
  expect(await jobStates(portal.db, [hourly])).toMatchObject([{ runningSince: null }])
  await takeJob(portal.db, hourly, one)
  expect(await jobStates(portal.db, [hourly])).toMatchObject([{ runningSince: expect.any(Date) }])
  await set(sql`held_until = clock_timestamp() - interval '1 second'`)
  expect(await jobStates(portal.db, [hourly])).toMatchObject([{ runningSince: null }])
})

test('a process holds a job while it works, and loses it two minutes after it has ended without a word', async () => {
  expect(await takeJob(portal.db, hourly, one)).not.toBeNull()
  expect(await takeJob(portal.db, hourly, other)).toBeNull()
  await set(sql`held_until = clock_timestamp() + interval '1 second'`)
  await extendJob(portal.db, 'work', one)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from held_until - clock_timestamp())::float8 as seconds from jobs`.execute(portal.db)
  expect(rows[0]?.seconds).toBeGreaterThan(110)
  await set(sql`held_until = clock_timestamp() - interval '1 second'`)
  expect(await takeJob(portal.db, hourly, other)).not.toBeNull()
  // The first process was only slow. It must not change the second one's state.
  await endJob(portal.db, 'work', one, true)
  expect(await jobStates(portal.db, [hourly])).toMatchObject([{ succeededAt: null }])
  await endJob(portal.db, 'work', other, true)
  expect((await jobStates(portal.db, [hourly]))[0]?.succeededAt).toBeInstanceOf(Date)
  expect(await takeJob(portal.db, hourly, one)).toBeNull()
})

test('work of every minute is due at the next look', async () => {
  const job: Scheduled = { name: 'work', rhythm: 'minute' }
  await state({ succeeded_at: sql`clock_timestamp() - interval '40 seconds'` })
  expect(await isTaken(job)).toBe(false)
  await state({ succeeded_at: sql`clock_timestamp() - interval '60 seconds'` })
  expect(await isTaken(job)).toBe(true)
})

test('work of every hour is due within the hour', async () => {
  await state({ succeeded_at: sql`clock_timestamp() - interval '58 minutes'` })
  expect(await isTaken(hourly)).toBe(false)
  await state({ succeeded_at: sql`clock_timestamp() - interval '59 minutes'` })
  expect(await isTaken(hourly)).toBe(true)
})

test('work of the night is due once, from three o’clock in Sweden on, also when the portal was down then', async () => {
  const { rows } = await sql<{ three: Date }>`
    select (date_trunc('day', (clock_timestamp() at time zone 'Europe/Stockholm') - interval '3 hours')
      + interval '3 hours') at time zone 'Europe/Stockholm' as three`.execute(portal.db)
  const three = rows[0]!.three
  expect(three.toLocaleTimeString('sv', { timeZone: 'Europe/Stockholm' })).toBe('03:00:00')
  await state({ succeeded_at: sql`${three}` })
  expect(await isTaken(nightly)).toBe(false)
  await state({ succeeded_at: sql`${new Date(three.getTime() - 1)}` })
  expect(await isTaken(nightly)).toBe(true)
  await state({ succeeded_at: sql`${new Date(three.getTime() - 40 * 86_400_000)}` })
  expect(await isTaken(nightly)).toBe(true)
})

test('work that a version brings is done at its first start, that of the night too: docs/upgrading.md says so', async () => {
  for (const job of [hourly, nightly]) {
    await sql`delete from jobs`.execute(portal.db)
    expect([job.rhythm, await isTaken(job)]).toEqual([job.rhythm, true])
  }
  const guide = await readFile('docs/upgrading.md', 'utf8')
  expect(guide).toContain('What a version does for the first time each night it does at its first start too')
  expect(guide).not.toContain('the first night removes')
})

test('a clock that is set back by hours makes nothing late: what was recorded ahead of it does not count', async () => {
  for (const job of [hourly, nightly]) {
    for (const column of ['succeeded_at', 'failed_at', 'held_until'] as const) {
      await state({ [column]: sql`clock_timestamp() + interval '5 hours'` })
      expect([job.rhythm, column, await isTaken(job)]).toEqual([job.rhythm, column, true])
    }
  }
})

test('a job of a process whose clock is ahead goes by the database’s, so that nothing is removed too early', async () => {
  const seen = async (clock: () => Date) => {
    await sql`delete from jobs`.execute(portal.db)
    let at: Date | null = null
    const job: Job = { name: 'work', rhythm: 'night', run: async (own) => void (at = own.clock()) }
    const stopJobs = runJobs({ ...platform, clock }, [job])
    await expect.poll(() => at, eventually).not.toBeNull()
    await stopJobs()
    return at as unknown as Date
  }
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(portal.db)
  const { at } = rows[0]!
  const years = (by: number) => new Date(at.getTime() + by * 366 * 86_400_000)
  const ahead = await seen(() => years(10))
  expect(Math.abs(ahead.getTime() - at.getTime())).toBeLessThan(60_000)
  // A clock that is behind only keeps data longer.
  expect(await seen(() => years(-1))).toEqual(years(-1))
})

test('a database that is away is logged once, and jobs go on when it is back', async () => {
  let done = 0
  await sql`alter table jobs rename to jobs_away`.execute(portal.db)
  const works: Job[] = [{ name: 'works', rhythm: 'hour', run: async () => void done++ }]
  const stopJobs = runJobs(platform, works, null, { lookMs: 5 })
  await expect.poll(() => lines.length, eventually).toBe(1)
  await sql`alter table jobs_away rename to jobs`.execute(portal.db)
  await expect.poll(() => done, eventually).toBe(1)
  await stopJobs()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['jobs cannot be read'])
})

test('work that the database gave up is logged, unless the database is away', async () => {
  const fails = (name: string, before: () => Promise<unknown>): Job => ({
    name,
    rhythm: 'hour',
    run: async () => {
      await before()
      throw new Unavailable('database', new Error('canceling statement due to lock timeout'))
    },
  })
  const works = [
    fails('waits', async () => {}),
    fails('without a database', () => sql`alter table jobs rename to jobs_away`.execute(portal.db)),
  ]
  const stopJobs = runJobs(platform, works)
  await expect.poll(() => lines.length, eventually).toBe(2)
  await stopJobs()
  await sql`alter table jobs_away rename to jobs`.execute(portal.db)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'job failed', job: 'waits', err: { message: 'database: canceling statement due to lock timeout' } },
    { msg: 'jobs cannot be read' },
  ])
})

test('work that does not end delays the stop for a limited time, and the database is still closed', async () => {
  let begun = false
  const hangs = () => {
    begun = true
    return new Promise<never>(() => {})
  }
  const stopJobs = runJobs(platform, [{ name: 'hangs', rhythm: 'hour', run: hangs }], null, { stopMs: 50 })
  await expect.poll(() => begun, eventually).toBe(true)
  const beside = await testPortal()
  const ended: string[] = []
  await stop({
    app: beside.app,
    doorstep: beside.doorstep,
    drainMs: 0,
    hurry: new AbortController().signal,
    keep: [],
    rest: [stopJobs, async () => void ended.push('database')],
  })
  expect(ended).toEqual(['database'])
  await beside.close()
})
