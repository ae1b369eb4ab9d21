// Hours that are reported back after a time report was submitted: the office approves only hours that it has seen, and payroll gets those.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { MonthForPayroll } from '../payroll-contract.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['monica', 'omradeschef'],
    ['marta', 'lon'],
  ])
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})

const calls = officeCalls(() => portal, 'tidrapporter')
const one = (number: string) => calls.one('monica', number)
const approve = (number: string, version: number) => calls.answer('monica', number, version, { state: 'Godkänd' })
const hoursOf = ({ details }: Case) => details.find(({ label }) => label === 'Rapporterad tid')?.value

async function submitted(userName: string): Promise<string> {
  const { id } = (await portal.send(userName, 'GET', '/api/bpl/tidrapport/getsenaste')).body.result
  const body = { TidrapportId: id, Undo: false }
  expect((await portal.send(userName, 'POST', '/api/bpl/tidrapport/accept', { body })).status).toBe(200)
  const { rows } = await sql<{ number: string }>`
    select c.number from cases c join employees e on e.id = c.reporter_id
    where c.kind = 'tidrapporter' and e.user_name = ${userName} and c.about like '2026-11/%'`.execute(portal.db)
  return rows[0]?.number ?? 'none'
}

/** An employee's first event of November that takes time, or the first from an instant on. */
async function eventOf(userName: string, from = '2026-11-01T00:00:00') {
  const { rows } = await sql<{ id: number; start: string; end: string }>`
    select v.id, to_char(v.starts_at, 'YYYY-MM-DD"T"HH24:MI:SS') as start, to_char(v.ends_at, 'YYYY-MM-DD"T"HH24:MI:SS') as end
    from duty_events v join duties d on d.id = v.duty_id join employees e on e.id = v.employee_id
    where e.user_name = ${userName} and not d.withdrawn and v.starts_at >= ${from}::timestamp and v.ends_at > v.starts_at
    order by v.starts_at, v.id limit 1`.execute(portal.db)
  return rows[0]!
}
/** Reports one event back as a number of minutes longer than planned. */
function longer(userName: string, { id, start, end }: Awaited<ReturnType<typeof eventOf>>, minutes: number) {
  const sluttid = new Date(Date.parse(`${end}Z`) + minutes * 60_000).toISOString().slice(0, 19)
  const body = { uppdragId: id, starttid: start, sluttid, notering: '' }
  return portal.send(userName, 'POST', '/api/bpl/aterrapportera', { body })
}
const payrollOf = async (name: string): Promise<string | undefined> => {
  const { body } = await portal.send('marta', 'GET', '/api/kontor/loneunderlag/hamta?manad=2026-11')
  return body.result.text.split('\r\n').find((line: string) => line.includes(name))
}

test('changed while the office looks at the report, they are seen before they are approved', async () => {
  const number = await submitted('anna')
  const seen = await one(number)
  const event = await eventOf('anna')
  expect((await longer('anna', event, 120)).status).toBe(200)
  const late = await approve(number, seen.version)
  expect([late.status, late.body.errorMessage]).toEqual([
    409,
    expect.stringContaining('Anna Lindgren ändrade tiderna för en tjänst'),
  ])
  const now = await one(number)
  expect(hoursOf(now)).not.toBe(hoursOf(seen))
  expect(now.events.at(-1)).toMatchObject({ type: 'changed', by: 'Anna Lindgren', to: 'tiderna för en tjänst' })
  // Reporting the same times again changes nothing.
  expect((await longer('anna', event, 120)).status).toBe(200)
  expect((await approve(number, now.version)).status).toBe(200)
})

test('changed by another plan since somebody opened the report, they are seen before they are approved', async () => {
  const number = await submitted('sirpa')
  const shift = (hours: number) =>
    sql`update duties d set ends_at = ends_at + ${`${hours} hour`}::interval from employees e where e.id = d.employee_id and e.user_name = 'sirpa'
      and d.id = (select min(f.id) from duties f where f.employee_id = e.id and not f.withdrawn
        and f.service_date between '2026-11-01' and '2026-11-20')`.execute(portal.db)
  // At the first opening the office sees the hours as they are now, and no change is recorded.
  await shift(1)
  const seen = await one(number)
  expect(seen.events.map(({ type }) => type)).toEqual(['received'])
  await shift(1)
  const late = await approve(number, seen.version)
  expect([late.status, late.body.errorMessage]).toEqual([
    409,
    expect.stringMatching(/Tjänsteplanen ändrade den planerade tiden från \d+ h.* till \d+ h/),
  ])
  const now = await one(number)
  expect(hoursOf(now)).not.toBe(hoursOf(seen))
  expect(now.events.at(-1)).toMatchObject({ type: 'changed', by: 'Tjänsteplanen' })
  // Opening it also records a change, once.
  await shift(-1)
  const again = await one(number)
  expect(again.version).toBe(now.version + 1)
  expect((await one(number)).version).toBe(again.version)
  expect((await approve(number, again.version)).status).toBe(200)
})

