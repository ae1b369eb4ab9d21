import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from './feed-fixture.ts'
import { archiveFeed, formatProblem, readFeed, runKey } from './read-feed.ts'
import type { Feed, ReadOptions } from './read-feed.ts'

// feeds/README.md says where the feeds come from.
const cairns = join(import.meta.dirname, 'feeds/cairns.zip')
const examples = join(import.meta.dirname, 'feeds/tods-2.1-examples')
const base00 = join(examples, '00-single-run-with-pull-out-and-lunch-break')

async function feedOf(source: string | Buffer, options?: ReadOptions): Promise<Feed> {
  const { feed, errors } = await readFeed(source, options)
  expect(errors.map(formatProblem)).toEqual([])
  if (!feed) throw new Error('no feed')
  return feed
}

describe('feeds from other sources', () => {
  it('reads the whole Cairns feed', async () => {
    const printed: string[] = []
    const reading = await readFeed(cairns, { tell: (line) => printed.push(line), agencyTimeZone: 'Europe/Stockholm' })
    expect(reading.errors).toEqual([])
    expect(reading.warnings.map(formatProblem)).toEqual([
      'agency.txt rad 2, kolumn agency_timezone: Tidszonen är ”Australia/Brisbane”, inte bolagets Europe/Stockholm; tiderna tas som de står. (tidszon)',
    ])
    const feed = reading.feed as Feed
    expect(feed.runs.size).toBe(41)
    expect(feed.employeeDays).toHaveLength(178)
    expect(new Set(feed.employeeDays.map((day) => day.employeeId)).size).toBe(42)
    expect(feed.vehicles).toHaveLength(52)
    expect(feed.vehicleAssignments).toHaveLength(283)
    expect([feed.firstDate, feed.lastDate]).toEqual(['2026-11-09', '2026-11-22'])
    expect(printed).toContain('run_events.txt: 571 rader')

    const run = feed.runs.get(runKey('CNS2014-CNS_MUL-Weekday-00', '1001'))
    expect(run?.events.slice(2, 4)).toEqual([
      {
        sequence: 30,
        eventType: 'Tomkörning',
        jobType: 'Bussförare',
        blockId: 'L-Weekday-00-003',
        pieceId: '1001-1',
        tripId: 'dh-L-Weekday-00-003-ut',
        tripServiceId: 'CNS2014-CNS_MUL-Weekday-00',
        tripFirstDeparture: 5 * 3600,
        line: expect.objectContaining({ namn: 'T' }),
        headsign: null,
        startLocation: 'Depå',
        endLocation: 'Warren St - Hail and Ride Location',
        startTime: 5 * 3600,
        endTime: 5 * 3600 + 50 * 60,
        isDeadhead: true,
      },
      expect.objectContaining({
        line: expect.objectContaining({ namn: '110' }),
        headsign: 'The Pier Cairns Terminus',
        isDeadhead: false,
      }),
    ])
  })

  it('archives the Cairns feed so that it reads the same', async () => {
    expect(await feedOf(await archiveFeed(cairns))).toEqual(await feedOf(cairns))
  })

  it('reads specification example 00: padded cells, H:MM, missing names', async () => {
    const feed = await feedOf(base00)
    const events = feed.runs.get(runKey('daily', '10000'))?.events ?? []
    expect(events.map((event) => event.tripId)).toEqual([
      null,
      null,
      'deadhead-1',
      '101',
      '102',
      null,
      '103',
      '104',
      'deadhead-2',
    ])
    expect(events.map((event) => event.isDeadhead)).toEqual([true, true, true, false, false, true, false, false, true])
    expect(events[2]).toMatchObject({
      blockId: 'BLOCK-A',
      tripFirstDeparture: 35_100,
      line: expect.objectContaining({ namn: 'Deadheads' }),
    })
    expect(events[3]).toMatchObject({
      startLocation: 'stop-1',
      startTime: 36_000,
      headsign: 'North',
      line: expect.objectContaining({ namn: '12' }),
    })
    const { warnings } = await readFeed(base00)
    expect(warnings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      'agency.txt fil-saknas',
      'calendar.txt fil-saknas',
      'stops.txt namn-saknas',
      'employee_run_dates.txt inga-arbetsdagar',
    ])
  })

  it('reads example 01 on base 00: two runs share a trip, relieved midway', async () => {
    const feed = await feedOf(join(examples, '01-multiple-runs-on-a-single-block-with-mid'), { base: base00 })
    const first = feed.runs.get(runKey('daily', '10000'))?.events ?? []
    const second = feed.runs.get(runKey('daily', '20000'))?.events ?? []
    expect(first.at(-1)).toMatchObject({ tripId: '102', endLocation: 'stop-2', endTime: 41_100 })
    // The trip's own first departure, not the moment of relief.
    expect(second[0]).toMatchObject({ tripId: '102', startTime: 41_100, tripFirstDeparture: 39_600 })
  })

  it('reads example 07 on base 00: vehicles on a block', async () => {
    const feed = await feedOf(join(examples, '07-vehicle-assignments'), { base: base00 })
    expect(feed.vehicles).toEqual([
      { id: 'bus-1', label: 'Old Reliable', licensePlate: 'OR-E285104' },
      { id: 'bus-2', label: 'Buster', licensePlate: 'OR-E251432' },
    ])
    expect(feed.vehicleAssignments[1]).toEqual({
      date: '2025-02-06',
      serviceId: 'daily',
      blockId: 'BLOCK-A',
      vehicleId: 'bus-2',
    })
  })

  it('reads example 02 on the smallest base: two operators on the same trip', async () => {
    const base = await folderOf({
      'trips.txt': 'route_id,service_id,trip_id\nr,weekday,trip-1\nr,weekday,trip-2\n',
      'stops.txt': 'stop_id\nstop-1\nstop-2\n',
    })
    const feed = await feedOf(join(examples, '02-multiple-operators-on-the-same-trip'), { base })
    expect([...feed.runs.values()].map((run) => run.events.map((event) => event.eventType))).toEqual([
      ['Operate 1st Car', 'Operate 2nd Car'],
      ['Operate 2nd Car', 'Operate 1st Car'],
    ])
  })

  it('reads example 08 on the smallest base: employees on dates', async () => {
    const base = await folderOf({
      'trips.txt': 'route_id,service_id,trip_id\nr,weekday,trip1\nr,weekday,trip2\nr,weekend,trip3\nr,weekend,trip4\n',
      'stops.txt': 'stop_id\nstation\n',
    })
    const feed = await feedOf(join(examples, '08-employee-assignments'), { base })
    expect(feed.runs.size).toBe(4)
    expect(feed.employeeDays).toHaveLength(14)
    expect([feed.firstDate, feed.lastDate]).toEqual(['2024-07-01', '2024-07-07'])
    const { warnings } = await readFeed(join(examples, '08-employee-assignments'), { base })
    expect(warnings.filter(({ rule }) => rule === 'ej-trafikdag')).toEqual([])
  })
})
