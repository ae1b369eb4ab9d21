// A restore where the schema `public` is not the portal's own: it belongs to a superuser, as in a cluster that has been upgraded, and has
// extensions.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { runToEnd } from '../test-process.ts'
import { testPayslipKey } from '../test-template.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a schema of others', () => {
  let cluster: TestCluster
  let folder: string
  let administrators: string
  let address: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-public-'))
    cluster = await testCluster(binaries as string)
    cluster.run('psql', '-qd', 'postgres', '-c', 'create role linjen login')
    administrators = await cluster.database('linjen')
    address = administrators.replace('postgres@', 'linjen@')
  })
  afterAll(async () => {
    await cluster?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** As a superuser, who is then gone: a restore wants to be alone. */
  async function asAdministrator(statement: string) {
    const client = new pg.Client(administrators)
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  const run = async (name: string, ...words: string[]) => {
    const { code, lines } = await runToEnd([`app/server/${name}.ts`, ...words], {
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      PAYSLIP_KEY: testPayslipKey,
      DATABASE_URL: address,
    })
    return [code, lines]
  }
  const names = (schema: string) =>
    asAdministrator(`select tablename from pg_tables where schemaname = '${schema}' order by tablename`)

  test('is restored into, and keeps its extensions; without a right to make a schema nothing is begun', async () => {
    await asAdministrator(`
      grant usage, create on schema public to linjen;
      create extension pg_stat_statements; create extension citext`)
    expect(await run('migrate')).toEqual([0, []])
    expect(await run('backup', folder)).toEqual([0, []])
    const tables = await names('public')
    expect(await run('restore', folder)).toEqual([
      1,
      [
        'Rollen linjen får inte skapa ett schema i databasen, och det gör en återläsning för det som undanställs.',
        'Låt en superanvändare köra i databasen: grant create on database linjen to linjen',
        'Ingenting har ändrats.',
      ],
    ])
    expect(await names('before_restore')).toEqual([])

    await asAdministrator('grant create on database linjen to linjen')
    expect(await run('restore', folder)).toEqual([0, []])
    expect([await names('public'), await names('before_restore')]).toEqual([tables, tables])
    expect(await run('restore', '--undo')).toEqual([0, []])
    expect([await names('public'), await names('before_restore')]).toEqual([tables, []])
    expect(await run('restore', folder)).toEqual([0, []])
    expect(await run('restore', '--keep')).toEqual([0, []])
    expect([await names('public'), await names('before_restore')]).toEqual([tables, []])
    const extensions = await asAdministrator(
      "select extname as name from pg_extension where extnamespace = to_regnamespace('public') order by name",
    )
    expect(extensions).toEqual([{ name: 'citext' }, { name: 'pg_stat_statements' }])
  }, 300_000)
})
