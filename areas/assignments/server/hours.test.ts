// The hours of which a time report consists.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { makeMonths } from './duty-months.ts'
import { workedMonths } from './hours.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

interface Night {
  readonly date: string
  readonly times: readonly [start: string, end: string]
  readonly instants: readonly [start: string, end: string]
}

/** Gives an employee a duty of one event on a past day, and takes those from the nights before. */
async function planned(userName: string, { date, times, instants }: Night) {
  await makeMonths(portal.db, [date])
  await sql`delete from duties where service_id = 'night'`.execute(portal.db)
  const { rows } = await sql<{ id: number; employee: string }>`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at, ends_at,
      starts_instant, ends_instant, start_place, end_place, vehicle)
    select (select min(id) from feeds), e.id, ${date}, 'night', '1', '', '', ${times[0]}, ${times[1]}, ${instants[0]}, ${instants[1]}, '', '', ''
    from employees e where e.user_name = ${userName} returning id, employee_id as employee`.execute(portal.db)
  const { id, employee } = rows[0]!
  const { rows: events } = await sql<{ id: number }>`
    insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, starts_instant, ends_instant,
      description, vehicle, start_place, end_place, positioning)
    values (${id}, ${employee}, ${date}, 0, '1', ${times[0]}, ${times[1]}, ${instants[0]}, ${instants[1]}, '', '', '', '', false)
    returning id`.execute(portal.db)
  return { employee, event: events[0]!.id }
}

test.each([
  ['set back', '2025-10', 25, '20:00Z', '04:00Z', 8],
  ['put forward', '2025-03', 29, '21:00Z', '03:00Z', 6],
])(
  'a duty from 22 to 5 is as long as the night in which the clock is %s',
  async (_what, month, day, from, to, hours) => {
    const date = (ahead: number) => `${month}-${day + ahead}`
    const { employee } = await planned('anna', {
      date: date(0),
      times: [`${date(0)} 22:00`, `${date(1)} 05:00`],
      instants: [`${date(0)} ${from}`, `${date(1)} ${to}`],
    })
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
  async function moreMinutes(times: Night['times'], instants: Night['instants'], reported: Night['times']) {
    const { employee, event } = await planned('bertil', { date: times[0].slice(0, 10), times, instants })
    await sql`
      update duty_events set reported_starts_at = ${reported[0]}, reported_ends_at = ${reported[1]}, reported_at = now()
      where id = ${event}`.execute(portal.db)
    const { companies } = (await testPlatform(portal)).variants
    const month = times[0].slice(0, 7)
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
  ] as const)('%s is as long as it really was', async (_what, times, instants, end, minutes) => {
    expect(await moreMinutes(times, instants, [times[0], end])).toBe(minutes)
  })

  test('from the first 02:30 to the second 02:05 it is 35 minutes', async () => {
    const times = ['2025-10-26 02:20', '2025-10-26 02:30'] as const
    const instants = ['2025-10-26 00:20Z', '2025-10-26 00:30Z'] as const
    expect(await moreMinutes(times, instants, ['2025-10-26 02:30', '2025-10-26 02:05'])).toBe(25)
  })
})
