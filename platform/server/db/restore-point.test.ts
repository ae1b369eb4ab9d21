// A database on a server, as a restore sees it: who is connected, and which of its things are the portal's.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from './open.ts'
import {
  cannotSetAside,
  dropTablesAside,
  finishRestore,
  mayBeTakenBack,
  othersConnected,
  putTablesBack,
  setAside,
  setTablesAside,
} from './restore-point.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(!binaries)('sessions on a server', () => {
  let cluster: TestCluster
  let address: string
  const as = (role: string, more = '') => {
    const url = new URL(address + more)
    url.username = role
    return url.href
  }
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    address = await cluster.database('linjen')
    const admin = new pg.Client({ connectionString: address })
    await admin.connect()
    await admin.query('create role linjen login; create role portal login; create role monitor login')
    await admin.end()
  }, 60_000)
  afterAll(() => cluster.remove())

  test.each([
    ['nobody else', [], []],
    ['the same role', ['linjen'], ['linjen']],
    // PostgreSQL hides the kind of their sessions from a role that may not read statistics.
    ['other roles', ['portal', 'monitor'], ['monitor (portal-a)', 'portal (portal-a)']],
  ])('of %s are seen by a role that may not read statistics', async (_what, roles, seen) => {
    const others = roles.map((role) => new pg.Client(as(role, role === 'linjen' ? '' : '?application_name=portal-a')))
    for (const other of others) await other.connect()
    const opened = openPostgres(as('linjen'))
    try {
      expect(await othersConnected(opened.longWork, 300)).toEqual(seen)
    } finally {
      await opened.close()
      for (const other of others) await other.end()
    }
  })

  test('those that have just been closed are waited for', async () => {
    const other = new pg.Client(as('portal'))
    await other.connect()
    const opened = openPostgres(as('linjen'))
    setTimeout(() => void other.end(), 200)
    expect(await othersConnected(opened.longWork, 5000)).toEqual([])
    await opened.close()
  })
})

