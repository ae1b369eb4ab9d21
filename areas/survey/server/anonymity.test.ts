// Reads the database and the log as their administrator would, who wants to know what somebody answered.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { filledForm } from './answers-fixture.ts'
import { survey } from './index.ts'

let portal: TestPortal
/** Who answered, in the order of answering. */
const senders: { readonly id: string; readonly words: string }[] = []
const logAt = { before: 0 }

const wordsOf = (userName: string) => `Hemligt svar ${Buffer.from(userName).toString('hex')}`

beforeAll(async () => {
  portal = await testPortal()
  const { rows } = await sql<{ id: string; user_name: string }>`
    select e.id, e.user_name from employees e where exists (select 1 from employee_claims c
      where c.employee_id = e.id and c.type = 'IntraPosition' and c.value = 'Bussförare')
    order by md5(e.user_name) limit 24`.execute(portal.db)
  logAt.before = portal.logged.length
  for (const { id, user_name } of rows) {
    const words = wordsOf(user_name)
    const { body } = await portal.send(user_name, 'POST', '/api/undersokning/send', {
      body: filledForm('forare', words),
    })
    expect(body.result).toBe('Tack för ditt svar.')
    senders.push({ id, words })
  }
})
afterAll(() => portal.close())

interface Row {
  readonly id: string
  readonly key: string
  readonly xmin: string
  readonly ctid: string
}

const participation = () => read('select employee_id::text as id, employee_id::text as key', 'survey_participation')
const answers = () => read(`select answers->>'kunder5' as id, id::text as key`, 'survey_answers')

/** Rows as they lie in the table's file. */
async function read(columns: string, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${sql.raw(columns)}, xmin::text, ctid::text from ${sql.table(table)} order by ${sql.raw(table)}.ctid`.execute(
    portal.db,
  )
  return rows
}

/** How many of the pairs that an attack comes up with are right. */
function hits(pairs: readonly (readonly [who: Row | undefined, what: Row | undefined])[]): number {
  const truth = new Map(senders.map(({ id, words }) => [id, words]))
  return pairs.filter(([who, what]) => who && what && truth.get(who.id) === what.id).length
}

const paired = (who: readonly Row[], what: readonly Row[]) => who.map((row, at) => [row, what[at]] as const)
const by = (rows: readonly Row[], column: 'key' | 'xmin') =>
  rows.toSorted((a, b) => (column === 'xmin' ? Number(a.xmin) - Number(b.xmin) : a.key < b.key ? -1 : 1))

async function attacks() {
  const [who, what] = [await participation(), await answers()]
  const sameAge = who.flatMap((row) => {
    const alike = what.filter(({ xmin }) => xmin === row.xmin)
    return alike.length === 1 ? [[row, alike[0]] as const] : []
  })
  return {
    'transaction (xmin)': hits(sameAge),
    'place in the file (ctid)': hits(paired(who, what)),
    'order of age': hits(paired(by(who, 'xmin'), by(what, 'xmin'))),
    'order of keys': hits(paired(by(who, 'key'), by(what, 'key'))),
  }
}

test('before the shuffle the attacks succeed: they are worth withstanding', async () => {
  expect(senders.length).toBeGreaterThanOrEqual(20)
  const found = await attacks()
  expect(found['transaction (xmin)']).toBe(senders.length)
  expect(found['place in the file (ctid)']).toBe(senders.length)
})

test('after it none of them does better than chance, time after time', async () => {
  const idsBefore = (await answers()).map(({ key }) => key)
  const orders = new Set<string>()
  for (let round = 0; round < 4; round++) {
    await survey.hourly?.({ db: portal.db } as Parameters<NonNullable<typeof survey.hourly>>[0])
    const [who, what] = [await participation(), await answers()]
    expect(new Set([...who, ...what].map(({ xmin }) => xmin)).size).toBe(1)
    expect(what.map(({ key }) => key).filter((key) => idsBefore.includes(key))).toEqual([])
    // By chance one pair of 24 is right; ten or more once in several million times.
    for (const found of Object.values(await attacks())) expect(found).toBeLessThan(10)
    expect(what.map(({ id }) => id)).not.toEqual(senders.map(({ words }) => words))
    expect(who.map(({ id }) => id)).not.toEqual(senders.map(({ id }) => id))
    orders.add(what.map(({ id }) => id).join())
    // One more answer makes the next shuffle worth its while.
    await sql`insert into survey_answers (year, form, answers) values (2027, 'forare', '{"kunder5": "till"}')`.execute(
      portal.db,
    )
  }
  expect(orders.size).toBe(4)
})

test('where nobody has answered since, nothing is written', async () => {
  const platform = { db: portal.db } as Parameters<NonNullable<typeof survey.hourly>>[0]
  await survey.hourly?.(platform)
  const before = [await participation(), await answers()]
  await survey.hourly?.(platform)
  expect([await participation(), await answers()]).toEqual(before)
})

test('nothing is lost on the way, and who has answered has', async () => {
  const kept = (await answers()).map(({ id }) => id).filter((id) => id.startsWith('Hemligt'))
  expect(kept.toSorted()).toEqual(senders.map(({ words }) => words).toSorted())
  expect((await participation()).map(({ id }) => id).toSorted()).toEqual(senders.map(({ id }) => id).toSorted())
})

test('no other table holds an answer, and none of the two a time, a sequence or a common column', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`.execute(portal.db)
  expect(tables.length).toBeGreaterThan(20)
  const holding: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t where t::text like '%Hemligt svar%' limit 1`.execute(
      portal.db,
    )
    if (rows.length > 0) holding.push(name)
  }
  expect(holding).toEqual(['survey_answers'])
  const { rows: columns } = await sql<{ table: string; name: string; type: string; value: string | null }>`
    select table_name as table, column_name as name, data_type as type, column_default as value
    from information_schema.columns where table_name in ('survey_participation', 'survey_answers')`.execute(portal.db)
  expect(columns.filter(({ type }) => /time|date/.test(type))).toEqual([])
  expect(columns.filter(({ value }) => value !== null && value !== 'gen_random_uuid()')).toEqual([])
  const of = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name)
  expect(of('survey_participation').filter((name) => of('survey_answers').includes(name))).toEqual(['year'])
})

test('the server’s own statistics name no row', async () => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where query like '%survey%' and query not like '%pg_stat_activity%'`.execute(
    portal.db,
  )
  for (const { query } of rows) for (const { id } of senders) expect(query).not.toContain(id)
})

test('the log has no line of it: not who, not what, not when', async () => {
  const lines = portal.logged.slice(logAt.before)
  expect(lines.filter((line) => line.includes('undersokning/send'))).toEqual([])
  // Not one line per answer under another name either.
  expect(lines).toEqual([])
  await portal.send('anna', 'GET', '/api/undersokning/get')
  expect(portal.logged.at(-1)).toContain('"route":"/api/undersokning/get"')
})
