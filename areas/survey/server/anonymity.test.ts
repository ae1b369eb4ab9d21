// Reads the database, its write-ahead log and the portal's log, as an administrator could who wants to know what somebody answered.
import { DefaultQueryExecutor, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allAnswers, mixedAnswers, staffOf, surveyPortal, type SurveyPortal } from './survey-fixture.ts'
import { type KeptLog, keepLog, placesOf, writeAheadLog } from './wal-fixture.ts'

interface Sender {
  readonly id: string
  readonly userName: string
  readonly words: string
}

let portal: SurveyPortal
/** The employees who answered, in that order. */
const senders: Sender[] = []
const logged: string[] = []
let keptLog: KeptLog

// The tests read every row of every table.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(async () => {
  portal = await surveyPortal({ onDisk: true })
  keptLog = await keepLog(portal)
  const people = await staffOf(portal.db, ['norr', 'vast'])
  const before = portal.logged.length
  for (const { id, userName, form } of people) {
    if (form !== 'forare') continue
    const words = `${secret} ${Buffer.from(userName).toString('hex')}.`
    expect(await portal.answer(userName, 'forare', words)).toBe('Tack för ditt svar.')
    senders.push({ id, userName, words })
  }
  logged.push(...portal.logged.slice(before))
})
afterAll(async () => {
  await keptLog.release()
  await portal.close()
})

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly initially: string | null
}

async function allColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as name, data_type as type, column_default as initially
    from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(portal.db)
  return rows
}

