// The hours that a time report is made of.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const [worked] = await workedMonths(portal.db, [{ employeeId: employee, month }])
    expect(worked).toMatchObject({ duties: 1, plannedMinutes: hours * 60 })
  },
)
