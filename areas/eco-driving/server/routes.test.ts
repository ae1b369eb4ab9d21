import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testNow } from '../../../app/server/test-template.ts'
import { ecoPortal, type EcoPortal } from './eco-fixture.ts'

let portal: EcoPortal
beforeAll(async () => {
  portal = await ecoPortal()
})
afterAll(() => portal.close())

// Saturday 21 November 2026 in week 47; anna is 31104, amina 31113, gunilla of Väst 52103.
beforeEach(async () => {
  portal.clock.now = testNow
  await sql`delete from eco_trips`.execute(portal.db)
  await sql`delete from eco_months`.execute(portal.db)
})

const overview = async (userName: string, host?: string) =>
  (await portal.send(userName, 'GET', '/api/bpl/ecodriving/overview', { host })).body.result
const ask = (userName: string, query: string, host?: string) =>
  portal.send(userName, 'GET', `/api/bpl/ecodriving/detail${query}`, { host })
const trips = async (userName: string, date: string) => (await ask(userName, `?date=${date}`)).body.result

test('a bus has the same name as in the other lists, found by its registration number or the company’s own', async () => {
  const { rows } = await sql<{ name: string; number: string; plate: string }>`
    select name, number, license_plate as plate from vehicles where company = 'norr' order by number limit 1`.execute(
    portal.db,
  )
  const [bus] = rows
  expect(bus?.name).toMatch(/^Buss \d+$/)
  const spaced = `${bus?.plate.slice(0, 3)} ${bus?.plate.slice(3).toLowerCase()}`
  const driven = [bus?.plate, spaced, bus?.number, 'ZZZ99Z']
  await portal.bring(driven.map((vehicle, nth) => `2026-11-20;Linje 4 0${nth}:12;${vehicle};31104;10;2,7;1,5;0,3`))
  const shown = (await trips('anna', '2026-11-20')) as { fordonStr: string; fordonRegistreringsnummer: string }[]
  expect(shown.map(({ fordonRegistreringsnummer }) => fordonRegistreringsnummer)).toEqual(driven)
  expect(shown.map(({ fordonStr }) => fordonStr)).toEqual([bus?.name, bus?.name, bus?.name, ''])
})

test('a period’s index is the ratio of all litres to all expected litres, not the mean of the trips', async () => {
  await portal.bring([
    '2026-11-21;Linje 4 06:12;ABC12D;31104;10;2,7;1,5;0,3',
    '2026-11-21;Linje 4 07:02;ABC12D;31104;100;33;1,5;0,3',
    '2026-11-16;Linje 5 06:12;DEF34G;31104;50;20;;0,5',
    '2026-11-15;Linje 5 06:12;DEF34G;31104;40;22;-1;0.5',
    '2026-10-31;Linje 5 06:12;DEF34G;31104;80;40;;0,5',
    '2026-10-01;Linje 5 06:12;DEF34G;31104;20;8;;0,5',
  ])
  const result = await overview('anna')
  expect(result).toMatchObject({
    dayLabel: 'i dag',
    weekLabel: 'vecka 47 hittills',
    monthLabel: 'november hittills',
    latestDate: '2026-11-21',
    hint: { kind: 'tooLittle' },
  })
  expect(result.ecoIndexDay).toBeCloseTo(35.7 / 33, 12)
  expect(result.ecoIndexWeek).toBeCloseTo((35.7 + 20) / (33 + 25), 12)
  expect(result.ecoIndexMonth).toBeCloseTo((35.7 + 42) / (33 + 45), 12)
  expect(result.ecoIndexPrevMonth).toBeCloseTo(48 / 50, 12)
  expect(result.months).toEqual([
    { month: '2026-10', index: result.ecoIndexPrevMonth, km: 100 },
    { month: '2026-11', index: result.ecoIndexMonth, km: 200 },
  ])
})

test('without trips today the figures are of the last day with trips, and say so', async () => {
  await portal.bring(['2026-11-06;Linje 4;ABC12D;31104;100;27;;0,3', '2026-10-06;Linje 4;ABC12D;31104;100;30;;0,3'])
  expect(await overview('anna')).toMatchObject({
    dayLabel: 'fredag 6 november',
    weekLabel: 'vecka 45',
    ecoIndexDay: 0.9,
    ecoIndexWeek: 0.9,
    ecoIndexMonth: 0.9,
    ecoIndexPrevMonth: 1,
  })
  // The first of December: the current month has no figures yet.
  portal.clock.now = new Date('2026-12-01T05:00:00Z')
  expect(await overview('anna')).toMatchObject({ monthLabel: 'november', ecoIndexMonth: 0.9, ecoIndexPrevMonth: 1 })
  expect((await overview('anna')).months.at(-1)).toEqual({ month: '2026-12', index: null, km: 0 })
})

test('today is in the company’s time zone: half past midnight in Stockholm is late evening the day before in UTC', async () => {
  await portal.bring(['2026-11-21;Linje 4;ABC12D;31104;100;27;;0,3'])
  portal.clock.now = new Date('2026-11-21T23:30:00Z')
  expect(await overview('anna')).toMatchObject({ dayLabel: 'i går', latestDate: '2026-11-21' })
})

