import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testNow } from '../../../app/server/test-template.ts'
import { ecoPortal, type EcoPortal } from './eco-fixture.ts'
import { ecoDriving } from './index.ts'

let portal: EcoPortal
beforeAll(async () => {
  portal = await ecoPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = testNow
  await sql`delete from eco_trips`.execute(portal.db)
  await sql`delete from eco_months`.execute(portal.db)
})

const at = (instant: string) => void (portal.clock.now = new Date(instant))
const tidied = () => ecoDriving.nightly!(portal.platform)
const overview = async () => (await portal.send('anna', 'GET', '/api/bpl/ecodriving/overview')).body.result
const months = async () => (await overview()).months as { month: string; index: number | null; km: number }[]
const dates = async () =>
  (await sql<{ date: string }>`select driven_on as date from eco_trips order by 1`.execute(portal.db)).rows.map(
    ({ date }) => date,
  )

const autumn = [
  '2026-08-24;Linje 4 06:12;ABC12D;31104;10,1;2,71;1,5;0,31',
  '2026-08-24;Linje 4 07:12;ABC12D;31104;20,2;6,13;;0,31',
  '2026-08-31;Linje 5;ABC12D;31104;30,3;;;0,31',
  '2026-09-01;Linje 5;ABC12D;31104;40,4;12,7;4;0,33',
  '2026-11-20;Linje 5;ABC12D;31104;50,5;15,9;4;0,33',
]

test('after 90 days a trip is deleted, and its month’s figure is unchanged to the last decimal', async () => {
  await portal.bring(autumn)
  const before = await months()
  expect(before.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11'])
  // 22 November is the 90th day after 24 August.
  at('2026-11-22T11:00:00Z')
  await tidied()
  expect(await dates()).toContain('2026-08-24')
  at('2026-11-23T11:00:00Z')
  await tidied()
  expect(await dates()).toEqual(['2026-08-31', '2026-09-01', '2026-11-20'])
  expect(await months()).toEqual(before)
  at('2026-11-30T11:00:00Z')
  await tidied()
  await tidied()
  expect(await dates()).toEqual(['2026-09-01', '2026-11-20'])
  expect(await months()).toEqual(before)
})

test('they are not shown either in the hour before they are deleted', async () => {
  await portal.bring(autumn)
  const detail = async () =>
    (await portal.send('anna', 'GET', '/api/bpl/ecodriving/detail?date=2026-08-24')).body.result
  expect(await detail()).toHaveLength(2)
  const before = await months()
  at('2026-11-23T11:00:00Z')
  expect(await detail()).toEqual([])
  expect(await months()).toEqual(before)
})

test('two processes that clean up at once count a trip once', async () => {
  await portal.bring(autumn)
  const before = await months()
  at('2026-12-05T11:00:00Z')
  await Promise.all([tidied(), tidied(), tidied()])
  expect(await dates()).toEqual(['2026-11-20'])
  expect((await months()).slice(0, -1)).toEqual(before)
})

test('after 13 months a month is deleted', async () => {
  await portal.bring(autumn)
  at('2027-09-30T11:00:00Z')
  await tidied()
  expect((await months()).map(({ month }) => month)).toContain('2026-08')
  expect(await dates()).toEqual([])
  // Midnight in Stockholm is an hour or two earlier in UTC.
  at('2027-09-30T22:30:00Z')
  await tidied()
  const left = await sql<{ month: string }>`select month from eco_months order by month`.execute(portal.db)
  expect(left.rows.map(({ month }) => month)).toEqual(['2026-09', '2026-11'])
})

test('the same file again, after some of its trips have been deleted, changes no figure', async () => {
  await portal.bring(autumn)
  const before = await months()
  at('2026-11-25T11:00:00Z')
  expect(await portal.bring(autumn)).toEqual([
    'Nya turer: 0. Rättade: 0. Som förut: 3.',
    'Äldre än 90 dagar, i månader som redan har siffror: 2. De utelämnas.',
    'Klart.',
  ])
  expect(await months()).toEqual(before)
})

test('older history is added to its months, once', async () => {
  const history = [
    '2026-03-02;Linje 4;ABC12D;31104;100;31;;0,3',
    '2026-03-03;Linje 4;ABC12D;31104;100;32;;0,3',
    '2025-10-01;Linje 4;ABC12D;31104;100;30;;0,3',
    '2025-09-30;Linje 4;ABC12D;31104;100;30;;0,3',
    '2026-11-20;Linje 4;ABC12D;31104;100;29;;0,3',
  ]
  expect(await portal.bring(history, { dryRun: true })).toEqual([
    'Nya turer: 1. Rättade: 0. Som förut: 0.',
    'Äldre än 90 dagar: 3. De räknas bara in i sin månads siffror.',
    'Äldre än 13 månader: 1. De utelämnas.',
    'Ingenting har ändrats (--dry-run).',
  ])
  expect(await months()).toEqual([])
  await portal.bring(history)
  const first = await months()
  expect(first.filter(({ km }) => km > 0)).toEqual([
    { month: '2025-10', index: 1, km: 100 },
    { month: '2026-03', index: 1.05, km: 200 },
    { month: '2026-11', index: 29 / 30, km: 100 },
  ])
  expect(first).toHaveLength(14)
  expect(await dates()).toEqual(['2026-11-20'])
  await portal.bring(history)
  // A single day of a month that has figures does not change its sums.
  await portal.bring(['2026-03-04;Linje 4;ABC12D;31104;100;99;;0,3'])
  expect(await months()).toEqual(first)
})
