// Two processes on one database, with a clock that the test moves. several-processes.proof.test.ts waits in real time.
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let beside: FastifyInstance
beforeAll(async () => {
  portal = await testPortal()
  beside = await portal.beside()
})
afterAll(async () => {
  await beside.close()
  await portal.close()
})

const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}

/** The status of each process's answer. */
async function statuses(authorization: string, url: string): Promise<number[]> {
  const answers = [portal.app, beside].map((app) => app.inject({ url, headers: { host: 'localhost', authorization } }))
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
}

test('a right that is taken, and given, counts in every process after 30 seconds', async () => {
  const bearer = `Bearer ${await portal.token('anna')}`
  const gated = '/api/lonespec/kontek/getspeclist'
  expect(await statuses(bearer, gated)).toEqual([200, 200])
  const { rows } = await sql<{ employee_id: string; type: string; value: string }>`
    delete from employee_claims where employee_id in (select id from employees where user_name = 'anna')
    returning employee_id, type, value`.execute(portal.db)
  later(30.001)
  expect(await statuses(bearer, gated)).toEqual([403, 403])
  await sql`
    insert into employee_claims (employee_id, type, value)
    select employee_id, type, value from json_populate_recordset(null::employee_claims, ${JSON.stringify(rows)}::json)`.execute(
    portal.db,
  )
  later(30.001)
  expect(await statuses(bearer, gated)).toEqual([200, 200])
})

test('so does the end of an employment', async () => {
  const bearer = `Bearer ${await portal.token('anna')}`
  expect(await statuses(bearer, '/api/user/profile')).toEqual([200, 200])
  await sql`update employees set active = false where user_name = 'anna'`.execute(portal.db)
  later(30.001)
  expect(await statuses(bearer, '/api/user/profile')).toEqual([403, 403])
})