/** A table's rows as text, in the order of its file, with PostgreSQL's system columns. */
async function rowsOf(table: string, columns: readonly string[]): Promise<Record<string, string>[]> {
  const all = [...columns, 'xmin', 'ctid'].map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(all)} from ${sql.table(table)} order by ${sql.ref(`${table}.ctid`)}`.execute(portal.db)
  return rows
}

/** The columns that contain a value for which the test is true. */
async function holding(test: (column: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<string[]> {
  const columns = [...Map.groupBy(await allColumns(), ({ table }) => table)]
  const found = await Promise.all(
    columns.map(async ([table, all]) => {
      const tests = all.map(({ name }) => sql`bool_or(${test(sql`${sql.ref(name)}::text`)}) as ${sql.ref(name)}`)
      const { rows } = await sql<Record<string, boolean>>`select ${sql.join(tests)} from ${sql.table(table)}`.execute(
        portal.db,
      )
      return all.filter(({ name }) => rows[0]?.[name]).map(({ name }) => `${table}.${name}`)
    }),
  )
  return found.flat()
}

/** The beginning of all free texts, as text and as PostgreSQL shows bytes. */
const secret = 'Hemligt svar'
const spellings = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'utf16le').toString('hex')]
const saysSecret = (column: RawBuilder<unknown>) => sql`${column} ~ ${spellings.join('|')}`
const words = () => senders.map((sender) => sender.words)
const texts = () => new Map(senders.map((sender) => [sender.id, Buffer.from(sender.words)]))
const employees = () => new Map(senders.map(({ id }) => [id, Buffer.from(id.replaceAll('-', ''), 'hex')]))

/** The number of correct guesses of who wrote what, in the best of the attacks. */
function bestOf(attacks: Iterable<readonly (readonly [who: string | undefined, what: string | undefined])[]>): number {
  const truth = new Map(senders.map((sender) => [sender.id, sender.words]))
  const right = [...attacks].map(
    (pairs) => pairs.filter(([who, what]) => who && what && truth.get(who) === what).length,
  )
  return Math.max(0, ...right)
}

/** Pairs participation with answers, each sorted by each of its columns. */
async function byOrder(answersFrom: { table: string; words: (row: Record<string, string>) => string | undefined }) {
  const columns = await allColumns()
  const of = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name)
  const who = await rowsOf('survey_participation', of('survey_participation'))
  const staff = new Map((await rowsOf('employees', of('employees'))).map((row) => [row['id'], row]))
  const people = who.map((row) => ({ ...staff.get(row['employee_id']), ...row }))
  const what = await rowsOf(answersFrom.table, of(answersFrom.table))
  return people.length === 0
    ? []
    : orders(people).flatMap((left) =>
        orders(what).map((right) =>
          left.map((row, at) => [row['employee_id'], answersFrom.words(right[at] ?? {})] as const),
        ),
      )
}

/** The rows in file order, and sorted by each column, ascending and descending. */
function orders(rows: readonly Record<string, string>[]): Record<string, string>[][] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'box' && name !== 'answers')
  const value = (row: Record<string, string>, name: string) =>
    (name === 'xmin' ? row[name]?.padStart(12) : row[name]) ?? ''
  const up = names.map((name) => rows.toSorted((a, b) => (value(a, name) < value(b, name) ? -1 : 1)))
  return [[...rows], ...up].flatMap((order) => [order, order.toReversed()])
}

const chance = () => senders.length / 2

test('until it is mixed, an answer is readable in no table, file or log: only the portal’s own key opens it', async () => {
  expect(senders.length).toBeGreaterThanOrEqual(24)
  expect(await holding(saysSecret)).toEqual([])
  const log = await writeAheadLog(portal, keptLog.since)
  expect(new Set(placesOf(log, employees()).map(({ name }) => name)).size).toBe(senders.length)
  expect(placesOf(log, texts())).toEqual([])
  expect(placesOf(log, new Map(senders.map((sender) => [sender.id, Buffer.from(sender.words, 'utf16le')])))).toEqual([])
  const opened = await allAnswers(portal.db, portal.keys)
  expect(opened.map(({ answers }) => answers['kunder5'] ?? '').toSorted()).toEqual(words().toSorted())
  // Shows that the attacks work: while the boxes are sealed, they find out who sent which box.
  const boxes = await rowsOf('survey_sealed', ['id'])
  const { rows } = await sql<{ id: string; at: string }>`
    select s.id, p.employee_id as at from survey_sealed s join survey_participation p on p.xmin = s.xmin`.execute(
    portal.db,
  )
  expect(rows).toHaveLength(boxes.length)
  const author = new Map(rows.map(({ id, at }) => [id, senders.find((sender) => sender.id === at)?.words]))
  const attacks = await byOrder({ table: 'survey_sealed', words: (row) => author.get(row['id'] ?? '') })
  expect(bestOf(attacks)).toBe(senders.length)
})

test('once mixed, no column, age or place of any row leads from a person to an answer', async () => {
  const keyBefore = await portal.keys.list()
  await portal.mix()
  expect(await portal.keys.list()).not.toEqual(keyBefore)
  const shown = await mixedAnswers(portal.db)
  expect(shown).toHaveLength(senders.length)
  expect(await holding(saysSecret)).toEqual(['survey_answers.answers'])
  const ids = (await rowsOf('survey_answers', ['id'])).map(({ id }) => id ?? '')
  expect(await holding((column) => sql`${column} = any(${ids})`)).toEqual(['survey_answers.id'])
  const { rows: ages } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from (
      select xmin from survey_participation union all select xmin from survey_answers) as both_tables`.execute(
    portal.db,
  )
  expect(ages[0]?.n).toBe(1)
  const { rows: texts } = await sql<{ id: string; words: string }>`
    select id, answers->>'kunder5' as words from survey_answers`.execute(portal.db)
  const wordsIn = new Map(texts.map((row) => [row.id, row.words]))
  const attacks = await byOrder({ table: 'survey_answers', words: (row) => wordsIn.get(row['id'] ?? '') })
  expect(attacks.length).toBeGreaterThan(100)
  // One guess in each group is right by chance.
  expect(bestOf(attacks)).toBeLessThan(chance())
})

