// The handler of a case whose role has a last day, and is to have it longer.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tendCasesAt } from '#core/cases/server/tend-cases.ts'
import { defaultTimeZone } from '#platform/contract/wall-clock.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { deviationQueue } from './queue.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'

let portal: TestPortal
const names = ['omar', 'zahra', 'nermin', 'tesfaye'] as const
const numbers: Record<string, string> = {}
beforeAll(async () => {
  portal = await queuePortal()
  for (const userName of names) {
    await giveRole(portal.db, userName, 'hr', { to: '2026-11-21' })
    const number = await threat()
    expect((await post(userName, 'tilldela', { number, version: 0, owner: 'jag' })).status).toBe(200)
    numbers[userName] = number
  }
})
afterAll(() => portal.close())
const { post, status, threat } = queueCalls(() => portal)

const afterDays = (days: number) => {
  portal.clock.now = new Date(testNow.getTime() + days * 86_400_000)
}
const tend = () =>
  tendCasesAt(
    { db: portal.db, clock: () => portal.clock.now, variants: { timeZoneOf: () => defaultTimeZone } },
    deviationQueue,
  )
/** Those of them who still have their case. */
async function owners(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select e.user_name as name from cases c join employees e on e.id = c.owner_id
    where c.kind = 'avvikelser' and c.number = any(${Object.values(numbers)}) order by c.id`.execute(portal.db)
  return rows.map(({ name }) => name)
}
async function longer(userName: string): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select number from employees where user_name = ${userName}`.execute(portal.db)
  const body = { anstid: rows[0]!.number, roll: 'hr', fran: '2026-11-22', till: '2027-06-30' }
  const { body: answer } = await portal.send('jenny', 'POST', '/api/kontor/roller', { body })
  expect(answer.result).toEqual({ id: expect.any(Number), vantar: true })
  return answer.result.id
}
const decide = async (id: number, godkann: boolean) =>
  (await portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body: { id, godkann } })).status

test('keeps the open cases if the role is prolonged before it ends, and while it waits a few days for approval', async () => {
  expect(await decide(await longer('omar'), true)).toBe(200)
  const [, refused] = [await longer('zahra'), await longer('tesfaye')]
  await tend()
  expect(await owners()).toEqual(names)
  afterDays(1)
  expect(await status('omar', numbers['omar']!)).toBe(200)
  await tend()
  expect(await owners()).toEqual(['omar', 'zahra', 'tesfaye'])
  expect(await status('zahra', numbers['zahra']!)).toBe(403)
  expect(await decide(refused, false)).toBe(200)
  await tend()
  expect(await owners()).toEqual(['omar', 'zahra'])
  afterDays(3)
  await tend()
  expect(await owners()).toEqual(['omar', 'zahra'])
  afterDays(4)
  await tend()
  expect(await owners()).toEqual(['omar'])
})
