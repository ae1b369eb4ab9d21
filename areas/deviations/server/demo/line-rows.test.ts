// The demo's figures by line, as the employees who handle deviations in each company see them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statistic } from '#platform/contract/statistics.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test.each(['eva', 'hans', 'magnus', 'mikael'])(
  'the table of %s has at least three lines, and none under five',
  async (userName) => {
    const { body } = await portal.send(userName, 'GET', '/api/kontor/statistik/avvikelser')
    const rows = (body.result as Statistic[]).find(({ rad }) => rad === 'Linje')?.rader ?? []
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { namn, summa } of rows) expect([namn, (summa ?? 0) >= 5]).toEqual([namn, true])
  },
)
