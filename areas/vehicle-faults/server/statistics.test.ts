// Figures of faults: the outcome that drivers read, the office's statistics, and how long cases are kept.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statistic } from '#platform/contract/statistics.ts'
import type { Platform } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { vehicleFaults } from './index.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const later = (days: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + days * 86_400_000 + 31_000)
}
const month = async (userName: string) => (await portal.send(userName, 'GET', '/api/fordonskontroll/manad')).body.result
const statistics = async (userName: string) => {
  const { status, body } = await portal.send(userName, 'GET', '/api/kontor/statistik/fel')
  return status === 200 ? (body.result as Statistic[]) : status
}

/**
 * Adds cases of a company that were reported on days of October 2026 and repaired `days` later; null: not yet. `reporters`: how many
 * employees reported them, in turn.
 */
async function add(
  company: string,
  cases: readonly { day: number; days: number | null; about: string | null; area?: string }[],
  reporters = 9,
) {
  await sql`
    insert into cases (company, kind, id, number, area, category, about, reporter_id, received_at, state, ended_at, answered_at)
    select ${company}, 'fel', 900000 + n, 'X-' || ${company} || n, area, 'Dörrar', about,
      (select id from employees where company = ${company} order by number offset n % ${reporters}::int limit 1),
      timestamptz '2026-10-01 06:00Z' + (day - 1) * interval '1 day',
      case when days is null then 'Mottagen' else 'Klar' end,
      timestamptz '2026-10-01 06:00Z' + (day - 1 + days) * interval '1 day',
      timestamptz '2026-10-01 08:00Z' + (day - 1) * interval '1 day'
    from json_to_recordset(${JSON.stringify(cases.map((each, n) => ({ n, ...each })))}::json)
      as g(n int, day int, days float, about text, area text)`.execute(portal.db)
}

test('drivers read what became of last month’s reports of their own company', async () => {
  await sql`delete from cases where kind = 'fel'`.execute(portal.db)
  expect(await month('anna')).toBeNull()
  const repaired = [1, 2, 2, 3, 9].map((days) => ({ day: 31, days, about: '2117' }))
  await add('norr', [...repaired, { day: 1, days: null, about: '2118' }])
  // In the company's time zone this is 23:30 on the last of September, and so in the month before.
  await sql`update cases set received_at = '2026-09-30 21:30Z' where number = 'X-norr5'`.execute(portal.db)
  expect(await month('anna')).toEqual({ reported: 5, done: 5, medianDays: 2 })
  expect(await month('bengt')).toBeNull()
})

test('nor are repairs that would give away how few are not repaired', async () => {
  const sixth = (at: string) =>
    sql`update cases set received_at = ${at}::timestamptz where number = 'X-norr5'`.execute(portal.db)
  await sixth('2026-10-20 10:00Z')
  expect(await month('anna')).toEqual({ reported: 6, done: null, medianDays: null })
  await sixth('2026-09-30 21:30Z')
})

test('four repairs are not told, and neither are four reports', async () => {
  await sql`update cases set state = 'Mottagen', ended_at = null where number = 'X-norr0'`.execute(portal.db)
  expect(await month('anna')).toEqual({ reported: 5, done: null, medianDays: null })
  await sql`delete from cases where number = 'X-norr0'`.execute(portal.db)
  expect(await month('anna')).toBeNull()
})

test('one who reports often is not told by the month, the age, or how soon the workshop answers', async () => {
  await sql`delete from cases where kind = 'fel'`.execute(portal.db)
  const twelve = Array.from({ length: 12 }, (_, at) => ({ day: 1 + at, days: at < 6 ? 1 : null, about: '2117' }))
  const told = async (reporters: number) => {
    await sql`delete from cases where kind = 'fel'`.execute(portal.db)
    await add('norr', twelve, reporters)
    const found = (await statistics('roger')) as Statistic[]
    return [await month('anna'), found.map(({ titel }) => titel)]
  }
  // The row of the bus stays, since it measures the bus and not a reporter.
  for (const reporters of [1, 4]) expect(await told(reporters)).toEqual([null, ['Felanmälningar per buss']])
  expect(await told(6)).toEqual([
    { reported: 12, done: 6, medianDays: 1 },
    ['Felanmälningar per buss', 'Öppna fel efter ålder', 'Tid till första svar', 'Lagad men inte hel'],
  ])
})

