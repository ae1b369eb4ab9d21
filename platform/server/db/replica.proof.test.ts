// Reads from a real streaming replica, which the test stops following, freezes and kills.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort, tried } from '../../../checks/effort.ts'
import { openPostgres, type OpenDatabase } from './open.ts'
import { openReplica, type Replica } from './replica.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()
// It takes two PostgreSQL servers and half a minute.
const wanted = effort({ sample: false, full: true })
const patience = { timeout: 60_000, interval: 20 }

describe.skipIf(binaries === null || !wanted)('reads with a streaming replica', () => {
  let cluster: TestCluster
  let standby: TestCluster
  let opened: OpenDatabase
  let replica: Replica
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).reason ?? 'asked') })

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    opened = openPostgres(await cluster.database('linjen'))
    await sql`create table data_folder (id uuid)`.execute(opened.db)
    await sql`insert into data_folder values (gen_random_uuid())`.execute(opened.db)
    await sql`create table numbers (n int)`.execute(opened.db)
    standby = await cluster.standby()
    const address = await standby.database('linjen')
    replica = openReplica(opened.db, address, log, { lookMs: 50, behindMs: 1500 })
  }, 120_000)
  afterAll(async () => {
    standby?.thaw()
    await replica?.close()
    await opened?.close()
    await standby?.remove()
    await cluster?.remove()
  })

  const where = async () =>
    (await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(replica.reads)).rows[0]?.replica
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from numbers`.execute(replica.reads)).rows[0]?.n
  const add = () => sql`insert into numbers values (1)`.execute(opened.db)
  const onStandby = (statement: string) => standby.run('psql', '-qd', 'linjen', '-c', statement)

  test('asks the replica while it keeps up', async (context) => {
    await expect.poll(where, patience).toBe(true)
    await add()
    await expect.poll(count, patience).toBe(1)
    expect(await where()).toBe(true)
    expect(lines.at(-1)).toBe('asked')
    tried(context, 1)
  })

  test('asks the database itself while the replica is behind, however long nothing is written', async () => {
    onStandby('select pg_wal_replay_pause()')
    await add()
    await expect.poll(where, patience).toBe(false)
    expect(await count()).toBe(2)
    expect(lines.at(-1)).toBe('it is behind')
    onStandby('select pg_wal_replay_resume()')
    await expect.poll(where, patience).toBe(true)
    expect(await count()).toBe(2)
  }, 60_000)

  test('asks the database itself while the replica is frozen or gone, and every question is answered', async () => {
    standby.freeze()
    // The question that was sent to it waits for three seconds at most.
    const began = performance.now()
    expect(await count()).toBe(2)
    expect(performance.now() - began).toBeLessThan(8000)
    await expect.poll(where, patience).toBe(false)
    standby.thaw()
    await expect.poll(where, patience).toBe(true)
    await standby.kill()
    expect(await count()).toBe(2)
    expect(await where()).toBe(false)
    await standby.start()
    await expect.poll(where, patience).toBe(true)
  }, 120_000)

  test('does not ask a replica of the database that was, once that has gone back to an earlier point', async () => {
    // Without the address of the database it stays where the copy ended, whatever is written there.
    const [back, promoted] = [
      await cluster.standby({ primary_conninfo: '' }),
      await cluster.standby({ primary_conninfo: '' }),
    ]
    for (let segments = 0; segments < 2; segments++) {
      await sql`select pg_switch_wal()`.execute(opened.db)
      await add()
    }
    await expect.poll(count, patience).toBe(4)
    const used = async (at: TestCluster, by: TestCluster) => {
      const own = openPostgres(await at.database('linjen'))
      const its = openReplica(own.db, await by.database('linjen'), log, { lookMs: 50, behindMs: 1500 })
      const before = lines.length
      await expect.poll(() => lines.length, patience).toBeGreaterThan(before)
      await its.close()
      await own.close()
      return lines.at(-1)
    }
    try {
      // As from a snapshot of its disk.
      await back.kill()
      await rm(join(back.data, 'standby.signal'))
      await back.start()
      expect(await used(back, standby)).toBe('it is ahead of the database')

      promoted.run('psql', '-qc', 'select pg_promote()')
      expect(await used(promoted, standby)).toBe('it is on another timeline')
      const follower = await promoted.standby()
      try {
        expect(await used(promoted, follower)).toBe('asked')
      } finally {
        await follower.remove()
      }
    } finally {
      await back.remove()
      await promoted.remove()
    }
  }, 120_000)

  test('is not fooled by another database, and takes no writes', async () => {
    const other = openReplica(opened.db, await cluster.database('linjen'), log, { lookMs: 50 })
    await expect.poll(() => lines.at(-1), patience).toBe('it is no replica')
    expect(other.isUsed()).toBe(false)
    await other.close()
    await expect(sql`delete from numbers`.execute(replica.reads)).rejects.toThrow('writes nothing')
    await expect(replica.reads.transaction().execute(async () => {})).rejects.toThrow('has no transactions')
    expect(await count()).toBe(4)
  })
})