test('approved, they are neither changed by the employee nor by another plan', async () => {
  const number = await submitted('amina')
  const event = await eventOf('amina')
  expect((await approve(number, (await one(number)).version)).status).toBe(200)
  const before = await payrollOf('Amina')
  expect(before).toContain('"2026-11"')
  expect((await longer('amina', event, 120)).body.modelState).toEqual({
    uppdragId: ['Tidrapporten för november 2026 är godkänd. Tala med den som godkände den om tiderna ska ändras.'],
  })
  // For example by a new version of the feed.
  await sql`
    update duties d set ends_at = ends_at + interval '1 hour' from employees e
    where e.id = d.employee_id and e.user_name = 'amina' and d.service_date between '2026-11-01' and '2026-11-20'`.execute(
    portal.db,
  )
  expect(await payrollOf('Amina')).toBe(before)
})

test.each([
  { userName: 'anders', when: 'a minute before it was to end', msAfterEnd: -60_000, status: 200, state: 'Inlämnad' },
  { userName: 'birgitta', when: 'when it was to end', msAfterEnd: 0, status: 400, state: 'Godkänd' },
])('of an event, approved $when, leave the report $state', async ({ userName, msAfterEnd, status, state }) => {
  const number = await submitted(userName)
  const event = await eventOf(userName, '2026-11-23T00:00:00')
  const plannedEnd = Date.parse(`${event.end}+01:00`)
  portal.clock.now = new Date(plannedEnd + msAfterEnd)
  expect((await approve(number, (await one(number)).version)).status).toBe(200)
  portal.clock.now = new Date(plannedEnd + 120 * 60_000)
  expect((await longer(userName, event, 60)).status).toBe(status)
  expect((await one(number)).state.name).toBe(state)
})

test('of an event that began after the approval, they come to the office again', async () => {
  const number = await submitted('emil')
  expect((await approve(number, (await one(number)).version)).status).toBe(200)
  const event = await eventOf('emil', '2026-11-23T00:00:00')
  portal.clock.now = new Date('2026-11-29T12:00:00Z')
  expect((await longer('emil', event, 60)).status).toBe(200)
  const again = await one(number)
  expect([again.state.name, again.ended, again.replied]).toEqual(['Inlämnad', false, true])
  expect(await payrollOf('Emil')).toBeUndefined()
  expect((await approve(number, again.version)).status).toBe(200)
  expect(await payrollOf('Emil')).toContain('"2026-11"')
})

test('planned otherwise after the approval for a duty that was ahead, they come to the office again', async () => {
  const number = await submitted('zahra')
  expect((await approve(number, (await one(number)).version)).status).toBe(200)
  const before = await payrollOf('Zahra')
  expect(before).toContain('"2026-11"')
  await sql`
    update duties d set ends_at = ends_at + interval '1 hour', ends_instant = ends_instant + interval '1 hour'
    where d.id = (select min(f.id) from duties f join employees e on e.id = f.employee_id
      where e.user_name = 'zahra' and not f.withdrawn and f.service_date between '2026-11-23' and '2026-11-30')`.execute(
    portal.db,
  )
  portal.clock.now = new Date('2026-12-01T12:00:00Z')
  const month = async () =>
    (await portal.send('marta', 'GET', '/api/kontor/loneunderlag/manad?manad=2026-11')).body.result as MonthForPayroll
  expect(await payrollOf('Zahra')).toBeUndefined()
  const { godkanda, ejKlara } = await month()
  const again = await one(number)
  expect([again.state.name, again.ended]).toEqual(['Inlämnad', false])
  expect(again.events.slice(-2)).toMatchObject([
    { type: 'changed', by: 'Tjänsteplanen', to: expect.stringMatching(/^den planerade tiden från \d+ h.* till \d+ h/) },
    { type: 'state', by: 'Tjänsteplanen', to: 'Inlämnad' },
  ])
  expect((await approve(number, again.version)).status).toBe(200)
  expect(await month()).toEqual({ godkanda: godkanda + 1, ejKlara: ejKlara - 1 })
  const after = await payrollOf('Zahra')
  expect(after).toContain('"2026-11"')
  expect(after).not.toBe(before)
})
