// How the database reads a long queue. That it does not cost more than a short one is measured (bench/server/cases.ts).
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
/** Filled in so many at a time, each within the time that a request has. */
const piece = 2000
let portal: TestPortal
let asking: (area: string | null) => Asking

beforeAll(async () => {
  portal = await testPortal()
  const [employee] = await findByUserName(portal.db, 'roger', 'norr')
  if (!employee) throw new Error('Roger is not there')
  asking = (area) => ({
    employee: { ...employee, roles: [{ role: 'verkstad', area, category: null, deputyFor: null }] },
    now: testNow,
    timeZone: 'Europe/Stockholm',
  })
  // Those that have ended come first, as they do in a table that has been used.
  for (let from = 0; from < 2 * open; from += piece)
    await sql`
      insert into cases (company, kind, id, number, area, category, received_at, state, ended_at, owner_id, marked, asked_at, replied,
        recurring, due_at, due_what, worded)
      select 'norr', 'fel', 1000000 + n, 'F-' || 1000000 + n, 'Område ' || n % 10, 'Dörrar', ${testNow}, 'Bedömd',
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

const written = (value: unknown) => `'${value instanceof Date ? value.toISOString() : String(value)}'`

/** How a statement is read, and what the planner thinks that it costs. */
async function planOf({ sql: text, parameters }: CompiledQuery, mode: 'force_generic_plan' | 'force_custom_plan') {
  const { rows } = await portal.db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = ${sql.lit(mode)}`.execute(tx)
    await sql.raw(`prepare asked as ${text}`).execute(tx)
    const explained = await sql
      .raw<{ 'QUERY PLAN': string }>(`explain execute asked (${parameters.map(written).join(', ')})`)
      .execute(tx)
    await sql`deallocate asked`.execute(tx)
    return explained
  })
  const lines = rows.map((row) => row['QUERY PLAN'])
  return { text: lines.join('\n'), cost: Number(/\.\.([\d.]+)/.exec(lines[0] ?? '')?.[1]) }
}

test.each([null, 'Område 3'])('the open ones are counted by the small index, area %s', async (area) => {
  const [statement] = await statementsOf((db) => countCases(db, faultQueue, asking(area)))
  if (!statement) throw new Error('nothing was asked')
  expect((await planOf(statement, 'force_generic_plan')).text).toContain('Index Only Scan using cases_open_counted')
})

const lists: Readonly<Record<string, CaseQuery>> = {
  'open ones': {},
  'those without an owner in a state': { vy: 'ej-tilldelade', status: 'Bedömd' },
  'own ones': { vy: 'mina' },
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

for (const [reach, area] of [
  ['the company', null],
  ['an area', 'Område 3'],
] as const)
  test.each(Object.entries(reads))(
    `%s of ${reach}: by an index, with a plan that is worth remembering`,
    async (_, read) => {
      const [statement, ...others] = await statementsOf((db) => read(db, asking(area)))
      expect(others).toEqual([])
      if (!statement) throw new Error('nothing was asked')
      const remembered = await planOf(statement, 'force_generic_plan')
      expect(remembered.text).not.toContain('Seq Scan on cases')
      // Otherwise PostgreSQL plans each answer anew, which costs more than to find it.
      const ofThese = await planOf(statement, 'force_custom_plan')
      expect(remembered.cost).toBeLessThan(2 * ofThese.cost)
    },
  )
