import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { reach, reaches, within } from './reach.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const areas = ['A', 'B', null]
const categories = ['Fordonsskada', 'Trafikinformation', 'Hot och våld', null]
const things = ['norr', 'vast'].flatMap((company) =>
  areas.flatMap((area) => categories.map((category) => ({ company, area, category }))),
)

const held = (role: string, area: string | null, category: string | null = null) => ({
  role,
  area,
  category,
  deputyFor: null,
})
const me = '00000000-0000-0000-0000-000000000001'
const asking = (...roles: ReturnType<typeof held>[]) => ({ id: me, company: 'norr', roles })

/** What SQL finds of the things, as 'norr A Fordonsskada'. */
async function found(reached: ReturnType<typeof reach>): Promise<string[]> {
  const columns = {
    company: sql.ref<string>('company'),
    area: sql.ref<string>('area'),
    category: sql.ref<string>('category'),
  }
  const { rows } = await sql<{ thing: string }>`
    select concat_ws(' ', company, coalesce(area, '-'), coalesce(category, '-')) as thing
    from json_to_recordset(${JSON.stringify(things)}::json) as t(company text, area text, category text)
    where ${within(reached, columns)}`.execute(portal.db)
  return rows.map(({ thing }) => thing).toSorted()
}
const named = (things: readonly { company: string; area: string | null; category: string | null }[]) =>
  things.map(({ company, area, category }) => `${company} ${area ?? '-'} ${category ?? '-'}`).toSorted()

test('the whole company, and no other', async () => {
  const all = await found(reach(asking(held('verkstad', null)), 'faults.see'))
  expect(all).toEqual(named(things.filter(({ company }) => company === 'norr')))
})

test('an area with a category and another with all categories are no cross product', async () => {
  const reached = reach(asking(held('omradeschef', 'A', 'Fordonsskada'), held('verkstad', 'B')), 'faults.see')
  expect(await found(reached)).toEqual(
    named(
      things.filter(
        ({ company, area, category }) =>
          company === 'norr' && (area === 'B' || (area === 'A' && category === 'Fordonsskada')),
      ),
    ),
  )
})

test('a role that is limited to categories never reaches the others, wherever it was given', async () => {
  const reached = reach(asking(held('trafikledare', null)), 'deviations.see')
  expect((await found(reached)).filter((thing) => thing.includes('Hot'))).toEqual([])
  expect(reach(asking(held('trafikledare', null, 'Hot och våld')), 'deviations.see').scopes).toEqual([])
})

test('nobody without the permission reaches anything, but whom a thing names', async () => {
  const reached = reach(asking(held('it', null)), 'deviations.sensitive')
  expect(await found(reached)).toEqual([])
  const columns = { company: sql.val('norr'), named: sql.val(me) }
  const { rows } = await sql`select 1 where ${within(reached, columns)}`.execute(portal.db)
  expect(rows).toHaveLength(1)
})

test('SQL and the rule for one thing agree, whatever roles are combined', async () => {
  const some = ['trafikledare', 'omradeschef', 'hr', 'skyddsombud'].flatMap((role) =>
    areas.flatMap((area) => [held(role, area), held(role, area, 'Fordonsskada')]),
  )
  for (const first of some) {
    for (const second of some) {
      const reached = reach(asking(first, second), 'deviations.see')
      expect(await found(reached)).toEqual(named(things.filter((thing) => reaches(reached, thing))))
    }
  }
})