describe.skipIf(!binaries)('the tables of a server', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    cluster.run('psql', '-qd', 'postgres', '-c', 'create role linjen login; create role monitor')
  }, 60_000)
  afterAll(() => cluster.remove())

  async function opened(name: string, setUp: string) {
    cluster.run('psql', '-qd', 'postgres', '-c', `create database ${name} owner linjen`)
    const address = await cluster.database(name)
    const admin = new pg.Client(address)
    await admin.connect()
    await admin.query(setUp)
    const portal = openPostgres(address.replace('postgres@', 'linjen@'))
    /** The tables, sequences, views, functions and types of a schema, each with its owner. */
    const things = async (schema: string) => {
      const { rows } = await admin.query<{ thing: string }>(
        `select pg_get_userbyid(owner) || ' ' || name as thing from (
          select relowner as owner, relname::text as name from pg_class where relnamespace = to_regnamespace($1) and relkind <> 'i'
          union select proowner, proname::text from pg_proc where pronamespace = to_regnamespace($1)
          union select typowner, typname::text from pg_type where typnamespace = to_regnamespace($1) and typtype = 'e'
        ) of_schema order by thing`,
        [schema],
      )
      return rows.map(({ thing }) => thing)
    }
    const close = () => Promise.all([admin.end(), portal.close()])
    return { admin, db: portal.longWork, things, close }
  }

  const tables = `
    set role linjen;
    create type colour as enum ('red', 'blue');
    create table kysely_migration (name text);
    create table rows (id int generated always as identity primary key, number serial, colour colour, text text);
    create function change() returns trigger language plpgsql as $$ begin new.text = 'changed'; return new; end $$;
    create trigger changed before insert on rows for each row execute function change();
    create view seen as select id, text from rows;
    create materialized view counted as select count(*) from rows;
    create sequence numbers;
    create table parts (at int) partition by range (at);
    create table part partition of parts for values from (1) to (2);
    insert into rows (colour) values ('red');
    reset role`
  const others = `
    create extension citext; create extension pg_stat_statements;
    create table others (id int); alter table others owner to monitor;
    create function change(int) returns int language sql as 'select $1'; alter function change(int) owner to monitor`
  /** As in a cluster that has been upgraded from PostgreSQL 14 or older. */
  const ofSuperuser = 'alter schema public owner to postgres; grant usage, create on schema public to linjen'

  test.each([
    ['owned', ''],
    ['another_s', ofSuperuser],
  ])('are set aside and put back, and what else is in the schema stays: the schema is %s', async (name, owner) => {
    const { admin, db, things, close } = await opened(name, `${owner}; ${others}; ${tables}`)
    expect(await cannotSetAside(db)).toEqual([])
    const before = await things('public')
    await setTablesAside(db)
    expect(await setAside(db)).toBe('unfinished')
    expect(await mayBeTakenBack({ db, config: { databaseUrl: 'postgres://…', dataDir: '' } })).toBe(true)
    const [stayed, aside] = [await things('public'), await things('before_restore')]
    expect(stayed).toEqual(before.filter((thing) => !thing.startsWith('linjen ')))
    expect(stayed).toEqual(expect.arrayContaining(['postgres pg_stat_statements', 'monitor others', 'monitor change']))
    expect(aside).toEqual(before.filter((thing) => thing.startsWith('linjen ')))

    // The tables that a restore makes. A restore that has finished can be taken back too.
    await admin.query(tables)
    expect(await things('public')).toEqual(before)
    await finishRestore(db)
    await putTablesBack(db)
    expect([await setAside(db), await things('public')]).toEqual(['none', before])
    await admin.query("insert into rows (colour) values ('blue')")
    const { rows } = await admin.query('select id, number, colour, text from rows order by id')
    expect(rows).toEqual([
      { id: 1, number: 1, colour: 'red', text: 'changed' },
      { id: 2, number: 2, colour: 'blue', text: 'changed' },
    ])

    await setTablesAside(db)
    await admin.query(tables)
    await finishRestore(db)
    await dropTablesAside(db)
    expect([await setAside(db), await things('public')]).toEqual(['none', before])
    expect((await admin.query("select 'a'::citext = 'A' as same")).rows).toEqual([{ same: true }])
    await close()
  })

  test('a role that may not set them aside is told so, with what to run', async () => {
    const { admin, db, things, close } = await opened(
      'refused',
      `alter database refused owner to postgres; ${ofSuperuser}`,
    )
    expect(await cannotSetAside(db)).toEqual([
      'Rollen linjen får inte skapa ett schema i databasen, och det gör en återläsning för det som undanställs.',
      'Låt en superanvändare köra i databasen: grant create on database refused to linjen',
    ])
    await admin.query('revoke create on schema public from linjen')
    expect(await cannotSetAside(db)).toEqual([
      'Rollen linjen får inte skapa ett schema i databasen, och det gör en återläsning för det som undanställs.',
      'Rollen linjen får inte skapa tabeller i schemat public, och det gör en återläsning.',
      'Låt en superanvändare köra i databasen: grant create on database refused to linjen; grant create on schema public to linjen',
    ])
    await admin.query('grant create on database refused to linjen')
    expect(await cannotSetAside(db)).toEqual([
      'Rollen linjen får inte skapa tabeller i schemat public, och det gör en återläsning.',
      'Låt en superanvändare köra i databasen: grant create on schema public to linjen',
    ])
    await admin.query('grant create on schema public to linjen')
    expect(await cannotSetAside(db)).toEqual([])
    await admin.query('create table kysely_migration (name text)')
    const owned = 'Rollen linjen äger inte portalens tabeller. Återläs med adressen till den som gör det, postgres.'
    expect(await cannotSetAside(db)).toEqual([owned])
    // A superuser may use all of them, but would own the restored ones.
    await admin.query('alter role linjen superuser')
    expect(await cannotSetAside(db)).toEqual([owned])
    await admin.query('alter role linjen nosuperuser')
    expect(await things('public')).toEqual(['postgres kysely_migration'])
    await close()
  })
})
