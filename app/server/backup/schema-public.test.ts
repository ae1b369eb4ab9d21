// A restore where the schema `public` is not the portal's own: a superuser owns it, as in an upgraded cluster, and it has extensions and
// objects of other roles.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { runToEnd } from '../test-process.ts'
import { testPayslipKey } from '../test-template.ts'
import { sequencesNotRead, tablesOfOthers } from './postgres-programs.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a schema of others', () => {
  let cluster: TestCluster
  let folder: string
  let administrators: string
  let address: string
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    cluster.run('psql', '-qd', 'postgres', '-c', 'create role linjen login; create role "bi avd"')
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-public-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  afterAll(() => cluster?.remove())

  async function inDatabase(name: string, role: string) {
    administrators = await cluster.database(name)
    address = administrators.replace('postgres@', `${role}@`)
  }

  /** Runs a statement as a superuser and disconnects, because a restore refuses other connections. */
  async function asAdministrator(statement: string) {
    const client = new pg.Client(administrators)
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  let told = ''
  const run = async (name: string, ...words: string[]) => {
    const { code, lines, output } = await runToEnd([`app/server/${name}.ts`, ...words], {
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      PAYSLIP_KEY: testPayslipKey,
      DATABASE_URL: address,
    })
    told = output
    return [code, lines]
  }
  const names = (schema: string) =>
    asAdministrator(`select tablename from pg_tables where schemaname = '${schema}' order by tablename`)

  const ofOthers = `
    grant usage, create on schema public to "bi avd";
    grant select on all tables in schema public to "bi avd";
    set role "bi avd";
    create view rapport as select id, number from employees;
    create function "Snitt"(numeric, numeric) returns numeric language sql as 'select ($1 + $2) / 2';
    create table lista (id int generated always as identity, text text);
    grant select on lista to linjen;
    create table "Hemligt.1" (id serial, text text);
    reset role;
    insert into lista (text) values ('en rad'); insert into "Hemligt.1" (text) values ('en rad')`
  /** The other role's objects, by schema, and the rows of its tables. */
  const theirs = async () => [
    ...(await asAdministrator(`
      select relnamespace::regnamespace::text as schema, relname as name from pg_class where relowner = '"bi avd"'::regrole and relkind <> 'i' and relnamespace <> 'pg_toast'::regnamespace
      union all select pronamespace::regnamespace::text, proname from pg_proc where proowner = '"bi avd"'::regrole
      order by name`)),
    ...(await asAdministrator('select id, text from lista union all select id, text from "Hemligt.1"')),
  ]

  test('is restored into, and keeps what others have; without a right to make a schema nothing is begun', async () => {
    await inDatabase('linjen', 'linjen')
    await asAdministrator(`
      grant usage, create on schema public to linjen;
      create extension pg_stat_statements; create extension citext`)
    expect(await run('migrate')).toEqual([0, []])
    await asAdministrator(ofOthers)
    const others = await theirs()
    expect(await run('backup', folder)).toEqual([0, []])
    expect(told).toContain(
      'Tillhör andra i schemat public och ingår inte: public."Hemligt.1", public."Hemligt.1_id_seq", public.lista, public.lista_id_seq.',
    )
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

    const own = tables.filter(({ tablename }) => !['lista', 'Hemligt.1'].includes(tablename))
    await asAdministrator('grant create on database linjen to linjen')
    expect(await run('restore', folder)).toEqual([0, []])
    expect([await names('public'), await names('before_restore')]).toEqual([tables, own])
    expect(await theirs()).toEqual(others)
    // As the document says of the views, which until then show what was before.
    const views = `
      grant select on employees to "bi avd";
      set role "bi avd";
      create or replace view rapport as select id, number from employees;
      create or replace view "Antal" as select count(*) as n from rapport`
    const withoutViews = others.filter(({ name }) => name !== 'rapport')
    await asAdministrator(views)
    const gone =
      'Andras vyer på tabeller som tas bort försvinner med dem, och får göras om: public."Antal", public.rapport.'
    expect(await run('restore', '--undo')).toEqual([0, []])
    expect(told).toContain(gone)
    expect([await names('public'), await names('before_restore')]).toEqual([tables, []])
    expect(await theirs()).toEqual(withoutViews)
    await asAdministrator(views)
    expect(await run('restore', folder)).toEqual([0, []])
    expect(await run('restore', '--keep')).toEqual([0, []])
    expect(told).toContain(gone)
    expect([await names('public'), await names('before_restore')]).toEqual([tables, []])
    expect(await theirs()).toEqual(withoutViews)
    const extensions = await asAdministrator(
      "select extname as name from pg_extension where extnamespace = to_regnamespace('public') order by name",
    )
    expect(extensions).toEqual([{ name: 'citext' }, { name: 'pg_stat_statements' }])
  }, 300_000)

  test('keeps what others have, and what they have since, where the portal’s role is a superuser', async () => {
    cluster.run('psql', '-qd', 'postgres', '-c', 'create role compose superuser login')
    await inDatabase('compose', 'compose')
    expect(await run('migrate')).toEqual([0, []])
    await asAdministrator(ofOthers)
    expect(await run('backup', folder)).toEqual([0, []])
    await asAdministrator(
      `insert into lista (text) values ('en till'); insert into "Hemligt.1" (text) values ('en till')`,
    )
    const [others, tables] = [await theirs(), await names('public')]
    expect(await run('restore', folder)).toEqual([0, []])
    expect(await theirs()).toEqual(others)
    expect(await run('restore', '--undo')).toEqual([0, []])
    expect(told).not.toContain('vyer')
    expect([await theirs(), await names('public'), await names('before_restore')]).toEqual([others, tables, []])
    expect(await run('restore', folder)).toEqual([0, []])
    await asAdministrator('drop view rapport')
    expect(await run('restore', '--keep')).toEqual([0, []])
    expect(await theirs()).toEqual(others.filter(({ name }) => name !== 'rapport'))
  }, 300_000)

  test('a table of the portal’s that somebody else owns is named, with what to run', async () => {
    await inDatabase('migrated_by_administrator', 'linjen')
    await asAdministrator(`
      grant create on database migrated_by_administrator to linjen;
      grant usage, create on schema public to linjen`)
    expect(await run('migrate')).toEqual([0, []])
    expect(await run('backup', folder)).toEqual([0, []])
    await asAdministrator(`
      alter table suggestions owner to postgres; grant all on suggestions to linjen;
      alter table audit owner to postgres; grant select, insert on audit to linjen`)
    expect(await run('restore', folder)).toEqual([
      1,
      [
        'Rollen linjen får skriva till tabeller i schemat public som den inte äger, och som en återläsning därför inte byter ut: public.audit, public.suggestions.',
        'Låt en superanvändare köra i databasen: alter table public.audit owner to linjen; alter table public.suggestions owner to linjen',
        'Är en av dem inte portalens, kör i stället för den: revoke insert on <tabell> from linjen',
        'Ingenting har ändrats.',
      ],
    ])
    expect(told).toBe('')
    // pg_dump reads a table's sequences, and to insert rows nobody needs a right to that of an identity column.
    expect(await run('backup', folder)).toEqual([
      1,
      [
        'Rollen linjen får inte läsa sekvenser i portalens tabeller, och utan dem går de inte att kopiera: public.audit_id_seq.',
        'Låt en superanvändare köra i databasen: grant select on sequence public.audit_id_seq to linjen',
      ],
    ])
    await asAdministrator('grant select on sequence public.audit_id_seq to linjen')
    expect(await run('backup', folder)).toEqual([0, []])
    await asAdministrator('alter table public.audit owner to linjen; alter table public.suggestions owner to linjen')
    expect(await run('restore', folder)).toEqual([0, []])
    expect(await names('before_restore')).toContainEqual({ tablename: 'suggestions' })
    expect(await run('restore', '--undo')).toEqual([0, []])
  }, 300_000)

  test('a table that the portal writes to is in its backup, whoever owns it', async () => {
    await inDatabase('written', 'linjen')
    await asAdministrator(`
      create table kysely_migration (name text); alter table kysely_migration owner to linjen;
      create table by_administrator (id serial);
      grant select, insert, update, delete on by_administrator to linjen;
      create table theirs (id int); grant select on theirs to linjen;
      create table closed (id int);
      create view seen as select id from closed`)
    const opened = openPostgres(address)
    expect(await sequencesNotRead(opened.longWork)).toEqual(['public.by_administrator_id_seq'])
    expect(await tablesOfOthers(opened.longWork)).toEqual([
      'public.by_administrator_id_seq',
      'public.closed',
      'public.theirs',
    ])
    await asAdministrator('alter table kysely_migration owner to postgres')
    expect(await tablesOfOthers(opened.longWork)).toEqual([])
    await opened.close()
  })
})
