// A list as CSV and as cells of a workbook, tested with the workshop's queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CellPiece, Counts } from '#core/cases/contract.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['sirpa', 'verkstad', { area: 'Kiruna' }],
  ])
})
afterAll(() => portal.close())

const { get: ask } = officeCalls(() => portal, 'fel')
const cells = async (userName: string, query = ''): Promise<CellPiece> =>
  (await ask(userName, `celler${query}`)).body.result
const exports = async () => {
  const { rows } = await sql<{ rows: number }>`
    select (after->>'rows')::int as rows from audit where what = 'case.exported' order by id`.execute(portal.db)
  return rows.map((row) => row.rows)
}

/** Adds ended cases without faults, which is enough for a table. */
async function addCases(count: number): Promise<void> {
  await sql`
    insert into cases (company, kind, id, number, received_at, state, ended_at, worded)
    select 'norr', 'fel', 1000000 + n, 'F-9' || lpad(n::text, 7, '0'), timestamptz '2026-01-01', 'Klar', timestamptz '2026-01-02', true
    from generate_series(1, ${count}::int) n`.execute(portal.db)
}

test('the cells of a list are those of its CSV, with the heads first, and who took them is recorded', async () => {
  const { rows, next } = await cells('roger', '?vy=oppna')
  expect([next, rows[0]]).toEqual([
    null,
    ['Nummer', 'Ärende', 'Gäller', 'Status', 'Handläggare', 'Inkom', 'Avslutat', 'Senast'],
  ])
  const { text } = (await ask('roger', 'tabell?vy=oppna')).body.result as { text: string }
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(rows.length)
  expect(lines.at(-1)).toContain(rows.at(-1)?.[0])
  expect(await exports()).toEqual([rows.length - 1, rows.length - 1])
  // Cases of other areas are not in the table.
  const { rows: ofKiruna } = await cells('sirpa', '?vy=oppna')
  expect(ofKiruna.length).toBeLessThan(rows.length)
})

test('a piece that continues nothing that was recorded is recorded', async () => {
  const before = (await exports()).length
  const since = async () => (await exports()).slice(before)
  portal.clock.now = new Date(portal.clock.now.getTime() + 2 * 3_600_000)
  const { text, next } = (await ask('roger', 'tabell?vy=oppna&efter=0')).body.result as { text: string; next: null }
  const count = text.trim().split('\r\n').length
  expect([count > 1, next, await since()]).toEqual([true, null, [count]])
  // These pieces do not continue that export: another choice, another employee, and an hour later.
  await ask('roger', 'tabell?vy=avslutade&efter=1')
  await ask('sirpa', 'tabell?vy=oppna&efter=1')
  expect(await since()).toHaveLength(3)
  await ask('roger', 'tabell?vy=oppna&efter=1')
  expect(await since()).toHaveLength(3)
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_600_001)
  await ask('roger', 'tabell?vy=oppna&efter=1')
  expect(await since()).toHaveLength(4)
  // What was recorded by a clock that was ahead.
  portal.clock.now = new Date(portal.clock.now.getTime() - 2 * 3_600_000)
  await ask('sirpa', 'tabell?vy=avslutade')
  portal.clock.now = new Date(portal.clock.now.getTime() - 1)
  await ask('sirpa', 'tabell?vy=avslutade&efter=1')
  expect(await since()).toHaveLength(6)
})

test('a piece from beyond the end of the list is recorded with all rows of the list', async () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 4 * 3_600_000)
  const before = (await exports()).length
  expect((await cells('roger', '?vy=oppna&efter=999999999999999')).rows).toEqual([])
  const { rows } = await cells('roger', '?vy=oppna&efter=1')
  expect(rows.length).toBeGreaterThan(1)
  const { rows: all } = await cells('roger', '?vy=oppna')
  expect((await exports()).slice(before)).toEqual([all.length - 1, all.length - 1])
})

test('pieces follow one another, and what a workbook cannot hold is refused before anything is taken', async () => {
  await addCases(2500)
  const taken: string[] = []
  let next: number | null = null
  do {
    const piece = await cells('roger', `?vy=avslutade${next === null ? '' : `&efter=${next}`}`)
    taken.push(...piece.rows.map(([number = '']) => number))
    next = piece.next
  } while (next !== null)
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken.filter((number) => number.startsWith('F-9'))).toHaveLength(2500)
  const before = await exports()
  await sql`delete from cases where id > 1000000`.execute(portal.db)
  await addCases(20_001)
  const { status, body } = await ask('roger', 'celler?vy=avslutade')
  expect([status, body.errorMessage]).toEqual([
    409,
    expect.stringMatching(
      /^Urvalet har 2\d\u00a0\d{3} ärenden\. En Excelfil rymmer högst 20\u00a0000: begränsa urvalet eller hämta CSV\.$/,
    ),
  ])
  expect(await exports()).toEqual(before)
  // If cases are chosen, only those are exported and recorded.
  const two = ['F-90000007', 'F-90000011']
  const { rows: chosen } = await cells('roger', `?vy=avslutade&valda=${two.join(',')}`)
  expect(chosen.slice(1).map(([number]) => number)).toEqual(two)
  const { rows: recorded } = await sql<{ after: unknown }>`
    select after from audit where what = 'case.exported' order by id desc limit 1`.execute(portal.db)
  expect(recorded[0]?.after).toEqual({ rows: 2, vy: 'avslutade', valda: two.join(',') })
  const others = await cells('sirpa', `?vy=avslutade&valda=${two.join(',')}`)
  expect(others.rows).toHaveLength(1)
  const many = Array.from({ length: 501 }, (_, at) => `F-${at}`).join(',')
  expect((await ask('roger', `celler?valda=${many}`)).status).toBe(400)
  expect((await ask('roger', 'tabell?vy=avslutade')).status).toBe(200)
  for (const efter of [0, 1_015_000])
    expect((await ask('roger', `celler?vy=avslutade&efter=${efter}`)).status).toBe(409)
})

test('open cases are counted further than those of other views', async () => {
  const counts = async () =>
    Object.fromEntries(
      ((await ask('roger', 'antal')).body.result as Counts).map(({ view, count, more }) => [view, [count, more]]),
    )
  const before = await counts()
  expect(before['oppna']?.[1]).toBe(false)
  const add = (count: number, from: number) =>
    sql`
      insert into cases (company, kind, id, number, received_at, state, due_at, worded)
      select 'norr', 'fel', 3000000 + n, 'F-8' || n, timestamptz '2026-01-01', 'Mottagen', timestamptz '2026-01-02', true
      from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(portal.db)
  await add(150, 1)
  const after = await counts()
  expect([after['oppna'], after['ej-tilldelade'], after['forsenade']]).toEqual([
    [Number(before['oppna']?.[0]) + 150, false],
    [99, true],
    [99, true],
  ])
  await add(1000, 1000)
  expect((await counts())['oppna']).toEqual([999, true])
})
