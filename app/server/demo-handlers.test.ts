// The open cases of the demo have owners who handle such cases: the first hour would otherwise take them away.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tendCasesAt } from '#core/cases/server/tend-cases.ts'
import { defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { deviationQueue } from '../../areas/deviations/server/queue.ts'
import { commentQueue } from '../../areas/news/server/queue.ts'
import { suggestionQueue } from '../../areas/suggestions/server/queue.ts'
import { timeReportStates } from '../../areas/time-report/server/queue.ts'
import { faultQueue } from '../../areas/vehicle-faults/server/queue.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test.each([faultQueue, deviationQueue, suggestionQueue, commentQueue, timeReportStates])(
  'the cases of $calls.kind keep their owners and wait for somebody who works there',
  async (queue) => {
    const cases = async () =>
      (
        await sql<{ owner: string; asked: boolean }>`
          select owner_id as owner, asked_at is not null as asked from cases
          where kind = ${queue.calls.kind} and ended_at is null order by company, id`.execute(portal.db)
      ).rows
    const before = await cases()
    expect(before.some(({ owner }) => owner !== null)).toBe(true)
    const variants = { timeZoneOf: () => defaultTimeZone }
    await tendCasesAt({ db: portal.db, clock: () => portal.clock.now, variants }, queue)
    expect(await cases()).toEqual(before)
  },
)
