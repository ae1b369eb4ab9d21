// The rate of confirmation that the traffic office reads: of many employees together, and never of one.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statistic } from '#platform/contract/statistics.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'

let portal: TestPortal
/** Drivers with duties in the counted weeks, those with the most duties first. */
let drivers: string[]
beforeAll(async () => {
  portal = await testPortal()
  await sql`delete from role_assignments`.execute(portal.db)
  await giveRole(portal.db, 'emil', 'trafikledare', { area: 'Ensam' })
  const { rows } = await sql<{ userName: string }>`
    select e.user_name as "userName" from employees e join duties d on d.employee_id = e.id
    where e.company = 'norr' and not d.withdrawn and d.service_date between '2026-11-09' and '2026-11-15'
      and exists (select from employee_claims c where c.employee_id = e.id and c.type = 'IntraCompanyArea')
    group by 1 order by count(*) desc, 1`.execute(portal.db)
  drivers = rows.map(({ userName }) => userName)
  expect(drivers.length).toBeGreaterThan(6)
})
afterAll(() => portal.close())

/** The statistics of an area with a number of drivers, of whom the first confirm nothing and the others everything. */
async function told({ people, unconfirmed }: { people: number; unconfirmed: number }): Promise<Statistic[]> {
  const inArea = drivers.slice(0, people)
  const of = (userNames: readonly string[]) =>
    sql`(select id from employees where company = 'norr' and user_name = any(${[...userNames]}))`
  await sql`update employee_claims set value = 'Annars' where type = 'IntraCompanyArea' and value = 'Ensam'`.execute(
    portal.db,
  )
  await sql`
    update employee_claims set value = 'Ensam' where type = 'IntraCompanyArea' and employee_id in ${of(inArea)}`.execute(
    portal.db,
  )
  await sql`update duties set confirmed_at = now()`.execute(portal.db)
  await sql`
    update duties set confirmed_at = null where employee_id in ${of(inArea.slice(0, unconfirmed))}`.execute(portal.db)
  const { status, body } = await portal.send('emil', 'GET', '/api/kontor/statistik/tjanster')
  expect(status).toBe(200)
  return body.result
}
const weekOf = (found: Statistic[]) => found[0]?.rader.find(({ namn }) => namn === 'v. 46')

test.each([1, 4])('of %i it is not told, however many duties they have', async (people) => {
  expect(await told({ people, unconfirmed: 0 })).toEqual([])
})

test('of five it is, and not how many one of them has left unconfirmed', async () => {
  const all = weekOf(await told({ people: 5, unconfirmed: 0 }))
  expect(all).toEqual({ namn: 'v. 46', varden: [expect.any(Number), 0], summa: all?.varden[0] })
  expect(all!.summa).toBeGreaterThan(5)
  const one = weekOf(await told({ people: 6, unconfirmed: 1 }))
  expect(one?.varden).toEqual([null, null])
})
