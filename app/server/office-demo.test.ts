// The demo's office: every queue of every company has handled, waiting and overdue cases.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from './test-portal.ts'
import { testNow } from './test-template.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const companies = ['norr', 'ost', 'syd', 'vast']

/** Queues with cases from two months. The others follow the duties and news of the test's window, which is shorter. */
const ofMonths = ['avvikelser', 'fel', 'forslag']

test('every queue of every company has handled, waiting and overdue cases, of two months', async () => {
  const { rows } = await sql<{
    kind: string
    company: string
    handled: boolean
    waiting: boolean
    overdue: boolean
    months: boolean
  }>`
    select kind, company, bool_or(ended_at is not null) as handled,
      bool_or(ended_at is null and (due_at is null or due_at >= ${testNow})) as waiting,
      coalesce(bool_or(ended_at is null and due_at < ${testNow}), false) as overdue,
      max(received_at) - min(received_at) >= interval '60 days' as months
    from cases where merged_into is null group by kind, company order by kind, company`.execute(portal.db)
  const found = new Map(rows.map((row) => [`${row.kind} ${row.company}`, row]))
  // All queues that exist. Väst has no vehicle faults, because its variant has switched them off.
  const expected = [...new Set(rows.map(({ kind }) => kind))].flatMap((kind) =>
    companies
      .filter((company) => kind !== 'fel' || company !== 'vast')
      .map((company) => ({
        kind,
        company,
        handled: true,
        waiting: true,
        overdue: true,
        months: ofMonths.includes(kind),
      })),
  )
  expect(expected.length).toBe(5 * companies.length - 1)
  expect(expected.map(({ kind, company }) => found.get(`${kind} ${company}`) ?? `${kind} ${company}: none`)).toEqual(
    expected,
  )
})
