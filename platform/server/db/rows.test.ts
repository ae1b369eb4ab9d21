import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Generated, GeneratedAlways } from 'kysely'
import { expect, test } from 'vitest'
import { columnsOf, columnsOrNull, selected, type AllWritten, type NewRow, type RowOf } from './rows.ts'

interface Finds {
  id: Generated<number>
  place: string
  reason: string | null
  ended: GeneratedAlways<boolean>
}

const nowhere = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const f = columnsOf<Finds>('f')

test('a select list names its fields and gives the row its type', () => {
  const find = selected({ id: f('id'), foundAt: f('place'), why: columnsOrNull<Finds>('g')('place') })
  expect(sql`select ${find} from finds f`.compile(nowhere).sql).toBe(
    'select "f"."id" as "id", "f"."place" as "foundAt", "g"."place" as "why" from finds f',
  )
  const row: RowOf<typeof find> = { id: 1, foundAt: 'Depån', why: null }
  // @ts-expect-error -- nothing is selected under this name
  expect(row.reason).toBeUndefined()
  // @ts-expect-error -- the table has no such column
  f('colour')
  // @ts-expect-error -- a nullable column is not a plain string
  const why: string = row.why
  expect(why).toBeNull()
})

test('a new row has every column that the database does not fill', () => {
  const whole = { place: 'Depån', reason: null } satisfies NewRow<Finds>
  // @ts-expect-error -- the reason may be null, but not left out
  const forgotten = { place: 'Depån' } satisfies NewRow<Finds>
  expect(Object.keys(whole)).not.toEqual(Object.keys(forgotten))
})

test('a body is fully written when no field of it is left, optional fields included', () => {
  const body: { readonly place: string; readonly reason?: string } = { place: 'Depån', reason: 'Glömd' }
  const { place: _place, reason: _reason, ...nothing } = body
  nothing satisfies AllWritten
  const { place: _, ...unwritten } = body
  // @ts-expect-error -- the reason is not written
  unwritten satisfies AllWritten
  expect([Object.keys(nothing), Object.keys(unwritten)]).toEqual([[], ['reason']])
})
