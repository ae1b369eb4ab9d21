// Compares every tables.ts with the database that the migrations create. The compiler compares the types.
import { execFile } from 'node:child_process'
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let portal: TestPortal
let folder: string
beforeAll(async () => {
  portal = await testPortal()
  // Inside the repository, so that packages are resolved.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'tables-'))
})
// The compiler takes a few seconds, on a busy machine several times that.
vi.setConfig({ testTimeout: 60_000 })
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** The TypeScript type of each database type, according to the parsers of platform/server/db/open.ts. */
const kinds: Readonly<Record<string, string>> = {
  text: 'text',
  uuid: 'text',
  date: 'text',
  time: 'text',
  timestamp: 'text',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamptz: 'instant',
  bytea: 'bytes',
  jsonb: 'json',
  _text: 'texts',
  tsvector: 'text',
}

type Described = Record<string, Record<string, string>>

/** The database's tables and columns: `{ faults: { id: 'number by default', reason: 'text or null', … } }`. */
async function databaseOf(db: Database): Promise<Described> {
  interface Column {
    readonly table: string
    readonly column: string
    readonly type: string
    readonly nullable: boolean
    readonly filled: '' | ' by default' | ' always'
  }
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
      case when is_generated = 'ALWAYS' then ' always'
        when column_default is not null or is_identity = 'YES' then ' by default' else '' end as filled
    from information_schema.columns
    where table_schema = current_schema() and table_name not like 'kysely%'
      and not exists (select from pg_inherits where inhrelid = to_regclass(quote_ident(table_name)))
    order by table_name, ordinal_position`.execute(db)
  const tables: Described = {}
  for (const { table, column, type, nullable, filled } of rows) {
    const kind = kinds[type]
    if (!kind) throw new Error(`${table}.${column} is a ${type}: what does that become in TypeScript?`)
    tables[table] = { ...tables[table], [column]: `${kind}${nullable ? ' or null' : ''}${filled}` }
  }
  return tables
}

const typesOf = `
import type { InsertType, SelectType } from 'kysely'
type Kind<Value> = [Value] extends [string] ? 'text' : [Value] extends [number] ? 'number'
  : [Value] extends [boolean] ? 'boolean' : [Value] extends [Date] ? 'instant' : [Value] extends [Uint8Array] ? 'bytes'
  : [Value] extends [readonly string[]] ? 'texts' : 'json'
type Null<Value> = null extends Value ? ' or null' : ''
type Filled<Value> = [Value] extends [never] ? ' always' : undefined extends Value ? ' by default' : ''
type Described<Table> = { [C in keyof Table]:
  \`\${Kind<NonNullable<SelectType<Table[C]>>>}\${Null<SelectType<Table[C]>>}\${Filled<InsertType<Table[C]>>}\` }
`

/** The files that describe tables, each with the name of its type. */
async function tableFiles(): Promise<{ file: string; type: string }[]> {
  const files: { file: string; type: string }[] = []
  for await (const file of glob('{areas,core,identity,platform}/**/tables.ts', { cwd: root })) {
    const type = /^export type (\w+Tables) =/m.exec(await readFile(join(root, file), 'utf8'))?.[1]
    if (!type) throw new Error(`${file} exports no type …Tables`)
    files.push({ file, type })
  }
  return files
}

/** The compiler's errors if the tables.ts files do not match such a database. Empty if they match. */
async function differences(database: Described): Promise<string> {
  const files = await tableFiles()
  await writeFile(
    join(folder, 'described.ts'),
    [
      ...files.map(({ file, type }) => `import type { ${type} } from '${join(root, file)}'`),
      typesOf,
      `type Tables = ${files.map(({ type }) => type).join(' & ')}`,
      // One statement per table, so that one error does not hide another.
      ...Object.entries(database).map(
        ([name, columns]) => `;(${JSON.stringify(columns)}) satisfies Described<Tables['${name}']>`,
      ),
      `const database = ${JSON.stringify(database)}`,
      'database satisfies Record<keyof Tables, unknown>',
    ].join('\n'),
  )
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        noEmit: true,
        lib: ['es2024', 'esnext.iterator'],
        types: ['node'],
      },
      files: ['described.ts'],
    }),
  )
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false']).catch(
    (error: { readonly stdout: string }) => error,
  )
  return stdout
}

test('every table is described correctly, and no absent one is described', async () => {
  const database = await databaseOf(portal.db)
  expect(Object.keys(database)).toContain('faults')
  expect(await differences(database)).toBe('')
})

test('each kind of difference is found', async () => {
  const { companies: _gone, ...database } = await databaseOf(portal.db)
  const { reason: _reason, ...withoutReason } = database['fault_steps'] ?? {}
  const found = await differences({
    ...database,
    lost: { id: 'number' },
    faults: { ...database['faults'], lost: 'text' },
    fault_steps: withoutReason,
    feeds: { ...database['feeds'], name: 'number' },
    vehicles: { ...database['vehicles'], name: 'text or null' },
    identities: { ...database['identities'], issuer: 'text by default' },
  })
  const lines = found.split('\n').filter((line) => line.includes(': error TS'))
  expect(lines).toHaveLength(7)
  for (const complaint of [
    /Property 'lost' does not exist on type 'Tables'/,
    /Property 'companies' is missing/,
    /'"lost"' does not exist in type 'Described</,
    /Property 'reason' is missing/,
    /'"number"' is not assignable to type '"text"'/,
    /'"text or null"' is not assignable to type '"text"'/,
    /'"text by default"' is not assignable to type '"text"'/,
  ])
    expect(found).toMatch(complaint)
})