test('an employee without trips gets nulls, an empty list and what is missing', async () => {
  expect(await overview('anna')).toEqual({
    ecoIndexDay: null,
    ecoIndexWeek: null,
    ecoIndexMonth: null,
    ecoIndexPrevMonth: null,
    dayLabel: 'i dag',
    weekLabel: 'vecka 47 hittills',
    monthLabel: 'november hittills',
    latestDate: null,
    months: [],
    hint: { kind: 'tooLittle', text: expect.stringContaining('Hittills har du ingen') },
  })
  expect(await trips('anna', '2026-11-21')).toEqual([])
})

test('a day’s trips are in the order of the file, and an unmeasured value is null', async () => {
  await portal.bring([
    '2026-11-20;Linje 9 06:12;ABC12D;31104;12,5;3,75;-4,5;0,25',
    '2026-11-20;Linje 4 08:00;EL0 001;31104;20;;2;',
    '2026-11-20;Linje 4 09:00;ABC12D;31104;8;2;;',
  ])
  expect(await trips('anna', '2026-11-20')).toEqual([
    {
      turbeskrivning: 'Linje 9 06:12',
      fordonRegistreringsnummer: 'ABC12D',
      fordonStr: '',
      ecoIndex: 1.2,
      distance: 12.5,
      outsideTemp: -4.5,
      avgFuelUsed: 3,
    },
    {
      turbeskrivning: 'Linje 4 08:00',
      fordonRegistreringsnummer: 'EL0 001',
      fordonStr: '',
      ecoIndex: null,
      distance: 20,
      outsideTemp: 2,
      avgFuelUsed: null,
    },
    {
      turbeskrivning: 'Linje 4 09:00',
      fordonRegistreringsnummer: 'ABC12D',
      fordonStr: '',
      ecoIndex: null,
      distance: 8,
      outsideTemp: null,
      avgFuelUsed: 2.5,
    },
  ])
  // Only trips with both litres and a reference count; the kilometres are of all trips.
  expect(await overview('anna')).toMatchObject({
    ecoIndexDay: 1.2,
    months: [{ month: '2026-11', index: 1.2, km: 40.5 }],
  })
})

test('a date is a day, or an instant in the company’s time zone', async () => {
  await portal.bring(['2026-11-20;Linje 4;ABC12D;31104;12;3;;0,25'])
  for (const date of [
    '2026-11-20',
    '2026-11-19T23:00:00.000Z',
    '2026-11-20T00:30:00%2B01:00',
    '2026-11-20T23:59:00',
    '2026-11-20T22:59:59Z',
  ]) {
    expect([date, (await trips('anna', date)).length]).toEqual([date, 1])
  }
  expect(await trips('anna', '2026-11-20T23:00:00Z')).toEqual([])
})

test.each(['', '?date=', '?date=i+dag', '?date=2026-02-30', '?date=20261120', '?date=2026-11-20&date=2026-11-21'])(
  'refuses %j',
  async (query) => {
    const { status, body } = await ask('anna', query)
    expect([status, body.result, Object.keys(body.modelState)]).toEqual([400, null, ['date']])
  },
)

test('nobody sees another employee’s figures, in the same company or another', async () => {
  await portal.bring(['2026-11-21;Linje 4;ABC12D;31104;100;27;;0,3'])
  await portal.bring(['2026-11-21;Linje 4;ABC12D;52103;100;39;;0,3'], { company: 'vast' })
  for (const userName of ['amina', 'cecilia', 'jonas']) {
    expect(await overview(userName)).toMatchObject({ ecoIndexDay: null, ecoIndexMonth: null, months: [] })
    expect(await trips(userName, '2026-11-21')).toEqual([])
  }
  expect(await overview('gunilla', 'vast.localhost')).toMatchObject({ ecoIndexDay: 1.3 })
  // The address cannot name an employee.
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'anna'`.execute(portal.db)
  for (const foreign of [`employeeId=${rows[0]?.id}`, 'anstid=31104', 'employee_id=31104&company=norr']) {
    expect((await ask('amina', `?date=2026-11-21&${foreign}`)).body.result).toEqual([])
    const { body } = await portal.send('amina', 'GET', `/api/bpl/ecodriving/overview?${foreign}`)
    expect(body.result.ecoIndexDay).toBeNull()
  }
})

test('a company that has switched it off has no call, accepts no file and stores nothing', async () => {
  for (const path of ['overview', 'detail?date=2026-11-21']) {
    const { status, body } = await portal.send('ida', 'GET', `/api/bpl/ecodriving/${path}`, { host: 'syd.localhost' })
    expect([status, body.result]).toEqual([403, null])
  }
  expect(await portal.refusal(['2026-11-21;Linje 4;ABC12D;64102;100;27;;0,3'], { company: 'syd' })).toEqual([
    'Sparsam körning är avstängd för Linjen Syd: inga turer tas in.',
  ])
})

test('the log reveals neither whose trips were imported nor their consumption', async () => {
  await portal.bring(['2026-11-21;Linje 4;XYZ98K;31104;100;27;;0,3'])
  await overview('anna')
  const text = portal.logged.join('')
  for (const personal of ['31104', 'XYZ98K', 'Linje 4']) expect(text).not.toContain(personal)
})
