import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { missingDetails, NewDetails, type PersonalDetails } from '#core/people/contract.ts'

const path = '/api/user/profile/details'
let portal: TestPortal
let variants: string
beforeAll(async () => {
  variants = await mkdtemp(join(tmpdir(), 'linjen-profile-'))
  await cp('variants', variants, { recursive: true })
  // In Öst, names and addresses are the company's.
  const file = join(variants, 'ost', 'variant.json')
  const employeeOwns = ['email', 'phoneNumber', 'relativeName', 'relativeRelation', 'relativePhone']
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), employeeOwns }))
  portal = await testPortal({ VARIANTS_DIR: variants })
})
afterAll(async () => {
  await portal.close()
  await rm(variants, { recursive: true })
})

const load = async (userName: string): Promise<PersonalDetails> =>
  (await portal.send(userName, 'GET', path)).body.result
const save = (userName: string, body: unknown, headers: Record<string, string> = {}) =>
  portal.send(userName, 'POST', path, { body, headers })

/** The answer with its headers. */
async function ask(userName: string, method: 'GET' | 'POST' = 'GET', body?: object) {
  const authorization = `Bearer ${await portal.token(userName)}`
  return portal.app.inject({ method, url: path, headers: { host: 'localhost', authorization }, payload: body })
}
const tagFor = async (userName: string) => String((await ask(userName)).headers.etag)

const good = {
  firstName: 'Anna',
  lastName: 'Lindgren',
  email: 'anna@post.example',
  address: 'Nygatan 4',
  zipCode: '90331',
  city: 'Umeå',
  phoneNumber: '+46 701740605',
  relativeName: 'Johan Lindgren',
  relativeRelation: 'Sambo',
  relativePhone: '+46 980319200',
}

test('everybody in the demo has details that the form would accept', async () => {
  const { rows } = await sql<{ userName: string }>`
    select user_name as "userName" from employees where user_name ~ '^[a-z]'`.execute(portal.db)
  expect(rows).toHaveLength(62)
  for (const { userName } of rows) {
    const details = await load(userName)
    expect([userName, missingDetails(details, [])]).toEqual([userName, {}])
    expect([userName, z.safeParse(NewDetails, details).error]).toEqual([userName, undefined])
  }
})

test('saved details are returned trimmed, and loaded again', async () => {
  const { status, body } = await save('anna', { ...good, city: ' Holmsund ' })
  expect([status, body.result]).toEqual([200, { ...good, city: 'Holmsund' }])
  expect(await load('anna')).toEqual({ ...good, city: 'Holmsund' })
})

test('colleagues see a new name', async () => {
  await save('emil', { ...good, firstName: 'Emilio', lastName: 'Vestman' })
  const { rows } = await sql`select first_name, last_name from employees where user_name = 'emil'`.execute(portal.db)
  expect(rows).toEqual([{ first_name: 'Emilio', last_name: 'Vestman' }])
})

test('that somebody has another name is in the log, and neither of the names is', async () => {
  const renames = async () =>
    (
      await sql<{ by: string; about: string; text: string }>`
        select b.user_name as by, e.user_name as about, a::text as text from audit a
        join employees e on e.id = a.about_id join employees b on b.id = a.by_id
        where a.what = 'employee.renamed' and e.user_name = 'bertil'`.execute(portal.db)
    ).rows
  const { firstName, lastName } = await load('bertil')
  await save('bertil', { ...good, firstName, lastName })
  expect(await renames()).toEqual([])
  await save('bertil', { ...good, firstName, lastName: 'Monsun' })
  const [row, ...more] = await renames()
  expect([row?.by, row?.about, more]).toEqual(['bertil', 'bertil', []])
  for (const name of [firstName, lastName, 'Monsun']) expect(row?.text).not.toContain(name)
})

test('an absent next of kin is unchanged, and an emptied one is removed', async () => {
  await save('omar', good)
  const { relativeName: _name, relativeRelation: _relation, relativePhone: _phone, ...without } = good
  expect((await save('omar', without)).body.result).toEqual(good)
  const empty = { relativeName: '', relativeRelation: '', relativePhone: '' }
  expect((await save('omar', { ...good, ...empty })).body.result).toEqual({ ...good, ...empty })
})

test('what the company has not filled in itself stops nobody from saving the rest', async () => {
  await sql`
    update personal_details set address = '', zip_code = '', city = ''
    where employee_id = (select id from employees where user_name = 'jonas')`.execute(portal.db)
  const before = await load('jonas')
  const changed = { ...before, phoneNumber: '+46 701740688', relativeName: 'Mira Ekström' }
  expect((await save('jonas', changed)).body).toMatchObject({ result: changed })
  const { address: _address, zipCode: _zipCode, city: _city, ...without } = changed
  expect((await save('jonas', { ...without, relativeName: '' })).body.result).toEqual({ ...changed, relativeName: '' })
  const refusals = [
    { ...changed, address: 'Egna gatan 7' },
    { ...changed, firstName: '' },
    { ...changed, phoneNumber: ' ', email: undefined },
  ].map((body) => save('jonas', body))
  expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.modelState])).toEqual([
    [400, { address: ['Uppgiften kan bara ändras av ditt bolag.'] }],
    [400, { firstName: ['Uppgiften kan bara ändras av ditt bolag.'] }],
    [400, { phoneNumber: ['Ange ett telefonnummer'], email: ['Ange en e-postadress'] }],
  ])
})

test('the details are never cached, and the answer has its version', async () => {
  for (const answered of [await ask('sirpa'), await ask('sirpa', 'POST', good)]) {
    expect(answered.statusCode).toBe(200)
    expect(answered.headers['cache-control']).toBe('no-store')
    expect(answered.headers['etag']).toMatch(/^"[\w-]{22}"$/)
    expect(answered.headers['linjen-company-owned']).toBe('')
  }
})

