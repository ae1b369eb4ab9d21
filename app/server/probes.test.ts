import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postgresProbe } from '#platform/server/db/probe.ts'
import { postgresBinaries, testCluster } from '#platform/server/db/test-cluster.ts'
import { required } from './jobs.ts'
import { checkedSeldom, databaseMeasure, filesMeasure, probeRoutes, readiness } from './probes.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-probes-'))
  portal = await testPortal({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true })
})

const ask = async (url: string) => {
  const answer = await portal.app.inject({ url })
  expect(answer.headers['cache-control']).toBe('no-store')
  return [answer.statusCode, answer.json()]
}
const jobs = Object.fromEntries(required.jobs.map((name) => [name, null]))
const ok = { status: 'ok', database: 'ok', migrations: 'ok', files: 'ok', jobs, running: {} }

test('all is well', async () => {
  expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
  expect(await ask('/readyz')).toEqual([200, ok])
  expect(await ask('/healthz')).toEqual([200, ok])
})

test('probes that succeed are not in the log, and those that fail are', async () => {
  const lines = async (url: string) => {
    const before = portal.logged.length
    await portal.app.inject({ url })
    // The line is written after the answer.
    await portal.app.inject({ url: '/api/openapi.json' })
    const routes = portal.logged.slice(before).map((line) => JSON.parse(line) as { route: string; status: number })
    return routes.filter(({ route }) => route !== '/api/openapi.json').map(({ route, status }) => [route, status])
  }
  for (const url of ['/livez', '/readyz', '/healthz']) expect(await lines(url)).toEqual([])
  portal.doorstep.state = 'leaving'
  expect(await lines('/readyz')).toEqual([['/readyz', 503]])
  portal.doorstep.state = 'open'
})

test('when each job last succeeded is told, but a late one is no reason not to be ready', async () => {
  await sql`insert into jobs (name, succeeded_at) values ('survey', '2026-11-21 09:00:00.5+01'), ('gone', now())`.execute(
    portal.db,
  )
  expect(await ask('/readyz')).toEqual([200, { ...ok, jobs: { ...jobs, survey: '2026-11-21T08:00:00Z' } }])
  await sql`delete from jobs`.execute(portal.db)
})

test('since when a job is being done is told: one that hangs is seen', async () => {
  await sql`
    insert into jobs (name, held_since, held_until)
    values ('survey', '2026-11-21 09:00:00+01', now() + interval '1 minute'), ('news', now(), now() - interval '1 second')`.execute(
    portal.db,
  )
  expect(await ask('/readyz')).toEqual([200, { ...ok, running: { survey: '2026-11-21T08:00:00Z' } }])
  await sql`delete from jobs`.execute(portal.db)
})

test('files that cannot be written are reported, and the process is ready for everything else', async () => {
  await rm(join(dataDir, 'blobs'), { recursive: true })
  await writeFile(join(dataDir, 'blobs'), 'in the way')
  expect(await ask('/readyz')).toEqual([200, { ...ok, status: 'degraded', files: 'not writable' }])
  expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
  await rm(join(dataDir, 'blobs'))
  expect(await ask('/readyz')).toEqual([200, ok])
})

test('the store of files is written to by one probe of thirty seconds, and after a failure by one of five', async () => {
  let now = 0
  let answers: (() => Promise<void>)[] = []
  const check = vi.fn<(limitMs?: number) => Promise<void>>(() => answers.shift()?.() ?? Promise.resolve())
  const files = checkedSeldom({ check }, { now: () => now })
  const ask = (probes = 1) => Promise.allSettled(Array.from({ length: probes }, () => files.check(1500)))
  const checks = async (at: number, ...given: typeof answers) => {
    now = at
    answers = given
    const told = await ask(20)
    expect(new Set(told.map(({ status }) => status)).size).toBe(1)
    return [told[0]?.status, check.mock.calls.length]
  }
  const failing = () => Promise.reject(new Error('away'))
  expect(await checks(0)).toEqual(['fulfilled', 1])
  expect(await checks(29_999, failing)).toEqual(['fulfilled', 1])
  expect(await checks(30_000, failing)).toEqual(['rejected', 2])
  expect(await checks(34_999)).toEqual(['rejected', 2])
  expect(await checks(35_000)).toEqual(['fulfilled', 3])
  // The result of a slow check is kept from its end on, and callers that come in between wait for it.
  const slow = Promise.withResolvers<void>()
  now = 70_000
  answers = [() => slow.promise]
  const first = ask(2)
  now = 71_000
  const second = ask(2)
  slow.resolve()
  for (const told of [await first, await second])
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await checks(100_999, failing)).toEqual(['fulfilled', 4])
  expect(await checks(101_000, failing)).toEqual(['rejected', 5])
})

