// DATABASE_URL or DATA_DIR of another installation: nothing of its database is changed before that is found.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { schemas } from '../areas.ts'
import { installed } from '../backup/installation-fixture.ts'
import { endRestore } from '../backup/undo.ts'
import { readPortalConfig } from '../config.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { openInstallation } from './open.ts'

let folder: string
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-another-'))
})
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

const markAsAnothers = (dataDir: string) => writeFile(join(dataDir, 'linjen.id'), `${randomUUID()}\n`)
const line = (dataDir: string) =>
  `DATA_DIR=${dataDir} hör inte till den här databasen: mappen hör till en annan databas.`

test('a start of a newer version does not migrate it', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'own')
  const config = await installed(dataDir, copies)
  await markAsAnothers(dataDir)
  Object.assign(schemas[0]?.migrations ?? {}, { '2999-01-01-next': { up: async () => {} } })
  const start = openInstallation(config, () => Promise.reject(new Error('busy')))
  await expect(start).rejects.toThrow(line(dataDir))
  const opened = await (copies[0] as TemplateCopy).open()
  const { rows } = await sql`select name from kysely_migration where name like '2999%'`.execute(opened.db)
  await opened.close()
  expect(rows).toEqual([])
})

const binaries = postgresBinaries()
describe.skipIf(binaries === null)('the end of a restore', () => {
  let cluster: TestCluster
  let dataDir: string
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await markAsAnothers(dataDir)
  })
  afterAll(() => cluster?.remove())

  test.each([
    ['keep', 'finished'],
    ['undo', 'finished'],
    ['undo', 'unfinished'],
  ] as const)('by --%s, where it is %s, changes no table', async (what, setting) => {
    const database = `${what}_${setting}`
    const address = await cluster.database(database)
    const config = readPortalConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: address })
    for (const statement of [
      'create schema before_restore',
      `comment on schema before_restore is '${setting}'`,
      ...['public', 'before_restore'].flatMap((schema) => [
        `create table ${schema}.data_folder as select gen_random_uuid() as id`,
        `create table ${schema}.kysely_migration (name text)`,
      ]),
    ])
      cluster.run('psql', '-qd', database, '-c', statement)
    await expect(endRestore(what, config, () => {})).rejects.toThrow(line(dataDir))
    const opened = openPostgres(address)
    try {
      const { rows } = await sql`
        select schemaname, tablename from pg_tables where schemaname in ('public', 'before_restore')`.execute(opened.db)
      expect(rows).toHaveLength(4)
    } finally {
      await opened.close()
    }
  })
})