test('of two edits of the same version, the second is refused and nothing is overwritten', async () => {
  const tag = await tagFor('zahra')
  const first = await save('zahra', { ...good, city: 'Först' }, { 'if-match': tag })
  const second = await save('zahra', { ...good, city: 'Sedan' }, { 'if-match': tag })
  expect([first.status, second.status]).toEqual([200, 409])
  expect(second.body).toEqual({
    result: null,
    timestamp: expect.any(String),
    errorMessage: expect.stringMatching(/^Dina uppgifter har ändrats/),
  })
  expect((await load('zahra')).city).toBe('Först')
  expect((await save('zahra', { ...good, city: 'Sedan' }, { 'if-match': await tagFor('zahra') })).status).toBe(200)
})

test('of twenty at once with the same version, one is accepted', async () => {
  const tag = await tagFor('amina')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => save('amina', { ...good, address: `Gata ${n}` }, { 'if-match': tag })),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect([taken.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 19])
  expect(await load('amina')).toEqual(taken[0]?.body.result)
})

test('a save without a version, with any, or with one that a proxy made weak is accepted', async () => {
  expect((await save('birgitta', good)).status).toBe(200)
  for (const headers of [{ 'if-match': '*' }, { 'if-match': `"x", W/${await tagFor('birgitta')}` }]) {
    expect((await save('birgitta', good, headers)).status).toBe(200)
  }
})

test('the same save 20 times at once is one save, even if its version is stale afterwards', async () => {
  const headers = { 'idempotency-key': randomUUID(), 'if-match': await tagFor('linnea') }
  const answers = await Promise.all(Array.from({ length: 20 }, () => save('linnea', good, headers)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await sql<{ answer: unknown }>`
    select answer from idempotency_keys where key = ${headers['idempotency-key']}`.execute(portal.db)
  expect(rows).toEqual([{ answer: null }])
})

test('says what is wrong with the specified messages', async () => {
  expect((await save('anna', {})).body.modelState).toEqual({
    firstName: ['Ange ett förnamn'],
    lastName: ['Ange ett efternamn'],
    email: ['Ange en e-postadress'],
    address: ['Ange en gatuadress'],
    zipCode: ['Ange ett postnummer'],
    city: ['Ange en postort'],
    phoneNumber: ['Ange ett telefonnummer'],
  })
  const phoneFault = ['Ange ett svenskt telefonnummer med riktnummer och utan mellanslag']
  const wrong = { ...good, email: 'anna', zipCode: '903 31', phoneNumber: '+46 070174', relativePhone: '070-1' }
  expect((await save('anna', wrong)).body.modelState).toEqual({
    email: ['Ange en e-postadress med formatet {email}'],
    zipCode: ['Ange ett postnummer med formatet XXXXX som bara innehåller siffror'],
    phoneNumber: phoneFault,
    relativePhone: phoneFault,
  })
  expect(Object.keys((await save('anna', { ...wrong, city: '' })).body.modelState)).toContain('city')
})

test.each([
  [{ ...good, city: ' ' }, ['city']],
  [{ ...good, city: 'a\u0000' }, ['city']],
  [{ ...good, relativeName: 'x'.repeat(101) }, ['relativeName']],
  [{ ...good, firstName: 'Anna\u202E' }, ['firstName']],
  [{ ...good, lastName: 'Lind\u2066gren' }, ['lastName']],
  [{ ...good, firstName: 'Anna\nEva', lastName: 'Lind\u2028gren' }, ['firstName', 'lastName']],
  [{ ...good, zipCode: '9033' }, ['zipCode']],
  [{ ...good, zipCode: '٩٠٣٣١' }, ['zipCode']],
  [{ ...good, phoneNumber: '701740605' }, ['phoneNumber']],
  [{ ...good, phoneNumber: '+46 ' }, ['phoneNumber']],
  [{ ...good, firstName: null, lastName: ['x'] }, ['firstName', 'lastName']],
  [{ ...good, employeeId: '31030' }, ['employeeId']],
  [{ ...good, company: 'vast' }, ['company']],
])('refuses %j', async (body, fields) => {
  const before = await load('anna')
  const { status, body: answered } = await save('anna', body)
  expect([status, Object.keys(answered.modelState).toSorted()]).toEqual([400, fields.toSorted()])
  expect(await load('anna')).toEqual(before)
})

test('only the employee’s own details are read and written, whoever the address or headers name', async () => {
  const ids = await sql<{ id: string; number: string }>`
    select id, number from employees where user_name in ('cecilia', 'gunilla')`.execute(portal.db)
  const own = await load('david')
  const others = { cecilia: await load('cecilia'), gunilla: await load('gunilla') }
  for (const other of [...ids.rows.flatMap(({ id, number }) => [id, number]), 'cecilia', 'gunilla']) {
    for (const name of ['id', 'employeeId', 'userId', 'anstid', 'userName', 'BplUserId']) {
      const url = `${path}?${name}=${other}`
      expect((await portal.send('david', 'GET', url)).body.result).toEqual(own)
      expect((await portal.send('david', 'POST', url, { body: own })).body.result).toEqual(own)
    }
    expect((await portal.send('david', 'GET', `${path}/${other}`)).status).toBe(404)
  }
  // The version of another employee's details is not accepted.
  expect((await save('david', good, { 'if-match': await tagFor('cecilia') })).status).toBe(409)
  expect({ cecilia: await load('cecilia'), gunilla: await load('gunilla') }).toEqual(others)
})

test('the log contains nothing of the details', () => {
  const text = portal.logged.join('')
  for (const personal of ['Nygatan', '701740605', 'Johan', 'post.example']) expect(text).not.toContain(personal)
})
