import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { todsImporter } from './import-tods.ts'
import { assignments } from './index.ts'
import { dutyTables } from './tables.ts'
import { feedWith, folderOf } from './tods/feed-fixture.ts'

let portal: TestPortal
let platform: Platform
beforeAll(async () => {
  portal = await testPortal()
  platform = await testPlatform(portal)
})
afterAll(() => portal.close())

// Leaves the demo's own feed out.
beforeEach(async () => {
  await dutyTables(portal.db).updateTable('feeds').set({ active_version: null }).where('company', '=', 'norr').execute()
})

async function take(days: readonly string[], options: Readonly<Record<string, string>>): Promise<void> {
  const rows = days.map((day) => `${day},vardag,101,1001\n`).join('')
  const source = await folderOf(feedWith({ 'employee_run_dates.txt': `date,service_id,run_id,employee_id\n${rows}` }))
  await todsImporter.run({ source, company: 'norr', dryRun: false, options }, platform, () => {})
}

async function bring(feed: string, importedAt: string, days: readonly string[]): Promise<void> {
  await take(days, { feed })
  await dutyTables(portal.db)
    .updateTable('feed_versions')
    .set({ imported_at: new Date(importedAt) })
    .where('feed_id', '=', dutyTables(portal.db).selectFrom('feeds').select('id').where('name', '=', feed))
    .execute()
}

async function told(at: string): Promise<string | undefined> {
  portal.clock.now = new Date(at)
  const measure = assignments.measures!(platform).find(({ name }) => name === 'linjen_feed_imported_timestamp_seconds')
  const value = (await measure!.read()).find(({ company }) => company === 'norr')?.value
  return value === undefined ? undefined : new Date(value * 1000).toISOString().slice(0, 10)
}

test('of feeds with days to come the oldest is told, of those that have none left only the newest', async () => {
  portal.clock.now = new Date('2026-10-20T10:00:00Z')
  await bring('nov', '2026-10-20', ['20261109', '20261110'])
  expect(await told('2026-11-05T10:00:00Z')).toBe('2026-10-20')
  await bring('dec', '2026-11-06', ['20261207'])
  expect(await told('2026-11-09T10:00:00Z')).toBe('2026-10-20')
  // The last minute of the feed's last day in the company's time zone, and the minute after.
  expect(await told('2026-11-10T22:59:00Z')).toBe('2026-10-20')
  expect(await told('2026-11-10T23:00:00Z')).toBe('2026-11-06')
  expect(await told('2027-01-20T10:00:00Z')).toBe('2026-11-06')
})

test('without a name a feed is named after its file, and one of another name replaces nothing', async () => {
  portal.clock.now = new Date('2026-10-20T10:00:00Z')
  const inForce = async () => {
    const { fn } = dutyTables(portal.db)
    const duties = dutyTables(portal.db).selectFrom('duties').where('withdrawn', '=', false)
    const of = duties.where('service_date', '=', '20261116').where('run', '=', '101')
    return Number((await of.select(fn.count('id').as('duties')).executeTakeFirstOrThrow()).duties)
  }
  for (const already of [0, 1]) {
    expect(await inForce()).toBe(already)
    await take(['20261116'], {})
  }
  expect(await inForce()).toBe(2)
  for (const feed of ['named', 'named']) await take(['20261116'], { feed })
  expect(await inForce()).toBe(3)
})
