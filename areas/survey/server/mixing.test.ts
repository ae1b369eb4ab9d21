import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testNow } from '../../../app/server/test-template.ts'
import { filledForm } from './answers-fixture.ts'
import { sealedAnswers } from './migrations/2026-12-04-sealed-answers.ts'
import { mixSealed } from './mix.ts'
import { expectNoFew } from './no-few-fixture.ts'
import { allAnswers, type Colleague, mixedAnswers, staffOf, surveyPortal, type SurveyPortal } from './survey-fixture.ts'

// Each test sends many answers.
vi.setConfig({ testTimeout: 60_000 })

let portal: SurveyPortal
let staff: Colleague[]
beforeAll(async () => {
  portal = await surveyPortal()
  staff = await staffOf(portal.db, ['norr', 'vast', 'syd', 'ost'])
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = testNow
  await sql`truncate survey_answers, survey_sealed, survey_participation, survey_answers_unmixed, survey_epochs`.execute(
    portal.db,
  )
})

/** Sends an answer, each with a unique text, for `count` employees of a company, form and area who have not answered yet. */
async function answered(count: number, company: string, form: string, area?: string): Promise<Colleague[]> {
  const { rows } = await sql<{ id: string }>`select employee_id as id from survey_participation`.execute(portal.db)
  const done = new Set(rows.map(({ id }) => id))
  const chosen = staff
    .filter((one) => one.company === company && one.form === form && (!area || one.area === area) && !done.has(one.id))
    .slice(0, count)
  expect(chosen).toHaveLength(count)
  for (const { userName, form: theirs } of chosen) {
    expect(await portal.answer(userName, theirs, `Av ${userName}.`)).toBe('Tack för ditt svar.')
  }
  return chosen
}

const groups = async () =>
  Map.groupBy(await mixedAnswers(portal.db), ({ company, form, area }) => `${company ?? '-'} ${form} ${area ?? '-'}`)
const sizes = async () => Object.fromEntries([...(await groups())].map(([name, { length }]) => [name, length]))
const sealed = async () => (await sql`select 1 from survey_sealed`.execute(portal.db)).rows.length
const wordsOf = (people: readonly Colleague[]) => people.map(({ userName }) => `Av ${userName}.`).toSorted()
const allWords = async () =>
  (await allAnswers(portal.db, portal.keys)).map(({ answers }) => answers['kunder5'] ?? '').toSorted()

test('of eleven answers in small and large groups the small ones wait, and no group can be inferred from what the others lack', async () => {
  const people = [
    ...(await answered(5, 'norr', 'forare', 'Umeå')),
    ...(await answered(2, 'norr', 'forare', 'Skellefteå')),
    ...(await answered(3, 'vast', 'forare')),
    ...(await answered(1, 'norr', 'tjansteman')),
  ]
  await portal.mix()
  // Umeå alone has five, but if its area were shown, the two of Skellefteå would be recognisable as the answers without an area.
  expect(await sizes()).toEqual({ 'norr forare -': 7 })
  expect(await sealed()).toBe(4)
  expectNoFew(await mixedAnswers(portal.db))
  expect(await allWords()).toEqual(wordsOf(people))
  // In the next hour two more employees in Väst answer. With the waiting three they are five.
  people.push(...(await answered(2, 'vast', 'forare')), ...(await answered(6, 'norr', 'forare', 'Umeå')))
  await portal.mix()
  expect(await sizes()).toEqual({ 'norr forare -': 7, 'norr forare Umeå': 6, 'vast forare Borås': 5 })
  expect(await sealed()).toBe(1)
  expectNoFew(await mixedAnswers(portal.db))
  expect(await allWords()).toEqual(wordsOf(people))
})

