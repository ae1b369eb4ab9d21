import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let beside: FastifyInstance

beforeAll(async () => {
  portal = await testPortal({ WRITES_PER_MINUTE: '300' })
  beside = await portal.beside()
})
afterAll(async () => {
  await beside.close()
  await portal.close()
})

async function write(app: FastifyInstance, userName: string) {
  const headers = { host: 'localhost', authorization: `Bearer ${await portal.token(userName)}` }
  const payload = { Rubrik: 'Fler laddstolpar', Bolag: 'norr', Beskrivning: 'På depån i Umeå.' }
  return app.inject({ method: 'POST', url: '/api/forslag/', headers, payload })
}

const countedOf = async (userName: string) => {
  const { rows } = await sql<{ writes: number }>`
    select writes from write_counts join employees on id = employee_id where user_name = ${userName}`.execute(portal.db)
  return rows[0]?.writes
}

test('an employee’s writes are counted across all processes, separately from others’', async () => {
  for (const app of [portal.app, beside, portal.app]) expect((await write(app, 'anna')).statusCode).toBe(200)
  // A new minute may have begun since.
  expect(await countedOf('anna')).toBeLessThanOrEqual(3)
  const fill = () =>
    sql`
      update write_counts set writes = 300, minute = floor(extract(epoch from clock_timestamp()) / 60)
      where employee_id in (select id from employees where user_name = 'anna')`.execute(portal.db)
  // A new minute may begin between the two statements.
  let refused = await write(beside, 'anna')
  await expect
    .poll(async () => {
      await fill()
      refused = await write(beside, 'anna')
      return refused.statusCode
    })
    .toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().errorMessage).toContain('Vänta en stund')
  expect((await write(beside, 'gunilla')).statusCode).toBe(200)
})

test('an unlogged call is not counted in the database either', async () => {
  const call = portal.app.calls.find(({ unlogged, method }) => unlogged && method === 'POST')
  expect(call).toBeDefined()
  const { body } = await portal.send('hans', 'POST', call?.path ?? '', { body: {} })
  expect(body.result).toBeNull()
  expect(await countedOf('hans')).toBeUndefined()
})

test('a database that cannot count lets writes through', async () => {
  await sql`alter table write_counts rename to write_counts_gone`.execute(portal.db)
  expect((await write(portal.app, 'anna')).statusCode).toBe(200)
  await sql`alter table write_counts_gone rename to write_counts`.execute(portal.db)
})
