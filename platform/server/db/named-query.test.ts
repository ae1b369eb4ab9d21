import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { NamedQuery } from './named-query.ts'
import { openPostgres, type OpenDatabase } from './open.ts'
import { forRequests, openClient } from './postgres.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a planned statement', () => {
  let cluster: TestCluster
  let opened: OpenDatabase
  let client: pg.Client

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    const address = await cluster.database('linjen')
    // Sets the driver's parsers.
    opened = openPostgres(address)
    client = openClient(address, forRequests)
    await client.connect()
    await client.query('create table stops (id bigint generated always as identity, name text not null, at jsonb)')
  })
  afterAll(async () => {
    await client?.end()
    await opened?.close()
    await cluster?.remove()
  })

  const run = (text: string, ...values: unknown[]) => client.query(text, values)
  const described = () => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    let times = 0
    connection.on('rowDescription', () => times++)
    return () => times
  }

  it('reads every type of column alike the first time and later, and is asked for its columns once', async () => {
    const text = `select $1::bigint as number, null::text as nothing, 'Örebro "C" \\ 東' as name, true as open,
      date '2026-11-27' as day, timestamp '2026-11-27 04:30:00' as clock, timestamptz '2026-11-27T04:30:00Z' as instant,
      array['1', '4'] as lines, '{"a": [1]}'::jsonb as shape, 1.5::numeric as share, '\\x00ff'::bytea as bytes`
    const row = {
      number: 9_007_199_254_740_991,
      nothing: null,
      name: 'Örebro "C" \\ 東',
      open: true,
      day: '2026-11-27',
      clock: '2026-11-27T04:30:00',
      instant: new Date('2026-11-27T04:30:00Z'),
      lines: ['1', '4'],
      shape: { a: [1] },
      share: 1.5,
      bytes: Buffer.from([0, 255]),
    }
    const times = described()
    const { command, rowCount, rows } = await run(text, row.number)
    expect({ command, rowCount, rows }).toEqual({ command: 'SELECT', rowCount: 1, rows: [row] })
    expect((await run(text, 1)).rows).toEqual([{ ...row, number: 1 }])
    expect((await run(text, null)).rows).toEqual([{ ...row, number: null }])
    expect(times()).toBe(1)
  })

  it('counts what it writes, with and without rows in return', async () => {
    for (const name of ['Vasaplan', 'Ålidhem']) {
      expect(await run('insert into stops (name) values ($1)', name)).toEqual({
        command: 'INSERT',
        rowCount: 1,
        rows: [],
      })
    }
    const renamed = await run('update stops set name = upper(name) where name <> $1 returning name', 'Vasaplan')
    expect(renamed).toEqual({ command: 'UPDATE', rowCount: 1, rows: [{ name: 'ÅLIDHEM' }] })
    expect(await run('delete from stops where name = $1', 'nowhere')).toMatchObject({ rowCount: 0, rows: [] })
    const many = await run('select n from generate_series(1, $1) n', 10_000)
    expect(many.rows.map(({ n }) => n)).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1))
  })

  it('has columns with any name, also one that JavaScript has a meaning for', async () => {
    const { rows } = await run(`select $1::int as "__proto__", 2 as "__proto__", 3 as "a ""b"" \\"`, 1)
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ['__proto__', 2],
        ['a "b" \\', 3],
      ],
    ])
  })

  it('answers by callback where one is given, as the driver does', async () => {
    const rows = await new Promise((resolve) =>
      client.query('select $1::int as n', [1], (_error, result) => resolve(result.rows)),
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('that fails is an error of the statement, and the connection goes on', async () => {
    const add = 'insert into stops (name) values ($1) returning name'
    await expect(run(add, null)).rejects.toMatchObject({ code: '23502' })
    expect((await run(add, 'Teg')).rows).toEqual([{ name: 'Teg' }])
    await expect(run(add, null)).rejects.toMatchObject({ code: '23502' })
    expect((await run(add, 'Teg')).rows).toEqual([{ name: 'Teg' }])
    await expect(run('select from nothing where $1', true)).rejects.toMatchObject({ code: '42P01' })
    await expect(run('select 1 / $1::int as n', 0)).rejects.toMatchObject({ code: '22012' })
    expect((await run('select 1 / $1::int as n', 1)).rows).toEqual([{ n: 1 }])
  })

  test('with a value that cannot be written is refused, and may be run again', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const add = 'insert into stops (name, at) values ($1, $2) returning at'
    await expect(run(add, 'Rondellen', circle)).rejects.toThrow('circular')
    expect((await run(add, 'Rondellen', { self: 1 })).rows).toEqual([{ at: { self: 1 } }])
    await expect(run(add, 'Rondellen', circle)).rejects.toThrow('circular')
    expect((await run('select name from stops where name = $1', 'Rondellen')).rows).toHaveLength(1)
  })

  test('is taken back with its transaction, and works on within the next', async () => {
    const add = (name: string) => sql`insert into stops (name) values (${name})`
    const lost = opened.db.transaction().execute(async (tx) => {
      await add('Lost').execute(tx)
      await add(null as unknown as string).execute(tx)
    })
    await expect(lost).rejects.toMatchObject({ code: '23502' })
    await opened.db.transaction().execute((tx) => add('Kept').execute(tx))
    const { rows } = await sql`select name from stops where name in (${'Lost'}, ${'Kept'})`.execute(opened.db)
    expect(rows).toEqual([{ name: 'Kept' }])
  })
})

it('refuses rows whose columns are not those that it was told of', async () => {
  const error = await new Promise((resolve) => {
    const query = new NamedQuery('a', 'select * from stops where id = $1', [1], resolve)
    query.handleRowDescription({ fields: [{ name: 'id', dataTypeID: 20 }] as pg.FieldDef[] })
    query.handleDataRow({ fields: ['1', 'Teg'] })
    query.handleReadyForQuery({} as Parameters<typeof query.handleReadyForQuery>[0])
  })
  expect(error).toMatchObject({ message: 'the columns of a planned statement have changed' })
})
