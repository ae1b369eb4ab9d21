// No case waits for somebody who has left: for an answer, or as its handler.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import { defaultTimeZone } from '#platform/contract/wall-clock.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { faultQueue } from './queue.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { post, one, list, later, reported, answer } = queueCalls(() => portal)
const DAY = 24 * 60

const tend = () =>
  tendCases(
    { db: portal.db, clock: () => portal.clock.now, variants: { timeZoneOf: () => defaultTimeZone } },
    faultQueue,
  )
const setActive = (userName: string, active: boolean) =>
  sql`update employees set active = ${active} where user_name = ${userName}`.execute(portal.db)
const merge = async (number: string, into: string) =>
  post('roger', 'slaihop', { number, version: (await one('roger', number)).version, into })
const ask = async (number: string, version: number) =>
  answer('roger', number, version, { text: 'Vilken dörr?', asks: true })
const isListed = async (number: string, view: string) =>
  (await list('roger', `?vy=${view}&sok=${number}`)).rows.some((row) => row.number === number)

describe('a question', () => {
  test('is not put to somebody who has left, unless another who reported the same can answer', async () => {
    const [number, other] = [await reported('amina'), await reported('anna')]
    await setActive('amina', false)
    const refused = await ask(number, 0)
    expect([refused.status, refused.body.modelState]).toEqual([
      400,
      { asks: ['Anmälaren arbetar inte kvar och kan inte svara.'] },
    ])
    expect((await answer('roger', number, 0, { text: 'Vi tittar på det.' })).status).toBe(200)
    await merge(other, number)
    expect((await ask(number, (await one('roger', number)).version)).status).toBe(200)
    await setActive('amina', true)
  })

  test('stops the clock no longer when everybody who could answer has left', async () => {
    const [number, other] = [await reported('amina'), await reported('anna')]
    await merge(other, number)
    const before = (await one('roger', number)).clock
    await ask(number, (await one('roger', number)).version)
    later(3 * DAY)
    await setActive('amina', false)
    await tend()
    expect((await one('roger', number)).clock?.kind).toBe('paused')
    await setActive('anna', false)
    await tend()
    const found = await one('roger', number)
    expect(found.events.at(-1)).toMatchObject({
      type: 'changed',
      public: false,
      by: null,
      to: 'väntan på svar från någon vars anställning är avslutad',
    })
    expect([before?.kind, found.clock?.kind]).toEqual(['ok', 'ok'])
    expect([await isListed(number, 'vantar'), await isListed(number, 'forsenade')]).toEqual([false, false])
    const { rows: mergedToo } = await sql<{ asked: boolean }>`
      select asked_at is not null as asked from cases where kind = 'fel' and company = 'norr' and number = ${other}`.execute(
      portal.db,
    )
    expect(mergedToo).toEqual([{ asked: false }])
    const { rows: audited } = await sql`
      select what, after from audit where object_kind = 'case.fel' and object_id = ${number} order by id desc limit 1`.execute(
      portal.db,
    )
    expect(audited).toEqual([{ what: 'case.changed', after: { askedAt: null } }])
    // The wait counts until then, and no longer, also when the clock is computed again.
    const { minutes } = found.clock!
    later(4 * DAY)
    await post('roger', 'tilldela', { number, version: found.version, owner: 'jag' })
    expect((await one('roger', number)).clock?.minutes).toBe(minutes - DAY)
    const { version } = await one('roger', number)
    await tend()
    expect((await one('roger', number)).version).toBe(version)
    later(30 * DAY)
    expect(await isListed(number, 'forsenade')).toBe(true)
    for (const userName of ['amina', 'anna']) await setActive(userName, true)
  })

  test('of a reporter who is erased is the same', async () => {
    const number = await reported('zahra')
    await ask(number, 0)
    await sql`update cases set reporter_id = null where kind = 'fel' and company = 'norr' and number = ${number}`.execute(
      portal.db,
    )
    await tend()
    expect(await isListed(number, 'vantar')).toBe(false)
  })
})
