import { describe, expect, it } from 'vitest'
import { edited, feedWith, folderOf, read, smallFeed } from './feed-fixture.ts'
import { formatProblem, readFeed, runKey } from './read-feed.ts'

describe('a feed', () => {
  it('becomes runs, employee days and vehicles, without a problem', async () => {
    const { feed, errors, warnings } = await read(smallFeed, { agencyTimeZone: 'Europe/Stockholm' })
    expect([...errors, ...warnings]).toEqual([])
    expect(feed?.employeeDays).toEqual([
      { date: '2026-11-09', serviceId: 'vardag', runId: '101', employeeId: '1001' },
      { date: '2026-11-10', serviceId: 'vardag', runId: '101', employeeId: '1002' },
    ])
    expect([feed?.firstDate, feed?.lastDate]).toEqual(['2026-11-09', '2026-11-10'])
    expect(feed?.vehicles).toEqual([{ id: '2001', label: 'Buss 2001', licensePlate: 'ABC123' }])
    expect(feed?.vehicleAssignments).toEqual([
      { date: '2026-11-09', serviceId: 'vardag', blockId: 'B1', vehicleId: '2001' },
    ])
    const events = feed?.runs.get(runKey('vardag', '101'))?.events
    expect(events?.map((event) => [event.eventType, event.isDeadhead, event.startLocation])).toEqual([
      ['Påstigning tjänst', true, 'Depån'],
      ['Tomkörning', true, 'Depån'],
      ['Körning', false, 'Busscentralen'],
      ['Rast', true, 'Berga torg'],
      ['Körning', false, 'Berga torg'],
    ])
    expect(events?.[2]?.pattern?.stops).toEqual([
      ['Busscentralen', -120, 0],
      ['Berga torg', 1800, 1800],
    ])
    expect(events?.[0]?.pattern).toBeNull()
    expect(events?.[2]).toMatchObject({
      line: expect.objectContaining({ namn: '4' }),
      headsign: 'Berga torg',
      tripFirstDeparture: 22 * 3600,
    })
    // After midnight of the same service date; the long name if there is no short one; the trip's block if the event has none.
    expect(events?.[4]).toMatchObject({
      line: expect.objectContaining({ namn: 'Nattlinjen' }),
      startTime: 88_800,
      endTime: 90_600,
      tripFirstDeparture: 88_800,
      blockId: 'B1',
    })
  })

  it('reads the same with a BOM, CRLF, padding, quotes, columns in another order and unknown columns', async () => {
    const plain = await read(smallFeed)
    const dressed = feedWith({
      'employee_run_dates.txt':
        '\ufeff employee_id , "run_id",service_id,own column,date\r\n1001, 101 ,"vardag","a ""b"", c",20261109\r\n\r\n' +
        '  \r\n1002,101, "vardag" ,"två\r\nrader",20261110',
      'stop_times.txt': (smallFeed['stop_times.txt'] ?? '').replaceAll(/:00\b(?=,)/g, '').replaceAll('\n', '\r\n'),
      'own_file.txt': 'what,ever\n1\n',
    })
    const { feed, errors } = await read(dressed)
    expect(errors).toEqual([])
    expect(feed).toEqual(plain.feed)
  })

  it('orders the events of a run by number, not by text', async () => {
    const { feed } = await read(edited('run_events.txt', 'vardag,101,10,', 'vardag,101,5,'))
    expect(feed?.runs.get(runKey('vardag', '101'))?.events.map((event) => event.sequence)).toEqual([5, 20, 30, 40, 50])
  })

  it('distinguishes runs with the same id in two services', async () => {
    const text = smallFeed['run_events.txt'] ?? ''
    const { feed } = await read(feedWith({ 'run_events.txt': `${text}helg,101,1,,,,Jour,,DEP,8:00,DEP,9:00\n` }))
    expect(feed?.runs.size).toBe(2)
    expect(feed?.runs.get(runKey('helg', '101'))?.events).toHaveLength(1)
  })

  it('takes vehicles from the assignments if vehicles.txt is absent', async () => {
    const { feed, errors } = await read(feedWith({ 'vehicles.txt': null }))
    expect(errors).toEqual([])
    expect(feed?.vehicles).toEqual([{ id: '2001', label: null, licensePlate: null }])
  })

  it('gives an assignment without a service the service of its block', async () => {
    const { feed } = await read(edited('vehicle_assignments.txt', '20261109,vardag', '20261109,'))
    expect(feed?.vehicleAssignments[0]?.serviceId).toBe('vardag')
  })

  it('counts a trip that only the supplement has as a deadhead, unless its type is a revenue one', async () => {
    const untyped = await read(edited('trips_supplement.txt', 'pull-out', ''))
    expect(untyped.feed?.runs.get(runKey('vardag', '101'))?.events[1]?.isDeadhead).toBe(true)
    const revenue = await read(edited('trips_supplement.txt', 'pull-out', 'Revenue'))
    expect(revenue.feed?.runs.get(runKey('vardag', '101'))?.events[1]?.isDeadhead).toBe(false)
  })

  it('takes from the base only the files that the source lacks', async () => {
    const { 'run_events.txt': events = '', ...rest } = smallFeed
    const base = await folderOf({ ...rest, 'run_events.txt': 'not,a,run\n' })
    const source = await folderOf({ 'run_events.txt': events })
    const { feed, errors } = await readFeed(source, { base })
    expect(errors).toEqual([])
    expect(feed).toEqual((await read(smallFeed)).feed)
  })
})

describe('problems', () => {
  it('of the kind error leave no feed at all', async () => {
    const { feed, errors } = await read(edited('employee_run_dates.txt', '20261109', '20261131'))
    expect(feed).toBeNull()
    expect(errors.map(formatProblem)).toEqual([
      'employee_run_dates.txt rad 2, kolumn date: ”20261131” är inget datum på formen ÅÅÅÅMMDD. (datumformat)',
    ])
  })

  it('of one kind are listed up to twenty, and the rest of them counted', async () => {
    const days = Array.from({ length: 1500 }, (_, i) => `20261109,vardag,9${i},1001\n`).join('')
    const files = feedWith({ 'employee_run_dates.txt': `date,service_id,run_id,employee_id\n${days}` })
    const { errors } = await read(files)
    expect(errors).toHaveLength(21)
    expect(formatProblem(errors[20] as never)).toBe(
      'employee_run_dates.txt, kolumn run_id: Ytterligare 1\u00a0480 fel av slaget okänd-tjänst visas inte. (fler-problem)',
    )
  })

  it('never contain line breaks or invisible characters from the feed', async () => {
    const { errors } = await read(edited('employee_run_dates.txt', '20261109', '"2026\n\u202e1109"'))
    expect(errors.map(formatProblem)).toEqual([
      'employee_run_dates.txt rad 2, kolumn date: ”2026��1109” är inget datum på formen ÅÅÅÅMMDD. (datumformat)',
    ])
  })
})