test('when the survey is over in every company, the rests are combined, or stay sealed', async () => {
  const together = [
    ...(await answered(2, 'norr', 'forare')),
    ...(await answered(2, 'vast', 'forare')),
    ...(await answered(1, 'ost', 'forare')),
  ]
  const alone = await answered(4, 'norr', 'tjansteman')
  await sql`update surveys set closes = '2027-10-31' where company = 'ost'`.execute(portal.db)
  portal.clock.now = new Date('2027-10-15T12:00:00Z')
  await portal.mix()
  expect(await sizes()).toEqual({})
  portal.clock.now = new Date('2027-11-01T12:00:00Z')
  await portal.mix()
  expect(await sizes()).toEqual({ '- forare -': 5 })
  expect(await sealed()).toBe(4)
  const key = await portal.keys.list()
  await portal.mix()
  expect([await sealed(), await portal.keys.list()]).toEqual([4, key])
  expect(await allWords()).toEqual(wordsOf([...together, ...alone]))
  await sql`update surveys set closes = '2027-09-30'`.execute(portal.db)
})

test('an employee who moves, changes position or leaves meanwhile does not make the group smaller', async () => {
  const people = await answered(5, 'norr', 'forare', 'Umeå')
  const [moved, promoted, gone] = people
  await portal.db.transaction().execute(async (tx) => {
    await sql`update employees set company = 'vast', number = '99001' where id = ${moved?.id}`.execute(tx)
    await sql`
      update employee_claims set value = 'Trafikledare' where type = 'IntraPosition' and employee_id = ${promoted?.id}`.execute(
      tx,
    )
    await sql`delete from survey_participation where employee_id = ${gone?.id}`.execute(tx)
  })
  await portal.mix()
  // The group is the one when they answered, whatever has changed since.
  expect(await sizes()).toEqual({ 'norr forare Umeå': 5 })
  await sql`update employees set company = 'norr' where id = ${moved?.id}`.execute(portal.db)
  await sql`
    update employee_claims set value = 'Bussförare' where type = 'IntraPosition' and employee_id = ${promoted?.id}`.execute(
    portal.db,
  )
})

test('an answer is never sealed for a key that is not here, and one that only another folder opens waits for it', async () => {
  const before = await answered(2, 'norr', 'forare', 'Umeå')
  const folder = join(portal.dataDir, 'survey-keys')
  const [name = ''] = await readdir(folder)
  const elsewhere = join(portal.dataDir, 'elsewhere')
  // As after a restored backup, which has no keys.
  await rename(join(folder, name), elsewhere)
  const after = await answered(5, 'norr', 'forare', 'Umeå')
  const from = portal.logged.length
  await portal.mix()
  expect(wordsOf(after)).toEqual(
    (await mixedAnswers(portal.db)).map(({ answers }) => answers['kunder5'] ?? '').toSorted(),
  )
  expect(portal.logged.slice(from).map((line) => JSON.parse(line))).toMatchObject([
    { answers: 2, msg: 'survey answers that no key in this data folder opens' },
  ])
  await mkdir(join(folder, name), { recursive: true })
  for (const key of await readdir(elsewhere)) await rename(join(elsewhere, key), join(folder, name, key))
  expect(await allWords()).toEqual(wordsOf([...before, ...after]))
  await answered(3, 'norr', 'forare', 'Umeå')
  await portal.mix()
  expect(await sizes()).toEqual({ 'norr forare Umeå': 10 })
})

test('a damaged answer is skipped, and holds back neither the others nor the destruction of the key', async () => {
  await answered(6, 'norr', 'forare', 'Umeå')
  const before = await portal.keys.list()
  await sql`
    update survey_sealed set box = overlay(box placing decode('00000000', 'hex') from 1000)
    where id = (select id from survey_sealed order by id limit 1)`.execute(portal.db)
  for (const inAll of [5, 10]) {
    const from = portal.logged.length
    await portal.mix()
    expect([await sizes(), await sealed()]).toEqual([{ 'norr forare Umeå': inAll }, 1])
    expect(portal.logged.slice(from).map((line) => JSON.parse(line))).toMatchObject([{ answers: 1 }])
    for (const key of await portal.keys.list()) expect(before).not.toContain(key)
    if (inAll === 5) await answered(5, 'norr', 'forare', 'Umeå')
  }
})

