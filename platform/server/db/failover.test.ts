// The address stays and leads to another server: a standby takes over, or a password is changed.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../area.ts'
import { Unavailable } from '../unavailable.ts'
import { openPostgres } from './open.ts'
import { forRequests } from './postgres.ts'
import { postgresProbe } from './probe.ts'
import { waitForPostgres } from './wait.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a PostgreSQL whose name leads elsewhere', () => {
  let primary: TestCluster
  let standby: TestCluster
  let ports: { readonly primary: number; readonly standby: number }
  let name: Server
  /** The port to which the next connection leads; open connections stay where they are. */
  let leadsTo: number
  let address: string
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    primary = await testCluster(binaries as string)
    const direct = await primary.database('linjen')
    const opened = openPostgres(direct)
    // The tables that the probe asks about.
    await sql`create table kysely_migration (name text)`.execute(opened.db)
    await sql`create table jobs (name text, succeeded_at timestamptz, held_until timestamptz, held_since timestamptz)`.execute(
      opened.db,
    )
    await sql`create table boarded (n integer not null)`.execute(opened.db)
    await opened.close()
    standby = await primary.standby()
    const portOf = (of: string) => Number(new URL(of).port)
    ports = { primary: portOf(direct), standby: portOf(await standby.database('linjen')) }
    name = createServer((socket) => {
      const onward = connect(leadsTo, '127.0.0.1')
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
        from.pipe(to)
      }
    }).listen(0, '127.0.0.1')
    await once(name, 'listening')
    address = `postgres://postgres@127.0.0.1:${(name.address() as AddressInfo).port}/linjen`
  }, 120_000)
  beforeEach(() => {
    leadsTo = ports.standby
  })
  afterEach(() => primary.thaw())
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    name?.close()
    await standby?.remove()
    await primary?.remove()
  })

  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (thrown: unknown) => thrown,
    )

  test('is waited for by a start while it leads to a server that is only read', { timeout: 30_000 }, async () => {
    const told: string[] = []
    const patience = { limitMs: 20_000, everyMs: 50, attemptMs: 5000 }
    const came = waitForPostgres(address, (line) => void told.push(line), patience)
    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(told[0]).toBe('Väntar på databasen (25006, servern kan bara läsas) …')
    leadsTo = ports.primary
    await came
  })

  test('is no longer read only to the probe when the name leads to the primary', async () => {
    const probe = postgresProbe(address)
    expect((await probe.ask()).readOnly).toBe(true)
    leadsTo = ports.primary
    expect((await probe.ask()).readOnly).toBe(false)
    await probe.close()
  })

  test.each<[string, (db: Database) => Promise<unknown>]>([
    ['statement', (db) => sql`insert into boarded values (${1})`.execute(db)],
    ['transaction', (db) => db.transaction().execute((tx) => sql`insert into boarded values (2)`.execute(tx))],
  ])('is written to by the %s after the one that was refused', async (_, write) => {
    const opened = openPostgres(address)
    expect(await errorOf(write(opened.db))).toMatchObject({ constructor: Unavailable, cause: { code: '25006' } })
    leadsTo = ports.primary
    expect(await errorOf(write(opened.db))).toBeNull()
    await opened.close()
  })

  test('is asked on a new connection every now and then: one that lets nobody in is away once the connection is gone', async () => {
    leadsTo = ports.primary
    primary.run('psql', '-qd', 'linjen', '-c', 'create role conductor login in role pg_read_all_data')
    const probe = postgresProbe(address.replace('postgres@', 'conductor@'), { renewMs: 0 })
    const renewed = async () => [(await probe.ask()).readOnly, probe.refusal()]
    for (let n = 0; n < 3; n++) expect(await renewed()).toEqual([false, null])
    primary.run('psql', '-qd', 'linjen', '-c', 'alter role conductor nologin')
    // The pools go on with the connections that they have.
    for (let n = 0; n < 3; n++) expect(await renewed()).toEqual([false, '28000'])
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'conductor'`
    primary.run('psql', '-qd', 'linjen', '-c', end)
    expect(await errorOf(probe.ask())).not.toBeNull()
    expect(await errorOf(probe.ask())).toMatchObject({ code: '28000' })
    primary.run('psql', '-qd', 'linjen', '-c', 'alter role conductor login')
    expect(await renewed()).toEqual([false, null])
    await probe.close()
  })

  test('is asked for as long as a request would wait, and its last answer counts meanwhile', async () => {
    leadsTo = ports.primary
    const limits = { ...forRequests, connect: 200, silence: 400 }
    const probe = postgresProbe(address, { slowMs: 20, limits })
    const answer = await probe.ask()
    primary.freeze()
    const began = performance.now()
    expect(await probe.ask()).toBe(answer)
    expect(performance.now() - began).toBeLessThan(limits.silence)
    // However often others ask meanwhile, for the jobs too.
    const jobs = errorOf(probe.askJobs())
    await expect.poll(() => errorOf(probe.ask()), { interval: 10, timeout: 20_000 }).not.toBeNull()
    expect(performance.now() - began).toBeGreaterThan(limits.silence - 50)
    expect(await jobs).toBeInstanceOf(Unavailable)
    expect(await errorOf(probe.ask())).not.toBeNull()
    primary.thaw()
    expect((await probe.ask()).readOnly).toBe(false)
    await probe.close()
  })

  test('keeps the connection that it has while a full server grants no other', async () => {
    leadsTo = ports.primary
    primary.run(
      'psql',
      '-qd',
      'linjen',
      '-c',
      'create role inspector login connection limit 1 in role pg_read_all_data',
    )
    const probe = postgresProbe(address.replace('postgres@', 'inspector@'), { renewMs: 0 })
    for (let n = 0; n < 3; n++) expect((await probe.ask()).readOnly).toBe(false)
    expect(probe.refusal()).toBe('53300')
    await probe.close()
  })
})
