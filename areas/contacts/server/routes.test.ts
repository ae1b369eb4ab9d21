import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import type { Contact } from '../contract.ts'
import { functionsFirst } from '../rules.ts'
import { byFunction } from './routes.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const contacts = async (userName: string, host?: string): Promise<Contact[]> =>
  (await portal.send(userName, 'GET', '/api/kontakter', { host })).body.result
const names = async (userName: string) => (await contacts(userName)).map(({ namn }) => namn)

test('the company’s functions come first, then the nearest manager, with what they help with', async () => {
  const [first, workshop, manager, ...others] = await contacts('anna')
  expect(first).toEqual({
    namn: 'Trafikledningen',
    roll: '',
    hjalperMed: 'Förseningar, avlösning och allt som hindrar turen',
    telefon: '0980-31 92 00',
    mobil: null,
    epost: null,
  })
  expect(workshop).toMatchObject({ namn: 'Verkstaden', telefon: '0980-31 92 07' })
  expect(manager).toMatchObject({
    roll: 'Närmaste chef',
    telefon: expect.stringMatching(/^0/),
    mobil: expect.any(String),
  })
  expect(others.map(({ namn }) => namn)).toEqual(
    expect.arrayContaining(['Krisgruppen', 'Lönekontoret', 'IT-supporten']),
  )
})

test.each([
  ['gunilla', '031-390 06 07'],
  ['ida', '040-628 04 07'],
  ['jonas', '08-465 004 07'],
])('%s finds the number of the own workshop', async (userName, telefon) => {
  expect((await contacts(userName))[1]).toMatchObject({ namn: 'Verkstaden', telefon })
})

test('a number that the company has not set is not there at all', () => {
  const numbers = { trafficControl: '040-628 04 00' }
  expect(byFunction(numbers, functionsFirst).map(({ namn }) => namn)).toEqual(['Trafikledningen'])
})

test('they are those of the employee’s company, also on the group’s hosts', async () => {
  const [own, other] = [await contacts('gunilla', 'vast.localhost'), await contacts('gunilla', 'dev.localhost')]
  expect(own[0]?.telefon).toBe('031-390 06 00')
  expect(other).toEqual(own)
  expect(own.map(({ namn }) => namn)).toContain('Verkstaden')
})

test('colleagues with a work number and a position to turn to: of the company and the area, never oneself', async () => {
  const { db } = portal
  const add = async (
    userName: string,
    company: string,
    position: string,
    area: string | null,
    mobile: string | null,
  ) => {
    const { rows } = await sql<{ id: string }>`
      insert into employees (company, number, user_name, first_name, last_name)
      values (${company}, ${userName}, ${userName}, 'Test', ${userName}) returning id`.execute(db)
    const id = rows[0]!.id
    const claims = [['IntraPosition', position], ...(area ? [['IntraCompanyArea', area]] : [])]
    for (const [type, value] of claims)
      await sql`insert into employee_claims values (${id}, ${type}, ${value})`.execute(db)
    if (mobile) await sql`insert into contact_numbers values (${id}, null, ${mobile})`.execute(db)
    // What colleagues must not see.
    await sql`insert into personal_details (employee_id, phone_number, email) values (${id}, '+46 701234567', 'hemlig@example.se')`.execute(
      db,
    )
    return id
  }
  await add('sam-omrade', 'norr', 'Driftledare', 'Umeå', '070-174 06 81')
  await add('utan-omrade', 'norr', 'HR-chef', null, '070-174 06 82')
  await add('annat-omrade', 'norr', 'Driftledare', 'Skellefteå', '070-174 06 83')
  await add('annat-bolag', 'vast', 'Driftledare', 'Umeå', '070-174 06 84')
  await add('utan-nummer', 'norr', 'Driftledare', 'Umeå', null)
  await add('forare', 'norr', 'Bussförare', 'Umeå', '070-174 06 85')
  const left = await add('slutat', 'norr', 'Driftledare', 'Umeå', '070-174 06 86')
  await sql`update employees set active = false where id = ${left}`.execute(db)

  const seen = (await names('anna')).filter((name) => name.startsWith('Test '))
  expect(seen.toSorted()).toEqual(['Test sam-omrade', 'Test utan-omrade'])
  expect(await names('sam-omrade')).not.toContain('Test sam-omrade')
  expect(JSON.stringify(await contacts('anna'))).not.toMatch(/hemlig|701234567/)

  // The manager is listed as the nearest manager only, and not a second time by position.
  await sql`
    update employees set manager_id = (select id from employees where user_name = 'sam-omrade') where user_name = 'anna'`.execute(
    db,
  )
  expect((await contacts('anna')).filter(({ namn }) => namn === 'Test sam-omrade')).toEqual([
    expect.objectContaining({ roll: 'Närmaste chef', mobil: '070-174 06 81' }),
  ])
})
