// Statistics of deviations for the office, by the line that the reporter drove. Figures of fewer than five people are left out.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statistic } from '#platform/contract/statistics.ts'
import { nameOfMonth } from '#platform/server/statistics.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole, onlyRoles } from '../../../app/server/test-roles.ts'

interface Driven {
  readonly employeeId: string
  readonly line: string
  readonly starts: string
  readonly ends: string
}

let portal: TestPortal
/** Six drivers of one line. */
let driven: Driven[]
let reports: number[]
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['eva', 'hr'],
    ['gunilla', 'hr'],
  ])
  const { rows } = await sql<Driven>`
    with driven as (
      select distinct on (v.line->>'namn', v.employee_id) v.employee_id as "employeeId", v.line->>'namn' as line,
        v.starts_at::text as starts, d.ends_at::text as ends
      from duty_events v join duties d on d.id = v.duty_id join employees e on e.id = v.employee_id
      where e.company = 'norr' and v.line is not null and not d.withdrawn
        and v.starts_at < '2026-11-21' and v.starts_at > '2026-10-01' order by 1, 2, v.starts_at desc
    )
    select "employeeId", line, starts, ends from driven
    where line = (select line from driven group by line order by count(*) desc, line limit 1) limit 6`.execute(
    portal.db,
  )
  driven = rows
  expect(driven).toHaveLength(6)
  await sql`update incidents set incident_time = null`.execute(portal.db)
  const { rows: six } = await sql<{ id: number }>`
    select id from incidents where company = 'norr' order by id limit 6`.execute(portal.db)
  reports = six.map(({ id }) => id)
})
afterAll(() => portal.close())

/** Spreads the reports over a number of the line's drivers, each at a time of the driver's duty. */
async function happened(when: (each: Driven) => string, drivers = 6): Promise<void> {
  for (const [at, id] of reports.entries()) {
    const each = driven[at % drivers]!
    await sql`
      update incidents set reporter_id = ${each.employeeId}, incident_date = (${when(each)}::timestamp)::date,
        incident_time = (${when(each)}::timestamp)::time where id = ${id}`.execute(portal.db)
  }
}
const beginning = ({ starts }: Driven) => starts
const byLine = async (userName: string): Promise<Statistic | undefined> => {
  const { status, body } = await portal.send(userName, 'GET', '/api/kontor/statistik/avvikelser')
  expect(status).toBe(200)
  return (body.result as Statistic[]).find(({ rad }) => rad === 'Linje')
}

test('a deviation counts for the line that its reporter drove then', async () => {
  expect(await byLine('eva')).toBeUndefined()
  await happened(beginning)
  const table = await byLine('eva')
  expect(table?.rader).toEqual([expect.objectContaining({ namn: driven[0]!.line, summa: 6 })])
  // All six reports are from one month.
  const month = nameOfMonth(driven[0]!.starts.slice(0, 7))
  expect(table?.rader[0]?.varden[table.kolumner.indexOf(month)]).toBe(6)
  expect(await byLine('gunilla')).toBeUndefined()
})

test('before the duty and after it no line is known', async () => {
  await happened(({ starts }) => `${starts.slice(0, 10)} 00:00:01`)
  expect(await byLine('eva')).toBeUndefined()
  await happened(({ ends }) => ends)
  expect((await byLine('eva'))?.rader).toHaveLength(1)
  await sql`update duties set withdrawn = true`.execute(portal.db)
  expect(await byLine('eva')).toBeUndefined()
  await sql`update duties set withdrawn = false`.execute(portal.db)
})

test('a line with four is not told', async () => {
  await happened(beginning)
  await sql`update incidents set incident_time = null where id = any(${reports.slice(0, 2)})`.execute(portal.db)
  expect(await byLine('eva')).toBeUndefined()
})

test('reports stay in the area in which they were made, also those of drivers who move or are erased', async () => {
  await happened(beginning)
  await sql`update cases set area = 'Umeå' where kind = 'avvikelser' and id = any(${reports})`.execute(portal.db)
  await sql`
    update employee_claims set value = 'Flyttat'
    where type = 'IntraCompanyArea' and employee_id = any(${driven.map(({ employeeId }) => employeeId)})`.execute(
    portal.db,
  )
  await giveRole(portal.db, 'bertil', 'hr', { area: 'Flyttat' })
  await giveRole(portal.db, 'emil', 'hr', { area: 'Umeå' })
  expect((await byLine('emil'))?.rader).toEqual([expect.objectContaining({ namn: driven[0]!.line, summa: 6 })])
  expect(await byLine('bertil')).toBeUndefined()
  const ofUmea = async (): Promise<number> => {
    const { body } = await portal.send('emil', 'GET', '/api/kontor/statistik/avvikelser')
    const byType = (body.result as Statistic[]).find(({ rad }) => rad === 'Månad')
    return byType?.rader.reduce((all, { summa }) => all + (summa ?? 0), 0) ?? 0
  }
  const before = await ofUmea()
  expect(before).toBeGreaterThan(0)
  await sql`update incidents set reporter_id = null where id = ${reports[0]!}`.execute(portal.db)
  // An erased reporter counts as one more person, which may lift a withheld number above the limit.
  expect(await ofUmea()).toBeGreaterThanOrEqual(before)
})

test('a right that is limited to a category reaches the cases of the category, whatever the type of their report', async () => {
  await happened(beginning)
  await sql`update incidents set typ = 'Arbetsmiljöfrågor' where id = any(${reports})`.execute(portal.db)
  await sql`update cases set category = 'Personskada' where kind = 'avvikelser' and id = any(${reports})`.execute(
    portal.db,
  )
  await onlyRoles(portal.db, [
    ['eva', 'hr'],
    ['karl-erik', 'hr', { category: 'Personskada' }],
    ['roger', 'hr', { category: 'Arbetsmiljöfrågor' }],
  ])
  expect((await byLine('karl-erik'))?.rader).toHaveLength(1)
  expect(await byLine('roger')).toBeUndefined()
})

test('a line of which four people have reported six times is not told either, and neither is how often one reports', async () => {
  await happened(beginning, 4)
  expect(await byLine('eva')).toBeUndefined()
  await happened(beginning, 5)
  expect((await byLine('eva'))?.rader).toHaveLength(1)
  await sql`update incidents set reporter_id = ${driven[0]!.employeeId} where company = 'norr'`.execute(portal.db)
  const { body } = await portal.send('eva', 'GET', '/api/kontor/statistik/avvikelser')
  expect(body.result).toEqual([])
})