test('a store that is slow, as it may be for photos, is not called one that takes none; one that hangs is', async () => {
  let now = 0
  let slow = Promise.withResolvers<void>()
  const files = checkedSeldom({ check: () => slow.promise }, { now: () => now, patienceMs: 5 })
  const writable = async () => (await filesMeasure(files).read())[0]?.value
  expect(await writable()).toBe(1)
  slow.resolve()
  await slow.promise
  now = 30_000
  slow = Promise.withResolvers<void>()
  expect(await writable()).toBe(1)
  slow.reject(new Error('no answer within 7000 ms'))
  await slow.promise.catch(() => undefined)
  expect(await writable()).toBe(0)
  // So it is until a check succeeds.
  now = 35_000
  slow = Promise.withResolvers<void>()
  expect(await writable()).toBe(0)
  slow.resolve()
  await slow.promise
  expect(await writable()).toBe(1)
})

test('what somebody has to look at is told, and what cannot be read in time hinders nothing', async () => {
  const state = { migrations: required.migrations, readOnly: false }
  const database = {
    ask: async () => state,
    askJobs: async () => ({ jobs: {}, running: {} }),
    refusal: (): string | null => null,
    close: async () => {},
  }
  const told = (troubles: () => Promise<readonly string[]>, asked = database) =>
    readiness(asked, required, { check: async () => {} }, troubles)()
  expect(await told(async () => ['norr: 3 webhooks given up'])).toMatchObject({
    parts: { database: 'ok' },
    troubles: ['norr: 3 webhooks given up'],
  })
  for (const troubles of [async () => [], () => Promise.reject(new Error('away')), () => new Promise<never>(() => {})])
    expect(await told(troubles)).toEqual({
      parts: { database: 'ok', migrations: 'ok', files: 'ok' },
      jobs,
      running: {},
    })
  const changed = { ...database, refusal: () => '28P01' }
  expect(await told(async () => ['norr: 3 webhooks given up'], changed)).toMatchObject({
    parts: { database: 'ok' },
    troubles: ['database: no new connection (28P01)', 'norr: 3 webhooks given up'],
  })
  expect(await told(() => Promise.reject(new Error('away')), changed)).toMatchObject({
    troubles: ['database: no new connection (28P01)'],
  })
  for (const [probe, value] of [
    [changed, 1],
    [database, 0],
  ] as const)
    expect(await databaseMeasure(probe).read()).toEqual([{ value }])
})

const binaries = postgresBinaries()

/** A server with the tables that the probe reads, and a connection that can lock them. */
async function watched() {
  const cluster = await testCluster(binaries as string)
  const address = await cluster.database('linjen')
  const operator = new pg.Client({ connectionString: address })
  await operator.connect()
  await operator.query(`
    create table kysely_migration (name text);
    create table jobs (name text, succeeded_at timestamptz, held_until timestamptz, held_since timestamptz)`)
  return { cluster, address, operator }
}

test.skipIf(binaries === null)(
  'a table of jobs that is locked hides the jobs, and the database is ready',
  async () => {
    const { cluster, address, operator } = await watched()
    await operator.query(`
      insert into kysely_migration values ('first');
      insert into jobs values ('survey', '2026-11-03 04:05:06Z', 'infinity', '2026-11-03 05:00:00Z')`)
    const probe = postgresProbe(address)
    const ready = readiness(probe, { migrations: ['first'], jobs: ['survey'] }, { check: async () => {} })
    const parts = { database: 'ok', migrations: 'ok', files: 'ok' }
    const whole = { parts, jobs: { survey: '2026-11-03T04:05:06Z' }, running: { survey: '2026-11-03T05:00:00Z' } }
    expect(await ready()).toEqual(whole)
    const connections = async () =>
      (await operator.query(`select pid from pg_stat_activity where backend_type = 'client backend'`)).rows
    const before = await connections()
    await operator.query('begin; lock table jobs in access exclusive mode')
    for (let times = 0; times < 4; times++) {
      const began = performance.now()
      const [first, second] = await Promise.all([ready(), setTimeout(100).then(ready)])
      expect([first, second]).toEqual([1, 2].map(() => ({ parts, jobs: {}, running: {} })))
      expect(performance.now() - began).toBeLessThan(1500)
    }
    await operator.query('rollback')
    expect(await ready()).toEqual(whole)
    expect(await connections()).toEqual(before)
    await probe.close()
    await operator.end()
    await cluster.remove()
  },
  60_000,
)