test('nor does what is next to an answer in the write-ahead log', async () => {
  const log = await writeAheadLog(portal, keptLog.since)
  const said = placesOf(log, texts())
  expect(new Set(said.map(({ name }) => name)).size).toBe(senders.length)
  const people = placesOf(log, employees())
  const nearest = [
    (at: number) => people.findLast((place) => place.at < at),
    (at: number) => people.find((place) => place.at > at),
  ]
  const first = said.filter(({ name }, at) => said.findIndex((place) => place.name === name) === at)
  const last = said.filter(({ name }, at) => said.findLastIndex((place) => place.name === name) === at)
  const inOrder = (places: readonly { name: string }[], order: readonly { name: string }[]) =>
    places.map(({ name }, at) => [order[at]?.name, wordsOf(name)] as const)
  const sent = senders.map(({ id }) => ({ name: id }))
  const attacks = [first, last].flatMap((places) => [
    ...nearest.map((near) => places.map(({ at, name }) => [near(at)?.name, wordsOf(name)] as const)),
    inOrder(places, sent),
    inOrder(places, sent.toReversed()),
  ])
  expect(bestOf(attacks)).toBeLessThan(chance())
})

const wordsOf = (id: string) => senders.find((sender) => sender.id === id)?.words

test('each mixing gives another order; if nobody has answered since, nothing is written', async () => {
  const rows = () => rowsOf('survey_answers', ['id'])
  const before = await rows()
  const key = await portal.keys.list()
  await portal.mix()
  expect([await rows(), await portal.keys.list()]).toEqual([before, key])
  const colleagues = (await staffOf(portal.db, ['norr'])).filter(({ form }) => form === 'tjansteman').slice(0, 5)
  for (const { userName, form } of colleagues) await portal.answer(userName, form)
  await portal.mix()
  const after = await rows()
  expect(after).toHaveLength(before.length + 5)
  expect(after.filter(({ id }) => before.some((row) => row['id'] === id))).toEqual([])
})

test('no column of theirs contains a time or a counter, and the year is the only one that they share', async () => {
  const columns = (await allColumns()).filter(({ table }) => table.startsWith('survey_'))
  expect(columns.filter(({ type }) => /time|date/.test(type))).toEqual([])
  const given = columns
    .filter(({ initially }) => initially !== null)
    .map(({ table, name, initially }) => [table, name, initially])
  expect(given).toEqual([
    ['survey_answers', 'id', 'gen_random_uuid()'],
    ['survey_sealed', 'id', 'gen_random_uuid()'],
    ['survey_sealed', 'waiting', 'false'],
  ])
  const of = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name)
  expect(of('survey_participation')).toEqual(['employee_id', 'year'])
  expect(of('survey_answers')).toEqual(['answers', 'area', 'company', 'form', 'id', 'year'])
  expect(of('survey_sealed')).toEqual(['box', 'epoch', 'id', 'waiting'])
})

test('sending leaves no line in the log and no idempotency key', async () => {
  expect(logged).toEqual([])
  const from = portal.logged.length
  await portal.send('gunilla', 'POST', '/api/undersokning/send', {
    body: { fel: secret },
    headers: { 'idempotency-key': 'abcdefgh-1234' },
  })
  expect(portal.logged.slice(from)).toEqual([])
  const { rows: kept } = await sql`select 1 from idempotency_keys`.execute(portal.db)
  expect(kept).toEqual([])
  await portal.send('anna', 'GET', '/api/undersokning/besvarad')
  expect(portal.logged.at(-1)).toContain('"route":"/api/undersokning/besvarad"')
})

test('no statement has an answer or an employee in its text, which the database shows in its statistics and may log', async () => {
  const answered = new Set(senders.map(({ id }) => id))
  const { id, userName, form } = (await staffOf(portal.db, ['norr'])).findLast((person) => !answered.has(person.id))!
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  const reply = await portal.answer(userName, form, secret)
  const statements = executed.mock.calls.map(([{ sql: text }]) => text)
  const values = JSON.stringify(executed.mock.calls.map(([{ parameters }]) => parameters))
  executed.mockRestore()
  expect(reply).toBe('Tack för ditt svar.')
  for (const table of ['survey_participation', 'survey_sealed'])
    expect(statements).toContainEqual(expect.stringContaining(`insert into ${table}`))
  expect(values).toContain(id)
  for (const text of statements) for (const told of [id, ...spellings]) expect(text).not.toContain(told)
})
