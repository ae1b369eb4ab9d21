import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { readConfig } from '#platform/server/config.ts'
import { documentStore } from '#core/documents/server/store.ts'
import { eraseByNumber } from '../../../app/server/erasures/erase-employee.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { Certificate } from '../contract.ts'
import { alreadyEvaluated, notAttended, questions, scale } from '../rules.ts'

const today = '2026-11-21'
let portal: TestPortal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-training-'))
  portal = await testPortal({ DATA_DIR: folder })
})
beforeEach(() => {
  portal.clock.now = testNow
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const result = async (userName: string, path: string) => (await portal.send(userName, 'GET', path)).body.result
const certificates = (userName: string): Promise<Certificate[]> => result(userName, '/api/intyg/get')
const mayEvaluate = (userName: string): Promise<boolean> => result(userName, '/api/utvardering/get')
const evaluate = (userName: string, body: unknown, headers: Record<string, string> = {}) =>
  portal.send(userName, 'POST', '/api/utvardering/send', { body, headers })
const idOf = async (userName: string) => {
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(portal.db)
  return rows[0]?.id ?? ''
}
const steps = Object.fromEntries(questions.map(({ id }, index) => [id, scale[index % 5]]))
const refusedAgain = { datum: [alreadyEvaluated] }
const filled = (utbildningsort = 'Umeå') => ({ utbildningsort, datum: '2026-11-16', ...steps })

/** Leaves the employee with only this course. */
async function attend(userName: string, heldOn: string | null): Promise<void> {
  const id = await idOf(userName)
  await sql`delete from course_attendances where employee_id = ${id}`.execute(portal.db)
  if (heldOn) await sql`insert into course_attendances values (${id}, ${heldOn}, 'Prov', 'Umeå')`.execute(portal.db)
}

async function evaluationsAt(place: string) {
  const { rows } = await sql<{ comments: string }>`
    select e.user_name as who, v.company, v.place, v.held_on as date, v.edition, v.answers, v.comments, v.other
    from course_evaluations v join employees e on e.id = v.employee_id where v.place = ${place}`.execute(portal.db)
  return rows
}

test('anna has attended a course lately, bertil has not', async () => {
  expect([await mayEvaluate('anna'), await mayEvaluate('bertil')]).toEqual([true, false])
})

test.each([
  [21, true],
  [22, false],
  [0, true],
  [-1, false],
])('a course %i days ago: %s', async (daysAgo, expected) => {
  await attend('emil', addDays(today, -daysAgo))
  expect(await mayEvaluate('emil')).toBe(expected)
  const { status, body } = await evaluate('emil', filled(`${daysAgo} dagar`))
  expect([status, body.errorMessage]).toEqual(expected ? [200, undefined] : [400, notAttended])
  expect(await evaluationsAt(`${daysAgo} dagar`)).toHaveLength(expected ? 1 : 0)
})

test('the day is in the company’s time zone, not in UTC', async () => {
  await attend('emil', '2026-10-31')
  portal.clock.now = new Date('2026-11-21T22:59:59Z')
  expect(await mayEvaluate('emil')).toBe(true)
  portal.clock.now = new Date('2026-11-21T23:00:00Z')
  expect(await mayEvaluate('emil')).toBe(false)
})

test('without any course there is nothing to evaluate, whatever a colleague has done', async () => {
  await attend('omar', null)
  expect(await mayEvaluate('omar')).toBe(false)
  expect((await evaluate('omar', filled('Ingenstans'))).status).toBe(400)
  expect(await evaluationsAt('Ingenstans')).toEqual([])
})

test('an evaluation is stored with all answers', async () => {
  const body = { ...filled(' Vindeln '), synpunkter: 'Mer tid på bana.', ovrigt: ' Tack!\n' }
  const { status, body: answered } = await evaluate('anna', body)
  expect([status, answered.result]).toEqual([200, true])
  expect(await evaluationsAt('Vindeln')).toEqual([
    {
      who: 'anna',
      company: 'norr',
      place: 'Vindeln',
      date: '2026-11-16',
      edition: '2026',
      answers: { val1: 1, val2: 2, val3: 3, val4: 4, val5: 5, val6: 1, val7: 2, val8: 3 },
      comments: 'Mer tid på bana.',
      other: 'Tack!',
    },
  ])
})

test('says what is missing with the specified messages', async () => {
  const needed = Object.fromEntries(questions.map(({ id }) => [id, ['Måste anges']]))
  const expected = { utbildningsort: ['Utbildningsort måste anges'], datum: ['Datum har fel format'], ...needed }
  const empty = Object.fromEntries(Object.keys(expected).map((field) => [field, '']))
  for (const body of [{}, empty]) {
    const refusal = await evaluate('anna', body)
    expect([refusal.status, refusal.body.modelState]).toEqual([400, expected])
  }
})

test.each([
  ['utbildningsort', ' \n'],
  ['utbildningsort', 'a\u0000b'],
  ['utbildningsort', 'x'.repeat(201)],
  ['datum', '2026-02-29'],
  ['datum', '20261116'],
  ['datum', '2026-11-16T08:00:00'],
  ['datum', '0000-01-01'],
  ['val1', 'Vet ej'],
  ['val8', 5],
  ['synpunkter', 'x'.repeat(4001)],
  ['ovrigt', '\ud800'],
  ['ovrigt', 7],
  ['company', 'vast'],
])('refuses %s = %j', async (field, value) => {
  const refusal = await evaluate('anna', { ...filled('Vägrad'), [field]: value })
  expect([refusal.status, Object.keys(refusal.body.modelState)]).toEqual([400, [field]])
  expect(await evaluationsAt('Vägrad')).toEqual([])
})

test('the same request 20 times at once gives one evaluation, and is still accepted after the window has closed', async () => {
  await attend('zahra', today)
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => evaluate('zahra', filled('Bara en'), headers)
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(answers.map(({ status, body }) => [status, body.result])).toEqual(
    Array.from({ length: 20 }, () => [200, true]),
  )
  await attend('zahra', null)
  expect((await send()).status).toBe(200)
  expect(await evaluationsAt('Bara en')).toHaveLength(1)
})

test('an attendance has one evaluation, however many are sent and with whatever key: the others are refused', async () => {
  await attend('zahra', addDays(today, -3))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => evaluate('zahra', { ...filled('Många'), synpunkter: `${index}` })),
  )
  const stored = answers.findIndex(({ status }) => status === 200)
  expect(answers.map(({ status, body }) => [status, body.result, body.modelState])).toEqual(
    answers.map((_, index) => (index === stored ? [200, true, undefined] : [400, null, refusedAgain])),
  )
  expect((await evaluationsAt('Många')).map(({ comments }) => comments)).toEqual([`${stored}`])
  // Another course can be evaluated too, also one on the same day.
  const id = await idOf('zahra')
  await sql`insert into course_attendances values (${id}, ${addDays(today, -3)}, 'Halka', 'Umeå')`.execute(portal.db)
  expect((await evaluate('zahra', { ...filled('Många'), datum: addDays(today, -3) })).status).toBe(200)
  expect(await evaluationsAt('Många')).toHaveLength(2)
})

