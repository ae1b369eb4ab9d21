import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFeed } from '../areas/assignments/server/tods/read-feed.ts'
import type { Window } from './days.ts'
import { demoWindow, writeDemoFeed } from './feed.ts'
import { demoCompanies, demoEmployees } from './people.ts'

type Row = Readonly<Record<string, string>>
type Files = Readonly<Record<string, readonly Row[]>>

const november = demoWindow('2026-11-21')
const companies = demoCompanies.map(({ id }) => id)
const feeds = new Map<string, Files>()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-demo-'))
  for (const company of companies) await writeDemoFeed(join(folder, company), company, november)
  for (const company of companies) feeds.set(company, await filesOf(join(folder, company)))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function filesOf(path: string): Promise<Files> {
  const names = await readdir(path)
  const rows = async (name: string) =>
    parse(await readFile(join(path, name), 'utf8'), { columns: true }) as readonly Row[]
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name.replace('.txt', ''), await rows(name)])))
}

async function written(company: string, window: Window): Promise<Files> {
  const path = await mkdtemp(join(folder, 'again-'))
  await writeDemoFeed(path, company, window)
  return filesOf(path)
}

/** Several files of one kind as one, in the given order. */
function all(files: Files, ...names: string[]): Row[] {
  return names.flatMap((name) => files[name] ?? [])
}

function column(rows: readonly Row[], name: string): string[] {
  return rows.map((row) => row[name] ?? '')
}

/** The rows of days that are in the windows of both November and December. */
function shared(rows: readonly Row[] = []): Row[] {
  return rows.filter(({ date = '' }) => date >= '20261001' && date <= '20270131')
}

function feedOf(company: string): Files {
  const feed = feeds.get(company)
  if (!feed) throw new Error(`no feed of ${company}`)
  return feed
}

describe.each(companies)('the feed of %s', (company) => {
  it('is read by the importer without an error or a warning', async () => {
    const { feed, errors, warnings } = await readFeed(join(folder, company), { agencyTimeZone: 'Europe/Stockholm' })
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    expect(feed?.firstDate).toBe(november.from)
    expect(feed?.lastDate).toBe(november.to)
    expect(feed?.employeeDays).toHaveLength(feedOf(company)['employee_run_dates']?.length ?? 0)
  })

  it('refers only to what it contains', () => {
    const files = feedOf(company)
    const held = (names: readonly string[], of: string) => new Set(column(all(files, ...names), of))
    const stops = held(['stops', 'stops_supplement'], 'stop_id')
    const trips = held(['trips', 'trips_supplement'], 'trip_id')
    const services = held(['calendar'], 'service_id')
    const blocks = held(['trips', 'trips_supplement'], 'block_id')
    const runs = new Set(all(files, 'run_events').map((row) => `${row['service_id']} ${row['run_id']}`))
    const refers = (names: readonly string[], of: string, to: ReadonlySet<string>) => {
      const values = column(all(files, ...names), of).filter((value) => value !== '')
      expect(values.length).toBeGreaterThan(0)
      expect(values.filter((value) => !to.has(value))).toEqual([])
    }
    refers(['stop_times', 'stop_times_supplement'], 'stop_id', stops)
    refers(['stop_times', 'stop_times_supplement'], 'trip_id', trips)
    refers(['run_events'], 'start_location', stops)
    refers(['run_events'], 'end_location', stops)
    refers(['run_events'], 'trip_id', trips)
    refers(['run_events', 'vehicle_assignments'], 'block_id', blocks)
    refers(['trips', 'trips_supplement', 'run_events', 'calendar_dates'], 'service_id', services)
    refers(['trips', 'trips_supplement'], 'route_id', held(['routes', 'routes_supplement'], 'route_id'))
    refers(['vehicle_assignments'], 'vehicle_id', held(['vehicles'], 'vehicle_id'))
    for (const row of files['employee_run_dates'] ?? []) {
      expect(runs.has(`${row['service_id']} ${row['run_id']}`)).toBe(true)
    }
    const numbers = demoEmployees.filter((employee) => employee.company === company).map(({ number }) => number)
    refers(['employee_run_dates'], 'employee_id', new Set(numbers))
  })

  it('has ids that no other feed uses, and trips whose times increase', () => {
    const files = feedOf(company)
    for (const [names, of] of [
      [['stops', 'stops_supplement'], 'stop_id'],
      [['trips', 'trips_supplement'], 'trip_id'],
      [['routes', 'routes_supplement'], 'route_id'],
      [['vehicles'], 'vehicle_id'],
      [['vehicles'], 'license_plate'],
    ] as const) {
      const ids = column(all(files, ...names), of)
      expect(new Set(ids).size).toBe(ids.length)
    }
    let before: Row = {}
    for (const row of all(files, 'stop_times', 'stop_times_supplement')) {
      expect(row['arrival_time']).toMatch(/^\d\d:[0-5]\d:00$/)
      if (row['trip_id'] === before['trip_id']) {
        expect(String(row['arrival_time']) > String(before['departure_time'])).toBe(true)
        expect(Number(row['stop_sequence'])).toBe(Number(before['stop_sequence']) + 1)
      }
      before = row
    }
  })

  it('gives a bus to one block at a time', () => {
    const ofDay = column(
      (feedOf(company)['vehicle_assignments'] ?? []).map((row) => ({ key: `${row['date']} ${row['vehicle_id']}` })),
      'key',
    )
    expect(new Set(ofDay).size).toBe(ofDay.length)
    const plates = column(feedOf(company)['vehicles'] ?? [], 'license_plate')
    expect(plates.every((plate) => /^[A-Z]{3}\d\d[A-Z]$/.test(plate))).toBe(true)
  })

  it('has the same duties for a day in a later window', async () => {
    const later = await written(company, demoWindow('2026-12-01'))
    for (const name of ['employee_run_dates', 'vehicle_assignments', 'calendar_dates']) {
      const days = shared(feedOf(company)[name])
      expect(days.length).toBeGreaterThan(0)
      expect(shared(later[name])).toEqual(days)
    }
    for (const name of ['run_events', 'trips', 'trips_supplement', 'stop_times', 'stops', 'vehicles']) {
      expect(later[name]).toEqual(feedOf(company)[name])
    }
  })

  it('runs Sunday traffic on Christmas Day, a Friday', () => {
    const services = (feedOf(company)['employee_run_dates'] ?? [])
      .filter(({ date }) => date === '20261225')
      .map((row) => row['service_id'])
    expect(new Set(services)).toEqual(new Set(['sondag']))
    expect(feedOf(company)['calendar_dates']).toEqual(
      expect.arrayContaining([
        { service_id: 'sondag', date: '20261225', exception_type: '1' },
        { service_id: 'vardag', date: '20261225', exception_type: '2' },
      ]),
    )
  })
})

describe('the feeds together', () => {
  it('are small enough to import at the start', () => {
    let days = 0
    let events = 0
    for (const company of companies) {
      const { run_events = [], employee_run_dates = [] } = feedOf(company)
      const length = Map.groupBy(run_events, (row) => `${row['service_id']} ${row['run_id']}`)
      days += employee_run_dates.length
      for (const row of employee_run_dates) events += length.get(`${row['service_id']} ${row['run_id']}`)?.length ?? 0
    }
    expect(days).toBeGreaterThan(2_500)
    expect(days).toBeLessThan(4_500)
    expect(events).toBeLessThan(48_000)
  })
})
