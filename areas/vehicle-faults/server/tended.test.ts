// No case waits for somebody who has left: for an answer, or as its handler.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tendCases, tendCasesAt } from '#core/cases/server/tend-cases.ts'
import { dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { faultQueue } from './queue.ts'
import { giveDeputy, giveRole } from '../../../app/server/test-roles.ts'
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

const working = () => ({
  db: portal.db,
  clock: () => portal.clock.now,
  variants: { timeZoneOf: () => defaultTimeZone },
})
const tend = () => tendCasesAt(working(), faultQueue)
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

  test('is not waited for because of somebody who was never asked it, and who keeps an own question', async () => {
    const [number, other, asked] = [await reported('amina'), await reported('anna'), await reported('omar')]
    await ask(number, 0)
    later(1)
    await ask(asked, 0)
    for (const each of [other, asked]) await merge(each, number)
    await setActive('amina', false)
    await tend()
    expect((await one('roger', number)).clock?.kind).toBe('ok')
    expect((await one('roger', asked)).clock?.kind).toBe('paused')
    await setActive('amina', true)
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

describe('a handler', () => {
  const owned = async (userName: string): Promise<string> => {
    const number = await reported()
    expect((await post(userName, 'tilldela', { number, version: 0, owner: 'jag' })).status).toBe(200)
    return number
  }
  const ownerOf = async (number: string) => (await one('roger', number)).owner?.name ?? null
  const endRole = (id: number) =>
    sql`update role_assignments set ended_at = ${portal.clock.now} where id = ${id}`.execute(portal.db)

  test('whose role has ended has no open cases an hour later, save those that name him or her as responsible', async () => {
    const role = await giveRole(portal.db, 'tesfaye', 'verkstad')
    later(1)
    const [open, ended, named, other] = [
      await owned('tesfaye'),
      await owned('tesfaye'),
      await owned('tesfaye'),
      await owned('henrik'),
    ]
    await answer('tesfaye', ended, 1, { state: 'Klar' })
    await sql`update cases set responsible_id = owner_id where kind = 'fel' and number = ${named}`.execute(portal.db)
    await tend()
    expect(await ownerOf(open)).toBe('Tesfaye Gebremariam')
    await endRole(role)
    await tend()
    expect(await Promise.all([open, ended, named, other].map(ownerOf))).toEqual([
      null,
      'Tesfaye Gebremariam',
      'Tesfaye Gebremariam',
      'Henrik Sandberg',
    ])
    expect((await one('roger', open)).events.at(-1)).toMatchObject({
      type: 'assigned',
      to: null,
      by: null,
      public: false,
      text: 'Handläggaren handlägger inte längre sådana ärenden.',
    })
    expect(await isListed(open, 'ej-tilldelade')).toBe(true)
    const { version } = await one('roger', open)
    await tend()
    expect((await one('roger', open)).version).toBe(version)
  })

  test('whose role has run out, by its last day or as a deputy, has none either', async () => {
    const held = await giveRole(portal.db, 'birgitta', 'verkstad')
    await giveDeputy(portal.db, 'nermin', held, { from: '2026-11-01', to: '2026-11-21' })
    await giveRole(portal.db, 'omar', 'verkstad', { to: '2026-11-21' })
    later(1)
    const numbers = [await owned('nermin'), await owned('omar'), await owned('birgitta')]
    await tend()
    expect(await Promise.all(numbers.map(ownerOf))).not.toContain(null)
    later(DAY)
    await tend()
    expect(await Promise.all(numbers.map(ownerOf))).toEqual([null, null, 'Birgitta Sjödin'])
  })

  test('keeps the open cases while the clock of the process is behind, by which the role has not begun', async () => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(portal.db)
    const days = (by: number) => new Date(rows[0]!.at.getTime() + by * DAY * 60_000)
    await giveRole(portal.db, 'nermin', 'verkstad', { from: dateIn(defaultTimeZone, days(-1)) })
    portal.clock.now = days(0)
    const number = await owned('nermin')
    portal.clock.now = days(-2)
    await tendCases(working(), faultQueue)
    portal.clock.now = days(0)
    expect(await ownerOf(number)).toBe('Nermin Halilović')
    await tendCases(working(), faultQueue)
    expect(await ownerOf(number)).toBe('Nermin Halilović')
    await sql`update role_assignments set ended_at = ${days(0)} where employee_id = (
      select id from employees where user_name = 'nermin')`.execute(portal.db)
    await tendCases(working(), faultQueue)
    expect(await ownerOf(number)).toBeNull()
  })

  test('is nobody who acts by a role taken in an emergency', async () => {
    const until = new Date(testNow.getTime() + 4 * 3_600_000)
    await sql`
      insert into role_assignments (company, employee_id, role, valid_from, valid_to, valid_until, source, given_at)
      select company, id, 'verkstad', '2026-11-21', '2026-11-21', ${until}, 'hand', now()
      from employees where user_name = 'lars-goran'`.execute(portal.db)
    later(1)
    const number = await reported()
    expect((await one('lars-goran', number)).actions).not.toContain('take')
    const taken = await post('lars-goran', 'tilldela', { number, version: 0, owner: 'jag' })
    expect([taken.status, taken.body.modelState]).toEqual([
      400,
      { owner: ['Med nödåtkomst blir du inte handläggare.'] },
    ])
    expect((await answer('lars-goran', number, 0, { state: 'Bedömd', text: 'In på måndag.' })).status).toBe(200)
    expect(await ownerOf(number)).toBeNull()
    await answer('henrik', number, 1, { text: 'Vi ringer.' })
    expect(await ownerOf(number)).toBe('Henrik Sandberg')
    // Beside the same role otherwise, it takes nothing away.
    await giveRole(portal.db, 'lars-goran', 'verkstad')
    later(2)
    expect(await ownerOf(await owned('lars-goran'))).toBe('Lars-Göran Åström')
  })
})
