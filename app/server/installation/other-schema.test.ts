// A database with a schema that has the name of the portal's role. PostgreSQL would by default create every table there, and no backup
// would include them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { openPostgres } from '#platform/server/db/open.ts'
import { refuseOtherSchema } from '#platform/server/db/portal-schema.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { schemas } from '../areas.ts'
import { endRestore } from '../backup/undo.ts'
import { readPortalConfig } from '../config.ts'
import { runToEnd } from '../test-process.ts'
import { testPayslipKey } from '../test-template.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a schema of the role’s name', () => {
  let cluster: TestCluster
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-schema-'))
    cluster = await testCluster(binaries as string)
    cluster.run('psql', '-qd', 'postgres', '-c', 'create role linjen login')
  })
  afterAll(async () => {
    await cluster?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const admin = (database: string, statement: string) => cluster.run('psql', '-qd', database, '-c', statement)
  /** A database of the portal's role, and its address. */
  async function owned(name: string): Promise<string> {
    admin('postgres', `create database ${name} owner linjen`)
    return (await cluster.database(name)).replace('postgres@', 'linjen@')
  }
  async function within<Result>(
    address: string,
    work: (db: ReturnType<typeof openPostgres>['longWork']) => Promise<Result>,
  ): Promise<Result> {
    const opened = openPostgres(address)
    try {
      return await work(opened.longWork)
    } finally {
      await opened.close()
    }
  }
  const refusal = (address: string) =>
    within(address, refuseOtherSchema).then(
      () => '',
      (error: Error) => error.message,
    )
  const tables = (address: string) =>
    within(address, async (db) => {
      const { rows } = await sql<{ schema: string; n: number }>`
        select schemaname as schema, count(*)::int as n from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') group by 1`.execute(db)
      return new Map(rows.map(({ schema, n }) => [schema, n]))
    })
  /** Runs the statements of the error message as the portal's role, which owns the database. */
  async function follow(line: string, address: string): Promise<void> {
    const statements = line.slice(line.indexOf(': ') + 2)
    await within(address, (db) =>
      db.transaction().execute(async (tx) => {
        for (const statement of statements.split('; ')) await sql.raw(statement).execute(tx)
      }),
    )
  }
  const run = (address: string, ...command: string[]) =>
    runToEnd(command, {
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      PAYSLIP_KEY: testPayslipKey,
      DATABASE_URL: address,
    })

  test('an empty database is refused with the statement that helps', { timeout: 120_000 }, async () => {
    const address = await owned('fresh')
    expect(await refusal(address)).toBe('')
    admin('fresh', 'create schema linjen authorization linjen')
    const line = await refusal(address)
    expect(line).toBe(
      'Portalens tabeller ska ligga i schemat public, som är det enda som säkerhetskopieras, men nu arbetar rollen linjen i schemat ' +
        'linjen. Stoppa portalen och kör i databasen: alter role linjen in database fresh set search_path = public',
    )
    const migrated = await run(address, 'app/server/migrate.ts')
    expect([migrated.code, migrated.lines]).toEqual([1, [line]])
    expect(await tables(address)).toEqual(new Map())
    await follow(line, address)
    expect(await refusal(address)).toBe('')
  })

  test('tables that are there already are moved by what the line says', { timeout: 300_000 }, async () => {
    const address = await owned('filled')
    admin('filled', 'create schema linjen authorization linjen')
    await within(address, (db) => migrate(db, schemas))
    const made = await tables(address)
    expect([made.has('public'), made.get('linjen')]).toEqual([false, expect.any(Number)])
    const line = await refusal(address)
    expect(line).toContain(
      'kör i databasen: alter schema public rename to public_old; alter schema linjen rename to public; alter role linjen ',
    )
    for (const command of [['main'], ['backup', folder], ['migrate']]) {
      const { code, lines } = await run(address, `app/server/${command[0]}.ts`, ...command.slice(1))
      expect([command, code, lines.filter((said) => said === line)]).toEqual([command, 1, [line]])
    }
    await follow(line, address)
    expect(await tables(address)).toEqual(new Map([['public', made.get('linjen')]]))
    const backup = await run(address, 'app/server/backup.ts', folder)
    expect([backup.code, backup.lines]).toEqual([0, []])
    const restored = await run(address, 'app/server/restore.ts', folder)
    expect([restored.code, restored.lines]).toEqual([0, []])
    expect(await tables(address)).toEqual(
      new Map([
        ['public', made.get('linjen')],
        ['before_restore', made.get('linjen')],
      ]),
    )
  })

  test('what an older restore has set aside of nothing does not replace the tables', async () => {
    const address = await owned('undone')
    await within(address, async (db) => {
      await sql`create table kysely_migration (name text)`.execute(db)
      await sql`create schema before_restore`.execute(db)
      await sql`comment on schema before_restore is 'finished'`.execute(db)
    })
    const config = readPortalConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_URL: address })
    await expect(endRestore('undo', config, () => {})).rejects.toThrow('Det som är undanställt har inga tabeller')
    expect(await tables(address)).toEqual(new Map([['public', 1]]))
  })

  test('moved too are tables that came after the schema, and one that the address names', async () => {
    const address = await owned('mixed')
    await within(address, (db) => sql`create table kysely_migration (name text)`.execute(db))
    admin('mixed', 'create schema linjen authorization linjen')
    await within(address, (db) => sql`create table later (id int)`.execute(db))
    const line = await refusal(address)
    expect(line).toContain(': alter table linjen.later set schema public; alter role linjen in database mixed ')
    await follow(line, address)
    expect(await tables(address)).toEqual(new Map([['public', 2]]))

    admin('mixed', 'create schema other authorization linjen')
    expect(await refusal(`${address}?options=-c%20search_path%3Dother`)).toMatch(
      /schemat other\. .*: ta bort search_path ur DATABASE_URL$/,
    )
    expect(await refusal(`${address}?options=-c%20search_path%3Dnowhere`)).toMatch(
      /nu har rollen linjen inget schema\./,
    )
  })
})
