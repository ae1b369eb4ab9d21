// How the database reads a long queue. That a long queue costs no more than a short one is measured in bench/server/cases.ts.
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseQuery } from '#core/cases/contract.ts'
import type { Asking } from '#core/cases/server/case-row.ts'
import { countCases, listCases } from '#core/cases/server/list.ts'
import { findByUserName } from '#core/people/server/store.ts'
import type { Database } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { faultQueue } from './queue.ts'

const open = 20_000
/** How many cases are inserted at a time, so that each statement ends within a request's time limit. */
const piece = 2000
/** Null: the whole company. */
type Areas = readonly string[] | null
let portal: TestPortal
let asking: (areas: Areas, own?: boolean) => Asking

beforeAll(async () => {
  portal = await testPortal()
  const [employee] = await findByUserName(portal.db, 'roger', 'norr')
  if (!employee) throw new Error('Roger is not there')
  asking = (areas, own = true) => ({
    employee: {
      ...employee,
      ...(own ? {} : { id: '00000000-0000-0000-0000-000000000001' }),
      roles: (areas ?? [null]).map((area) => ({ role: 'verkstad', area, category: null, deputyFor: null })),
    },
    now: testNow,
    timeZone: 'Europe/Stockholm',
  })
  // Ended cases come first, as in a table that has been in use.
  for (let from = 0; from < 2 * open; from += piece)
    await sql`
      insert into cases (company, kind, id, number, area, category, received_at, state, ended_at, owner_id, marked, asked_at, replied,
        recurring, due_at, due_what, worded)
      select 'norr', 'fel', 1000000 + n, 'F-' || 1000000 + n,
        case when n % 500 = 7 then 'Malå' when n % 50 = 9 then 'Lycksele' else 'Område ' || n % 10 end, 'Dörrar', ${testNow}, 'Bedömd',
        case when n <= ${open}::int then ${testNow}::timestamptz end, case when n % 30 >= 10 then ${employee.id}::uuid end, n % 101 = 0,
        case when n % 53 = 0 then ${testNow}::timestamptz end, n % 59 = 0, n % 23 = 0,
        ${testNow}::timestamptz + interval '1 second' * (n * 7919 % 1000000 - 200000), 'Klart', true
      from generate_series(${from + 1}::int, ${from + piece}::int) n`.execute(portal.db)
  await sql`vacuum analyze cases`.execute(portal.db)
})
afterAll(() => portal.close())

/** The statements that something runs, without running them. */
async function statementsOf(run: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const nowhere = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query),
  })
  await run(nowhere)
  return statements
}

const written = (value: unknown) => {
  const text = Array.isArray(value) ? `{${value.join()}}` : value instanceof Date ? value.toISOString() : String(value)
  return `'${text}'`
}

/** Runs a prepared statement as often as PostgreSQL needs to choose its plan, as in a portal that has just started. */
async function remembered({ sql: text, parameters }: CompiledQuery) {
  return portal.db.connection().execute(async (db) => {
    await sql.raw(`prepare asked as ${text}`).execute(db)
    try {
      const run = `execute asked (${parameters.map(written).join(', ')})`
      for (let time = 0; time < 8; time++) await sql.raw(run).execute(db)
      const { rows: plans } = await sql<{ remembered: number }>`
        select generic_plans::int as remembered from pg_prepared_statements where name = 'asked'`.execute(db)
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain ${run}`).execute(db)
      return { plan: rows.map((row) => row['QUERY PLAN']).join('\n'), times: plans[0]?.remembered }
    } finally {
      await sql`deallocate asked`.execute(db)
    }
  })
}

const whose = {
  'the company': { areas: null },
  'a tenth': { areas: ['Område 3'] },
  'a fiftieth': { areas: ['Lycksele'] },
  'one in five hundred': { areas: ['Malå'] },
  'an area without cases': { areas: ['Arvidsjaur'] },
  'two areas': { areas: ['Malå', 'Lycksele'] },
  'a tenth, none of them own': { areas: ['Område 3'], own: false },
} as const satisfies Record<string, { areas: Areas; own?: boolean }>

test.each([null, ['Område 3'], ['Malå']])('the open ones are counted by the small index, areas %s', async (areas) => {
  const [statement] = await statementsOf((db) => countCases(db, faultQueue, asking(areas)))
  if (!statement) throw new Error('nothing was asked')
  expect((await remembered(statement)).plan).toContain('Index Only Scan using cases_open_counted')
})

test('the latest ended in a state are read by their own index', async () => {
  const [statement] = await statementsOf((db) => listCases(db, faultQueue, asking(null), { status: 'Klar' }))
  if (!statement) throw new Error('nothing was asked')
  expect((await remembered(statement)).plan).toContain('cases_ended_in_state')
})

const lists: Readonly<Record<string, CaseQuery>> = {
  'open ones': {},
  'those without an owner in a state': { vy: 'ej-tilldelade', status: 'Bedömd' },
  'own ones': { vy: 'mina' },
  'those in a state that ends a case': { status: 'Klar' },
  'those that are late': { vy: 'forsenade' },
  'those with a reply': { vy: 'svarat' },
}

const reads: Readonly<Record<string, (db: Database, asking: Asking) => Promise<unknown>>> = {
  'the counts': (db, who) => countCases(db, faultQueue, who),
  ...Object.fromEntries(
    Object.entries(lists).map(([name, query]) => [
      `a page of ${name}`,
      (db: Database, who: Asking) => listCases(db, faultQueue, who, query),
    ]),
  ),
}

for (const [reach, of] of Object.entries(whose))
  test.each(Object.entries(reads))(`%s of ${reach}: by an index, with a plan that is remembered`, async (_, read) => {
    const { areas, own }: { areas: Areas; own?: boolean } = of
    const [statement, ...others] = await statementsOf((db) => read(db, asking(areas, own)))
    expect(others).toEqual([])
    if (!statement) throw new Error('nothing was asked')
    const { plan, times } = await remembered(statement)
    expect(plan).not.toContain('Seq Scan on cases')
    // PostgreSQL plans the first five executions for their values. It goes on like that if those plans seem cheaper, and then each request
    // costs the planning too.
    expect(times).toBe(3)
  })
