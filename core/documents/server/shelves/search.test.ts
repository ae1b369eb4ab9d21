import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchedFor } from '#platform/server/search.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { findShelved } from './search.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await add('norr', 'handbok', 'Umeå', 1, 250)
  await add('norr', 'handbok', 'Luleå', 251, 500)
  await add('norr', 'annan', 'Umeå', 501, 750)
  await add('syd', 'handbok', 'Umeå', 751, 1000)
})
afterAll(() => portal.close())

/** Documents whose names are `Körrutin <n>.pdf`, the highest number the newest. */
async function add(company: string, shelf: string, place: string, from: number, to: number) {
  const { db } = portal
  await sql`
    insert into documents (id, file_name, size, company, created_at)
    select 'handbok-' || n, 'Körrutin ' || n || '.pdf', 1, ${company}, now()
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`
    insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
    select 'handbok-' || n, ${company}, ${shelf}, 'area', ${place}, 'Körrutin ' || n || '.pdf', 1, '',
      timestamptz '2026-01-01' + n * interval '1 hour'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
}

const names = async (typed: string, places: readonly string[] = ['Umeå']) => {
  const query = { company: 'norr', shelf: 'handbok', reach: 'area', places } as const
  return (await findShelved(portal.db, query, searchedFor(typed), 5)).map(({ fileName }) => fileName)
}

test('of many and of few hits the newest, and nothing of other places, shelves and companies', async () => {
  const newest = [250, 249, 248, 247, 246].map((n) => `Körrutin ${n}.pdf`)
  expect(await names('körrutin')).toEqual(newest)
  expect(await names('rutin')).toEqual(newest)
  expect(await names('KÖRRUTIN 17')).toEqual(['Körrutin 17.pdf'])
  for (const elsewhere of [300, 600, 800]) expect(await names(`körrutin ${elsewhere}`)).toEqual([])
  expect(await names('körrutin 300', ['Umeå', 'Luleå'])).toEqual(['Körrutin 300.pdf'])
  expect(await names('körrutin', [])).toEqual([])
})

test('a name is found by what is within its words, with its ending, and no longer when it is gone', async () => {
  const { db } = portal
  await sql`insert into documents (id, file_name, size, company, created_at) values ('egen', 'x', 1, 'norr', now())`.execute(
    db,
  )
  await sql`
    insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
    values ('egen', 'norr', 'handbok', 'area', 'Umeå', 'Halkbekämpning_på ÄLVSBYNS-depån.docx', 1, '', now())`.execute(
    db,
  )
  const own = ['Halkbekämpning_på ÄLVSBYNS-depån.docx']
  for (const typed of ['bekämp', 'ämpning', 'byn', 'älvsby', 'LVSBYNS', 'epå', 'docx', 'pån byns'])
    expect(await names(typed), typed).toEqual(own)
  // Two letters inside a word, and words that the name does not contain whole.
  for (const typed of ['ek', 'bekämpningar', 'byns epå x']) expect(await names(typed), typed).toEqual([])
  await sql`delete from documents where id = 'egen'`.execute(db)
  expect(await names('bekämp')).toEqual([])
  const { rows } = await sql`select 1 from shelf_names where document_id = 'egen'`.execute(db)
  expect(rows).toEqual([])
})

test('what employees own has no name that is searched', async () => {
  const { rows } = await sql`
    select 1 from shelf_names n join shelved_documents d using (document_id) where d.reach = 'employee'`.execute(
    portal.db,
  )
  expect(rows).toEqual([])
})
