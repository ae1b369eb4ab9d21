import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { getVehicles } from '../calls.ts'
import type { Vehicle } from '../contract.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const get = (userName: string, host?: string) => portal.send(userName, 'GET', getVehicles.path, { host })

test('vehicles are the company’s own, in Swedish order', async () => {
  await sql`
    insert into vehicles (company, number, name) values
      ('norr', 'x1', 'Östen 10'), ('norr', 'x2', 'Östen 9'), ('norr', 'x3', 'Ålidhem'), ('norr', 'x4', 'zebra')`.execute(
    portal.db,
  )
  const { body } = await get('anna')
  expect(body.result.slice(0, 2)).toEqual([
    { name: 'Buss 2111', number: '2111' },
    { name: 'Buss 2112', number: '2112' },
  ])
  const names = body.result.map(({ name }: Vehicle) => name)
  expect(names.slice(-4)).toEqual(['zebra', 'Ålidhem', 'Östen 9', 'Östen 10'])
  await sql`delete from vehicles where number like 'x%'`.execute(portal.db)
  const { rows } = await sql<{ number: string }>`select number from vehicles where company = 'vast'`.execute(portal.db)
  const theirs = (await get('gunilla')).body.result.map(({ number }: Vehicle) => number)
  expect(theirs.toSorted()).toEqual(rows.map(({ number }) => number).toSorted())
})

test('they are available for deviations, even if vehicle faults are switched off', async () => {
  expect((await get('gunilla', 'vast.localhost')).status).toBe(200)
})

test('and closed to an employee who may report neither', async () => {
  expect((await get('bertil')).status).toBe(403)
})