test('the office sees figures of its company and area, none under five, and none that others give away', async () => {
  await sql`delete from cases where kind = 'fel'`.execute(portal.db)
  const of = (about: string, count: number, area: string) =>
    Array.from({ length: count }, (_, at) => ({ day: 1 + at, days: 1, about, area }))
  await add('norr', [
    ...of('2117', 9, 'Umeå'),
    ...of('2118', 6, 'Umeå'),
    ...of('2119', 3, 'Umeå'),
    ...of('2120', 7, 'Kiruna'),
  ])
  await add('syd', of('3000', 8, 'Lund'))
  const byBus = async (userName: string) => {
    const found = await statistics(userName)
    if (typeof found === 'number') return found
    const { rader = [], summor = null } = found.find(({ titel }) => titel === 'Felanmälningar per buss') ?? {}
    return [rader.map(({ namn, varden }) => [namn, varden[0]]), summor?.summa]
  }
  // The sum would reveal the three of the other buses, so another bus is withheld with them.
  expect(await byBus('roger')).toEqual([
    [
      ['Buss 2117', 9],
      ['Buss 2120', 7],
      ['Buss 2118', null],
      ['Övriga bussar', null],
    ],
    25,
  ])
  await giveRole(portal.db, 'emil', 'verkstad', { area: 'Kiruna' })
  await giveRole(portal.db, 'omar', 'verkstad', { to: '2026-11-20' })
  later(0)
  expect(await byBus('emil')).toEqual([[['Buss 2120', 7]], 7])
  expect(await byBus('bengt')).toEqual([[['Buss 3000', 8]], 8])
  for (const userName of ['anna', 'omar', 'eva']) expect(await statistics(userName)).toBe(403)
  const all = (await statistics('roger')) as Statistic[]
  const answered = all.find(({ titel }) => titel === 'Tid till första svar')
  expect(answered?.rader.find(({ namn }) => namn === 'Okt 2026')?.varden).toEqual([2])
  // Each fault was repaired a day later, so all but the first of a bus were reported again.
  const again = all.find(({ titel }) => titel === 'Lagad men inte hel')
  expect(again?.rader.find(({ namn }) => namn === 'Okt 2026')).toMatchObject({ summa: 25, varden: [null, null] })
})

test('a fault came again if its bus was repaired before, not if no bus is named, and not by its own repair', async () => {
  await sql`delete from cases where kind = 'fel'`.execute(portal.db)
  const buses = ['1', '2', '3', '4', '5', '6']
  await add('norr', [
    ...buses.map((about) => ({ day: 1, days: 1, about })),
    ...buses.map((about) => ({ day: 10, days: 0, about })),
    ...[1, 5].map((day) => ({ day, days: 1, about: null })),
  ])
  const again = ((await statistics('roger')) as Statistic[]).find(({ titel }) => titel === 'Lagad men inte hel')
  expect(again?.rader.find(({ namn }) => namn === 'Okt 2026')?.varden).toEqual([8, 6])
  await sql`update cases set ended_at = '2026-10-11 06:00Z' where kind = 'fel' and received_at < '2026-10-02'`.execute(
    portal.db,
  )
  const since = ((await statistics('roger')) as Statistic[]).find(({ titel }) => titel === 'Lagad men inte hel')
  expect(since?.rader.find(({ namn }) => namn === 'Okt 2026')?.varden).toEqual([14, 0])
})

