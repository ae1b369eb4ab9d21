// The hours of which a time report consists.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { workedMonths } from './hours.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test.each([
  ['set back', '2025-10', 25, '20:00Z', '04:00Z', 8],
  ['put forward', '2025-03', 29, '21:00Z', '03:00Z', 6],
])(
  'a duty from 22 to 5 is as long as the night in which the clock is %s',
  async (_what, month, day, from, to, hours) => {
    const { rows } = await sql<{ id: number; employee: string }>`
    select d.id, d.employee_id as employee from duties d join employees e on e.id = d.employee_id
    where e.user_name = 'anna' and not d.withdrawn order by d.id limit 1`.execute(portal.db)
    const { id, employee } = rows[0]!
    const date = (ahead: number) => `${month}-${day + ahead}`
    await sql`
    update duties set service_date = ${date(0)}, starts_at = ${`${date(0)} 22:00`}, ends_at = ${`${date(1)} 05:00`},
      starts_instant = ${`${date(0)} ${from}`}, ends_instant = ${`${date(1)} ${to}`} where id = ${id}`.execute(
      portal.db,
    )
    const [worked] = await workedMonths(
      portal.db,
      [{ employeeId: employee, month }],
      (await testPlatform(portal)).variants.companies,
    )
    expect(worked).toMatchObject({ duties: 1, plannedMinutes: hours * 60 })
  },
)

describe('what was reported otherwise than planned', () => {
  /** How many minutes longer than planned an event of that night was. */
  async function moreMinutes(
    planned: [start: string, end: string],
    instants: [string, string],
    reported: [string, string],
  ) {
    const { rows } = await sql<{ id: number; event: number; employee: string }>`
      select d.id, v.id as event, d.employee_id as employee from duties d join employees e on e.id = d.employee_id
      join duty_events v on v.duty_id = d.id
      where e.user_name = 'bertil' and not d.withdrawn order by d.id, v.id limit 1`.execute(portal.db)
    const { id, event, employee } = rows[0]!
    await sql`
      update duties set service_date = ${planned[0].slice(0, 10)}, starts_at = ${planned[0]}, ends_at = ${planned[1]},
        starts_instant = ${instants[0]}, ends_instant = ${instants[1]} where id = ${id}`.execute(portal.db)
    await sql`
      update duty_events set starts_at = ${planned[0]}, ends_at = ${planned[1]}, starts_instant = ${instants[0]},
        ends_instant = ${instants[1]}, reported_starts_at = ${reported[0]}, reported_ends_at = ${reported[1]},
        reported_at = now() where id = ${event}`.execute(portal.db)
    const { companies } = (await testPlatform(portal)).variants
    const month = planned[0].slice(0, 7)
    return (await workedMonths(portal.db, [{ employeeId: employee, month }], companies))[0]?.moreMinutes
  }

  test.each([
    // 01:30 in summer time is 23:30 UTC; 03:10 in winter time is 02:10.
    [
      'past the change in autumn',
      ['2025-10-26 00:30', '2025-10-26 01:30'],
      ['2025-10-25 22:30Z', '2025-10-25 23:30Z'],
      '2025-10-26 03:10',
      160,
    ],
    [
      'into the hour that comes twice',
      ['2025-10-26 00:30', '2025-10-26 01:50'],
      ['2025-10-25 22:30Z', '2025-10-25 23:50Z'],
      '2025-10-26 02:20',
      30,
    ],
    [
      'within its second time',
      ['2025-10-26 02:10', '2025-10-26 02:40'],
      ['2025-10-26 01:10Z', '2025-10-26 01:40Z'],
      '2025-10-26 02:50',
      10,
    ],
    [
      'past the change in spring',
      ['2025-03-30 00:30', '2025-03-30 01:50'],
      ['2025-03-29 23:30Z', '2025-03-30 00:50Z'],
      '2025-03-30 03:10',
      20,
    ],
    [
      'at a time that spring leaves out',
      ['2025-03-30 00:30', '2025-03-30 01:50'],
      ['2025-03-29 23:30Z', '2025-03-30 00:50Z'],
      '2025-03-30 02:10',
      20,
    ],
  ] as const)('%s is as long as it really was', async (_what, planned, instants, end, minutes) => {
    expect(await moreMinutes([...planned], [...instants], [planned[0], end])).toBe(minutes)
  })

  test('from the first 02:30 to the second 02:05 it is 35 minutes', async () => {
    const planned = ['2025-10-26 02:20', '2025-10-26 02:30'] as [string, string]
    const instants = ['2025-10-26 00:20Z', '2025-10-26 00:30Z'] as [string, string]
    expect(await moreMinutes(planned, instants, ['2025-10-26 02:30', '2025-10-26 02:05'])).toBe(25)
  })
})
