// What PostgreSQL does when an import has lost its connection while it committed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { documentMigrations } from './migrations.ts'
import { documentStore, type Documents } from './store.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('files of a transaction whose end is not known', () => {
  let cluster: TestCluster
  let opened: OpenDatabase
  let folder: string
  let files: Documents

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    opened = openPostgres(await cluster.database('linjen'))
    await sql`create table companies (id text primary key)`.execute(opened.db)
    await sql`create table employees (id uuid primary key)`.execute(opened.db)
    for (const migration of Object.values(documentMigrations)) await migration.up(opened.db)
    folder = await mkdtemp(join(tmpdir(), 'linjen-discard-'))
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
    files = documentStore({ db: opened.db, clock: () => new Date(), config })
  }, 120_000)
  afterAll(async () => {
    await opened?.close()
    await cluster?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const waits = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(opened.db)).rows.length === 1

  test.each([
    ['committed', false],
    ['rolled back', true],
  ])('are discarded only when it has been rolled back: %s', async (_how, fails) => {
    const bytes = Buffer.from('intyg')
    const id = await files.keep(bytes)
    const isPut = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const importing = opened.db.transaction().execute(async (tx) => {
      await files.put(tx, { id, fileName: 'Intyg.pdf', size: bytes.length, audience: { of: 'group' } })
      isPut.resolve()
      await end.promise
      if (fails) throw new Error('rolled back')
    })
    await isPut.promise
    const discarding = files.discard([id])
    await expect.poll(waits, { timeout: 20_000 }).toBe(true)
    end.resolve()
    await importing.catch(() => undefined)
    await discarding
    expect(await files.content(id)).toEqual(fails ? null : bytes)
  })
})