test('the same for deviations and duties', async () => {
  for (const [path, userName] of [
    ['avvikelser', 'monica'],
    ['tjanster', 'monica'],
  ]) {
    const { status, body } = await portal.send(userName!, 'GET', `/api/kontor/statistik/${path}`)
    expect(status).toBe(200)
    for (const { rader, summor } of body.result as Statistic[])
      for (const value of [...rader.flatMap(({ varden, summa }) => [...varden, summa]), ...(summor?.varden ?? [])])
        expect(value === null || value === 0 || value >= 5).toBe(true)
    expect((await portal.send('roger', 'GET', `/api/kontor/statistik/${path}`)).status).toBe(403)
  }
})

test('a case says how long it is kept, and goes with its report when that has passed', async () => {
  const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörr 2 stänger inte' }
  for (let reports = 0; reports < 3; reports++)
    expect((await portal.send('anna', 'POST', '/api/fordonskontroll/addfault', { body })).status).toBe(200)
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from cases where kind = 'fel' and number like 'F-%' order by number`.execute(portal.db)
  const [first, second, open] = rows
  const at = '/api/kontor/arenden/fel'
  const kept = async (number: string) => {
    const { body: found } = await portal.send('roger', 'GET', `${at}/arende?nummer=${number}`)
    return found.result?.details.find(({ label }: { label: string }) => label === 'Sparas')?.value
  }
  const end = (number: string) =>
    portal.send('roger', 'POST', `${at}/svara`, {
      body: { number, version: 0, text: 'Lagat.', state: 'Klar', asks: false },
    })
  expect(await kept(first!.number)).toBe('3 år efter att ärendet har avslutats. Bussens reparationer ska gå att följa.')
  expect((await end(first!.number)).status).toBe(200)
  expect(await kept(first!.number)).toBe('till 21 november 2029. Bussens reparationer ska gå att följa.')
  later(2)
  expect((await end(second!.number)).status).toBe(200)
  await sql`
    insert into fault_pictures (name, fault_id, short_name, stored, created_at)
    values ('a-picture', ${first!.id}, 'dorr.jpg', true, now())`.execute(portal.db)

  const left = async () =>
    (
      await sql<{ id: number }>`
      select f.id from faults f join cases c on c.company = f.company and c.kind = 'fel' and c.id = f.id
      where f.id = any(${[first!.id, second!.id, open!.id]}) order by 1`.execute(portal.db)
    ).rows.map(({ id }) => id)
  const night = (time: string) =>
    vehicleFaults.nightly?.({ db: portal.db, clock: () => new Date(time) } as unknown as Platform)
  await night('2029-11-20T03:00:00Z')
  expect(await left()).toEqual([first!.id, second!.id, open!.id])
  await night('2029-11-22T12:00:00Z')
  expect(await left()).toEqual([second!.id, open!.id])
  const gone = await sql`
    select id from faults where id = ${first!.id}
    union all select case_id from case_events where kind = 'fel' and case_id = ${first!.id}`.execute(portal.db)
  expect(gone.rows).toEqual([])
  // The picture waits for the hourly round, which removes files before rows.
  const { rows: pictures } = await sql`select fault_id from fault_pictures where name = 'a-picture'`.execute(portal.db)
  expect(pictures).toEqual([{ fault_id: null }])
  await night('2040-01-01T03:00:00Z')
  expect(await left()).toEqual([open!.id])
})

test('on a leap day no case goes before the day that it promises', async () => {
  await add('norr', [{ day: 1, days: 1, about: '2116' }])
  await sql`
    update cases set received_at = '2025-02-27 06:00Z', ended_at = '2025-03-01 01:30Z' where number = 'X-norr0'`.execute(
    portal.db,
  )
  const found = () => portal.send('roger', 'GET', '/api/kontor/arenden/fel/arende?nummer=X-norr0')
  const night = (time: string) =>
    vehicleFaults.nightly?.({ db: portal.db, clock: () => new Date(time) } as unknown as Platform)
  await night('2028-02-29T03:00:00Z')
  const { status, body } = await found()
  expect(status).toBe(200)
  expect(body.result.details).toContainEqual({ label: 'Sparas', value: expect.stringMatching(/^till 1 mars 2028\./) })
  await night('2028-03-01T03:00:00Z')
  expect((await found()).status).toBe(404)
})
