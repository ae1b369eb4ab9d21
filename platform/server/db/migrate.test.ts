// Migrations beside a version that is in use: requests wait for them for a moment, and none of them fails.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WrongSetting } from '../settings.ts'
import { Unavailable } from '../unavailable.ts'
import { migrate } from './migrate.ts'
import { openPostgres, type OpenDatabase } from './open.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

const statements = (...all: string[]): Migration => ({
  up: async (db) => {
    for (const statement of all) await sql.raw(statement).execute(db)
  },
})
const tables = { '2026-01-01-tables': statements('create table a (id int)', 'create table b (id int)') }
const ofA = 'alter table a add column more text'
const ofB = 'alter table b add column more text'

describe.skipIf(!binaries)('migrations on a PostgreSQL in use', () => {
  let cluster: TestCluster
  let opened: OpenDatabase
  let request: pg.Client
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
  }, 60_000)
  afterAll(() => cluster.remove())

  async function inUse(name: string, use: () => Promise<void>): Promise<void> {
    const address = await cluster.database(name)
    opened = openPostgres(address)
    await migrate(opened.longWork, [{ migrations: tables }])
    request = new pg.Client({ connectionString: address })
    await request.connect()
    try {
      await request.query('begin')
      await request.query('select id from b')
      await use()
    } finally {
      await request.end()
      await opened.close()
    }
  }
  const columns = async () => (await opened.db.introspection.getTables()).map((table) => table.columns.length)

  test.each<[string, Readonly<Record<string, Migration>>]>([
    ['two', { '2026-01-02-a': statements(ofA), '2026-01-03-b': statements(ofB) }],
    ['one', { '2026-01-02-both': statements(ofA, ofB) }],
  ])(
    '%s of them, and a request that reads the tables in the other order does not fail',
    { timeout: 30_000 },
    async (name, more) => {
      await inUse(name, async () => {
        const done = migrate(opened.longWork, [{ migrations: { ...tables, ...more } }])
        // Now a migration waits for the table that the request holds.
        await pause(100)
        await request.query('select id from a')
        await request.query('commit')
        await done
        expect(await columns()).toEqual([2, 2])
      })
    },
  )

  test('a table that somebody holds on to is waited for in vain, and others read it meanwhile', async () => {
    await inUse('held', async () => {
      const told: string[] = []
      const patience = { patienceMs: 1500, tell: (line: string) => void told.push(line) }
      const failed = migrate(opened.longWork, [{ migrations: { ...tables, b: statements(ofB) } }], patience).then(
        () => null,
        (error: unknown) => error,
      )
      await pause(100)
      await sql`select id from b`.execute(opened.db)
      expect(await failed).toBeInstanceOf(Unavailable)
      expect(told).toEqual(['Väntar på en tabell som någon annan använder …', 'Databasen kunde inte ändras: b'])
      expect(await columns()).toEqual([1, 1])
    })
  }, 30_000)

  test('a version that starts while a newer one migrates waits for it, and serves', { timeout: 30_000 }, async () => {
    await inUse('older', async () => {
      const newer = openPostgres(await cluster.database('older'))
      try {
        const slow = statements('create table c (id int)', 'select pg_sleep(1)')
        const done = migrate(newer.longWork, [{ migrations: { ...tables, '2026-01-02-slow': slow } }])
        await pause(300)
        await migrate(opened.longWork, [{ migrations: tables }])
        await done
        expect(await columns()).toEqual([1, 1, 1])
      } finally {
        await newer.close()
      }
    })
  })

  test('a migration that takes long leaves its patience to the next one', { timeout: 30_000 }, async () => {
    await inUse('long', async () => {
      const slow = statements('select pg_sleep(1)')
      const more = { ...tables, '2026-01-02-slow': slow, '2026-01-03-b': statements(ofB) }
      const done = migrate(opened.longWork, [{ migrations: more }], { patienceMs: 900 })
      await pause(1500)
      await request.query('commit')
      await done
      expect(await columns()).toEqual([1, 2])
    })
  })

  test('a process that is killed at a migration leaves nothing of it, and the next one does it', async () => {
    await inUse('killed', async () => {
      const more = { ...tables, '2026-01-02-a': statements(ofA, 'select pg_sleep(20)') }
      const other = openPostgres(await cluster.database('killed'))
      const failed = migrate(other.longWork, [{ migrations: more }]).then(
        () => null,
        (error: unknown) => error,
      )
      // Within a transaction, pg_stat_activity would keep showing the same connections.
      await request.query('commit')
      const ended = `select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'select pg_sleep(20)' and datname = current_database()`
      await expect.poll(async () => (await request.query(ended)).rowCount, { timeout: 10_000 }).toBe(1)
      expect(await failed).toBeInstanceOf(Unavailable)
      await other.close()
      expect(await columns()).toEqual([1, 1])
      await migrate(opened.longWork, [{ migrations: { ...tables, '2026-01-02-a': statements(ofA) } }])
      expect(await columns()).toEqual([2, 1])
    })
  }, 30_000)

  test('a role that may not change the tables is told so with what to run, and is enough where nothing is due', async () => {
    const address = await cluster.database('rights')
    const owner = openPostgres(address)
    for (const statement of [
      'create role writer login',
      // As in PostgreSQL 15 and newer.
      'revoke create on schema public from public',
      'grant usage on schema public to writer',
    ])
      await sql.raw(statement).execute(owner.db)
    const writer = openPostgres(address.replace('postgres@', 'writer@'))
    const refusal = (migrations: Readonly<Record<string, Migration>>) =>
      migrate(writer.longWork, [{ migrations }]).then(
        () => null,
        (error: unknown) => (error instanceof WrongSetting ? error.message : error),
      )
    try {
      expect(await refusal(tables)).toBe(
        'Rollen writer får inte skapa tabeller i schemat public. ' +
          'Låt en superanvändare köra i databasen: grant create on schema public to writer',
      )
      await migrate(owner.longWork, [{ migrations: tables }])
      await sql`grant select, insert, update, delete on all tables in schema public to writer`.execute(owner.db)
      expect(await refusal(tables)).toBe(null)
      expect(await refusal({ ...tables, '2026-01-02-a': statements(ofA) })).toBe(
        'Rollen writer äger inte portalens tabeller. Uppgradera med adressen till den som gör det, postgres.',
      )
    } finally {
      await writer.close()
      await owner.close()
    }
  })
})