test('of two courses the one that is not evaluated is meant, unless the day is exactly the other’s', async () => {
  const id = await idOf('zahra')
  await attend('zahra', addDays(today, -3))
  await sql`insert into course_attendances values (${id}, ${addDays(today, -10)}, 'Halka', 'Umeå')`.execute(portal.db)
  await sql`delete from course_evaluations where employee_id = ${id}`.execute(portal.db)
  await evaluate('zahra', { ...filled('Först'), datum: addDays(today, -3) })
  // This date is nearer to the course that has been evaluated already.
  expect((await evaluate('zahra', { ...filled('Sedan'), datum: addDays(today, -5) })).status).toBe(200)
  const again = await evaluate('zahra', { ...filled('Igen'), datum: addDays(today, -3) })
  expect([again.status, again.body.modelState]).toEqual([400, refusedAgain])
  expect([await evaluationsAt('Först'), await evaluationsAt('Sedan')].map(({ length }) => length)).toEqual([1, 1])
  expect(await evaluationsAt('Igen')).toEqual([])
})

test('an evaluation must be for a day in the window', async () => {
  await attend('zahra', addDays(today, -10))
  for (const datum of [addDays(today, -22), addDays(today, 1)]) {
    const { status, body } = await evaluate('zahra', { ...filled('Utanför'), datum })
    expect([datum, status, body.modelState]).toEqual([
      datum,
      400,
      { datum: ['Datum måste vara inom de senaste 21 dagarna'] },
    ])
  }
  expect((await evaluate('zahra', { ...filled('Utanför'), datum: addDays(today, -21) })).status).toBe(200)
  expect(await evaluationsAt('Utanför')).toHaveLength(1)
})

