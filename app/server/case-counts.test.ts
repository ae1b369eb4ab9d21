// The counts beside the views, compared with a count of all rows without SQL: for each scope, in a queue with sensitive kinds and in one
// without.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#core/people/roles.ts'
import { reach, reaches } from '#core/people/server/roles/reach.ts'
import { findByUserName } from '#core/people/server/store.ts'
import type { Asking } from '#core/cases/server/case-row.ts'
import { countCases } from '#core/cases/server/list.ts'
import { isSensitive, type Queue } from '#core/cases/server/queue.ts'
import type { View } from '#core/cases/rules.ts'
import { deviationQueue } from '../../areas/deviations/server/queue.ts'
import { faultQueue } from '../../areas/vehicle-faults/server/queue.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { testNow } from './test-template.ts'

interface Row {
  readonly company: string
  readonly area: string | null
  readonly category: string | null
  readonly ended: boolean
  readonly owner: string | null
  readonly responsible: string | null
  readonly marked: boolean
  readonly replied: boolean
  readonly asked: boolean
  readonly late: boolean
  readonly recurring: boolean
  readonly unchecked: boolean
}

const areas = ['Umeå', 'Kiruna', 'Malå', null]
const categories = ['Fordonsskada', 'Trafikinformation', 'Hot och våld', 'Arbetsmiljöfrågor', null]
let portal: TestPortal
let me: NonNullable<Awaited<ReturnType<typeof findByUserName>>[number]>
const rowsOf = new Map<string, readonly Row[]>()

beforeAll(async () => {
  portal = await testPortal()
  const [employee] = await findByUserName(portal.db, 'roger', 'norr')
  if (!employee) throw new Error('Roger is not there')
  me = employee
  for (const { calls } of [faultQueue, deviationQueue]) {
    await sql`
      insert into cases (company, kind, id, number, area, category, received_at, state, ended_at, merged_into, owner_id, responsible_id,
        marked, replied, asked_at, due_at, recurring, check_by)
      select case when n % 11 = 0 then 'vast' else 'norr' end, ${calls.kind}, 1000000 + n, 'X-' || n,
        (${areas}::text[])[1 + n % 4], (${categories}::text[])[1 + n / 4 % 5], ${testNow}, 'Bedömd',
        case when n % 7 = 0 then ${testNow}::timestamptz end, case when n % 19 = 0 then 1 end,
        case when n % 3 = 0 then ${me.id}::uuid end, case when n % 13 = 0 then ${me.id}::uuid end,
        n % 9 = 0, n % 10 = 0, case when n % 6 = 0 then ${testNow}::timestamptz end,
        ${testNow}::timestamptz + interval '1 minute' * (n % 100 - 50), n % 17 = 0,
        case when n % 5 = 0 then ${testNow}::date + n % 4 - 2 end
      from generate_series(1, 1500) n`.execute(portal.db)
    const { rows } = await sql<Row>`
      select company, area, category, ended_at is not null as ended, owner_id as owner, responsible_id as responsible, marked, replied,
        asked_at is not null as asked, coalesce(due_at < ${testNow}, false) as late, recurring,
        coalesce(check_by < ${testNow}::date, false) as unchecked
      from cases where kind = ${calls.kind} and merged_into is null`.execute(portal.db)
    rowsOf.set(calls.kind, rows)
  }
})
afterAll(() => portal.close())

const inView: Readonly<Record<View, (row: Row) => boolean>> = {
  oppna: ({ ended }) => !ended,
  'ej-tilldelade': ({ ended, owner }) => !ended && owner === null,
  mina: ({ ended, owner }) => !ended && owner === me.id,
  svarat: ({ ended, replied }) => !ended && replied,
  forsenade: ({ ended, late, asked }) => !ended && late && !asked,
  markta: ({ ended, marked }) => !ended && marked,
  vantar: ({ ended, asked }) => !ended && asked,
  aterkommande: ({ ended, recurring }) => !ended && recurring,
  // Measures are still checked after the case has ended.
  kontroll: ({ unchecked }) => unchecked,
  avslutade: ({ ended }) => ended,
}

/** According to the decisions on rights: sensitive cases need a permission of their own, or must name the employee as responsible. */
function sees(row: Row, queue: Queue, { employee }: Asking): boolean {
  const { see, sensitive } = queue.calls.rights
  const hidden = isSensitive(queue, row.category)
  const isNamed = queue.responsible === true && row.company === me.company && row.responsible === me.id
  if (isNamed) return true
  if (!hidden && reaches(reach(employee, see), row)) return true
  return queue.sensitive !== undefined && (hidden || row.marked) && reaches(reach(employee, sensitive), row)
}

const held = (role: Role, area: string | null = null, category: string | null = null) => ({
  role,
  area,
  category,
  deputyFor: null,
})
const reached = {
  'the whole company': Object.keys(roles).map((role) => [held(role as Role)]),
  'one area': Object.keys(roles).map((role) => [held(role as Role, 'Kiruna')]),
  'several areas': [
    [held('verkstad', 'Kiruna'), held('verkstad', 'Malå')],
    [held('omradeschef', 'Umeå'), held('omradeschef', 'Kiruna'), held('verkstad', 'Malå')],
  ],
  'an area, and a category of another': [
    [held('verkstad', 'Umeå'), held('omradeschef', 'Kiruna', 'Fordonsskada')],
    [held('hr', 'Malå'), held('trafikledare', 'Kiruna', 'Trafikinformation')],
  ],
  nothing: [[]],
}

describe.each([faultQueue, deviationQueue].map((queue) => [queue.calls.kind, queue as unknown as Queue] as const))(
  'of %s',
  (kind, queue) => {
    test.each(Object.entries(reached))('who reaches %s counts what he or she sees', async (_, combinations) => {
      for (const held of combinations) {
        const asking: Asking = { employee: { ...me, roles: held }, now: testNow, timeZone: 'Europe/Stockholm' }
        const rows = rowsOf.get(kind) ?? []
        const seen = rows.filter((row) => sees(row, queue, asking))
        const isTold =
          queue.mark?.notifies !== undefined && reach(asking.employee, queue.calls.rights.mark).scopes.length > 0
        const told = rows.filter((row) => row.company === me.company && row.marked)
        const counted = (await countCases(portal.db, queue, asking)).map(({ view, count, more }) => [view, count, more])
        const expected = counted.map(([view]) => {
          const all = (view === 'markta' && isTold ? told : seen).filter(inView[view as View]).length
          const most = view === 'oppna' ? 999 : 99
          return [view, Math.min(all, most), all > most]
        })
        expect([held, counted]).toEqual([held, expected])
      }
    })
  },
)