test.skipIf(binaries === null)(
  'a table of migrations that is locked is told, and the process is ready: no request needs it',
  async () => {
    const { cluster, address, operator } = await watched()
    await operator.query(`insert into jobs values ('survey', '2026-11-03 04:05:06Z', '-infinity', null)`)
    const probe = postgresProbe(address)
    const app = fastify()
    const built = { migrations: ['first'], jobs: ['survey'] }
    probeRoutes(app, { state: 'open' }, readiness(probe, built, { check: async () => {} }))
    const told = async () => {
      const began = performance.now()
      const { statusCode, body } = await app.inject({ url: '/readyz' })
      expect(performance.now() - began).toBeLessThan(1500)
      return [statusCode, JSON.parse(body)]
    }
    const whole = {
      status: 'ok',
      database: 'ok',
      migrations: 'ok',
      files: 'ok',
      jobs: { survey: '2026-11-03T04:05:06Z' },
      running: {},
    }
    expect(await told()).toEqual([503, { ...whole, status: 'not ready', migrations: 'missing' }])
    await operator.query("insert into kysely_migration values ('first')")
    expect(await told()).toEqual([200, whole])
    await operator.query('begin; lock table kysely_migration in access exclusive mode')
    for (let times = 0; times < 3; times++) expect(await told()).toEqual([200, { ...whole, migrations: 'unknown' }])
    await operator.query('lock table jobs in access exclusive mode')
    expect(await told()).toEqual([200, { ...whole, migrations: 'unknown', jobs: {} }])
    await operator.query('rollback')
    expect(await told()).toEqual([200, whole])
    // A database without this table is another database.
    await operator.query('drop table kysely_migration')
    expect((await told())[0]).toBe(503)
    await app.close()
    await probe.close()
    await operator.end()
    await cluster.remove()
  },
  60_000,
)

test.skipIf(binaries === null)(
  'a database that lets nobody in any more is told, and the process is ready as long as it is answered',
  async () => {
    const { cluster, address, operator } = await watched()
    await operator.query('create role conductor login in role pg_read_all_data')
    const probe = postgresProbe(address.replace('postgres@', 'conductor@'), { renewMs: 0, slowMs: 20 })
    const app = fastify()
    probeRoutes(app, { state: 'open' }, readiness(probe, { migrations: [], jobs: [] }, { check: async () => {} }))
    const told = async () => {
      const { statusCode, body } = await app.inject({ url: '/readyz' })
      const { status, database, troubles } = JSON.parse(body)
      return [statusCode, status, database, troubles]
    }
    expect(await told()).toEqual([200, 'ok', 'ok', undefined])
    await operator.query('alter role conductor nologin')
    const refused = ['database: no new connection (28000)']
    expect(await told()).toEqual([200, 'ok', 'ok', refused])
    // One stall, in which requests wait for their answer.
    cluster.freeze()
    expect(await told()).toEqual([200, 'ok', 'ok', refused])
    cluster.thaw()
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'conductor'`)
    await expect.poll(told).toEqual([503, 'not ready', 'unreachable', refused])
    await operator.query('alter role conductor login')
    expect(await told()).toEqual([200, 'ok', 'ok', undefined])
    await app.close()
    await probe.close()
    await operator.end()
    await cluster.remove()
  },
  60_000,
)

test('a database that lacks a migration of this build is reported', async () => {
  const name = '2026-11-20-people-idempotency'
  const { rows } = await sql<{ timestamp: string }>`
    delete from kysely_migration where name = ${name} returning timestamp`.execute(portal.db)
  expect(await ask('/readyz')).toEqual([503, { ...ok, status: 'not ready', migrations: 'missing' }])
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${rows[0]?.timestamp})`.execute(portal.db)
  expect(await ask('/readyz')).toEqual([200, ok])
})

test('a portal that is about to stop is not ready, but answers as long as it is open', async () => {
  portal.doorstep.state = 'leaving'
  expect(await ask('/readyz')).toEqual([503, { status: 'stopping' }])
  expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
  expect((await portal.send('anna', 'GET', '/api/user/profile')).status).toBe(200)
  portal.doorstep.state = 'closed'
  const refused = await portal.app.inject({ url: '/api/user/profile', headers: { host: 'localhost' } })
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['connection']]).toEqual([
    503,
    '5',
    'close',
  ])
  expect(refused.json()).toEqual({
    result: null,
    timestamp: expect.any(String),
    errorMessage: 'Portalen startas om. Försök igen om en stund.',
  })
  portal.doorstep.state = 'open'
})