test('an answer that is sent while the key of a damaged one is being destroyed is sealed for the next key', async () => {
  const epochs = async (table: 'survey_sealed' | 'survey_epochs') => {
    const column = sql.ref(table === 'survey_sealed' ? 'epoch' : 'public_key')
    const { rows } = await sql<{ epoch: string }>`select ${column} as epoch from ${sql.table(table)}`.execute(portal.db)
    return rows.map(({ epoch }) => epoch)
  }
  await answered(6, 'norr', 'forare', 'Umeå')
  await sql`
    update survey_sealed set box = overlay(box placing decode('00000000', 'hex') from 1000)
    where id = (select id from survey_sealed order by id limit 1)`.execute(portal.db)
  const [before] = await epochs('survey_epochs')
  const destroying = {
    ...portal.keys,
    destroy: async (epoch: string) => {
      // Keys that earlier tests left behind are destroyed within the transaction, where a send would wait for its end.
      if (epoch === before) await answered(1, 'norr', 'forare', 'Umeå')
      await portal.keys.destroy(epoch)
    },
  }
  await mixSealed(portal.db, destroying, () => '2026-11-21')
  const [next = ''] = await portal.keys.list()
  expect(next).not.toBe(before)
  // An epoch that is left would be taken for every second answer: which comes first depends on their random names.
  expect(await epochs('survey_epochs')).toEqual([next])
  expect(await epochs('survey_sealed')).toEqual([next, next])
})

test('a key that a killed process left behind is destroyed, the one in use is not', async () => {
  await answered(1, 'norr', 'forare')
  const [inUse] = await portal.keys.list()
  const left = await portal.keys.create()
  await portal.mix()
  const keys = await portal.keys.list()
  expect(keys).toHaveLength(1)
  expect(keys).not.toContain(left)
  expect(keys).not.toContain(inUse)
})

const onPostgres = test.runIf(process.env.TEST_DATABASE_URL !== undefined)

onPostgres('a mixing whose folder hung until another took its place does not destroy the key of that one', async () => {
  await answered(6, 'norr', 'forare', 'Umeå')
  const hung = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  let isFirst = true
  const slow = {
    ...portal.keys,
    list: async () => {
      if (!isFirst) return portal.keys.list()
      isFirst = false
      hung.resolve()
      await goesOn.promise
      return portal.keys.list()
    },
  }
  const first = mixSealed(portal.db, slow, () => '2026-11-21')
  const ended = first.then(
    () => null,
    (error: unknown) => error,
  )
  await hung.promise
  // The server ends a transaction in this way if it has been idle for too long.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(portal.db)
  await portal.mix()
  const kept = await portal.keys.list()
  await answered(1, 'norr', 'forare', 'Umeå')
  goesOn.resolve()
  expect(await ended).not.toBeNull()
  expect(await portal.keys.list()).toEqual(kept)
  expect(await allWords()).toHaveLength(7)
})

test('answers from before sealing follow the same rules, separately', async () => {
  const old = [
    ...Array.from({ length: 5 }, () => ['norr', 'Umeå'] as const),
    ...Array.from({ length: 2 }, () => ['norr', null] as const),
    ...Array.from({ length: 3 }, () => ['vast', 'Borås'] as const),
    [null, null] as const,
  ]
  await sql`drop table survey_sealed, survey_epochs, survey_answers_unmixed`.execute(portal.db)
  for (const [at, [company, area]] of old.entries()) {
    await sql`insert into survey_answers (year, form, company, area, answers)
      values (2027, 'forare', ${company}, ${area}, ${JSON.stringify(filledForm('forare', `Gammalt ${at}`))}::jsonb)`.execute(
      portal.db,
    )
  }
  await portal.db.transaction().execute((tx) => sealedAnswers.up(tx))
  expect(await mixedAnswers(portal.db)).toEqual([])
  const sent = await answered(4, 'vast', 'forare')
  await portal.mix()
  expect(await sizes()).toEqual({ 'norr forare -': 7 })
  // Three answers from Väst whose authors an old log may name, and four that no log can link, do not make a group of seven.
  expect(await sealed()).toBe(8)
  expect(await allWords()).toEqual([...wordsOf(sent), ...old.map((_answer, at) => `Gammalt ${at}`)].toSorted())
  expect((await sql`select 1 from survey_answers_unmixed`.execute(portal.db)).rows).toEqual([])
  portal.clock.now = new Date('2027-11-01T12:00:00Z')
  await portal.mix()
  expect(await sizes()).toEqual({ 'norr forare -': 7 })
  expect(await sealed()).toBe(8)
})