test('certificates are listed newest first, and only for their owner', async () => {
  const files = documentStore({
    db: portal.db,
    clock: () => testNow,
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: folder }),
  })
  const bytes = Buffer.from('PK docx')
  const employeeId = await idOf('amina')
  expect(await certificates('amina')).toEqual([])
  for (const [fileName, dated] of [
    ['Intyg äldre.docx', '2025-03-01'],
    ['Intyg nyare.docx', '2026-03-01'],
  ] as const) {
    const id = await files.keep(bytes)
    await files.put(portal.db, { id, fileName, size: bytes.length, audience: { of: 'employee', employeeId } })
    await sql`
      insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
      values (${id}, 'norr', 'certificates', 'employee', ${employeeId}, ${fileName}, 7, '', ${dated}::timestamptz)`.execute(
      portal.db,
    )
  }
  const own = await certificates('amina')
  expect(own).toEqual([
    {
      linkFilename: 'Intyg nyare.docx',
      url: expect.stringMatching(/^\/dokument\/[\w-]{43}\/Intyg%20nyare\.docx$/),
      size: 7,
      date: '2026-03-01',
    },
    {
      linkFilename: 'Intyg äldre.docx',
      url: expect.stringMatching(/^\/dokument\/[\w-]{43}\/Intyg%20%C3%A4ldre\.docx$/),
      size: 7,
      date: '2025-03-01',
    },
  ])
  const fetched = (userName: string, url: string) =>
    portal.send(userName, 'GET', `/api/spcommon/downloadfile?filurl=${encodeURIComponent(url)}`)
  const [{ url } = { url: '' }] = own
  expect(Buffer.from((await fetched('amina', url)).body.result, 'base64')).toEqual(bytes)
  // A colleague, her manager and the other company get the same answer as for an absent file.
  const absent = await fetched('amina', url.replace(/[\w-]{43}/, 'A'.repeat(43)))
  for (const other of ['anna', 'cecilia', 'david', 'gunilla']) {
    const { status, body } = await fetched(other, url)
    expect([status, { ...body, timestamp: '' }]).toEqual([404, { ...absent.body, timestamp: '' }])
    expect((await certificates(other)).map((certificate) => certificate.url)).not.toContain(url)
  }
})

test('the demo has certificates as Word files for the employees on its sign-in page', async () => {
  for (const userName of ['anna', 'bertil', 'gunilla', 'ida', 'jonas']) {
    const names = (await certificates(userName)).map(({ linkFilename }) => linkFilename)
    expect(names.length).toBeGreaterThanOrEqual(3)
    for (const name of names) expect(name).toMatch(/^Intyg .+ 202[456]-\d\d-\d\d\.pdf$/)
  }
})

test('an evaluation stays when its author is erased, without the name', async () => {
  await attend('omar', '2026-11-16')
  const id = await idOf('omar')
  const body = { ...filled('Holmön'), synpunkter: 'Bra! /Omar', ovrigt: 'Ring Omar El-Masri' }
  await sql`update employees set last_name = 'El-Masri' where id = ${id}`.execute(portal.db)
  expect((await evaluate('omar', body)).status).toBe(200)
  await sql`update employees set active = false where id = ${id}`.execute(portal.db)
  const { rows: who } = await sql<{ number: string }>`select number from employees where id = ${id}`.execute(portal.db)
  await eraseByNumber(
    { db: portal.db, clock: () => testNow },
    { company: 'norr', number: who[0]?.number ?? '' },
    () => undefined,
  )
  const { rows } = await sql`
    select employee_id, comments, other from course_evaluations where place = 'Holmön'`.execute(portal.db)
  expect(rows).toEqual([{ employee_id: null, comments: 'Bra! /[dolt namn]', other: 'Ring [dolt namn]' }])
})
