import { describe, expect, it } from 'vitest'
import { feedWith, read, smallFeed } from './feed-fixture.ts'
import { formatProblem, runKey } from './read-feed.ts'
import type { RunEvent } from './read-feed.ts'

async function eventsWith(changes: Readonly<Record<string, string | null>>): Promise<readonly RunEvent[]> {
  const { feed, errors } = await read(feedWith(changes))
  expect(errors.map(formatProblem)).toEqual([])
  return feed?.runs.get(runKey('vardag', '101'))?.events ?? []
}

async function problemsWith(changes: Readonly<Record<string, string | null>>): Promise<string[]> {
  const { errors, warnings } = await read(feedWith(changes))
  return [...errors, ...warnings].map(formatProblem)
}

const deadhead = smallFeed['trips_supplement.txt'] ?? ''
const depot = smallFeed['stops_supplement.txt'] ?? ''
const pullOut = smallFeed['stop_times_supplement.txt'] ?? ''

async function departuresWith(changes: string): Promise<(number | null)[]> {
  const header = 'trip_id,stop_sequence,stop_id,departure_time,TODS_delete\n'
  const own = 'D1,1,DEP,21:45,\nD1,2,BC,21:55,\n'
  const events = await eventsWith({ 'stop_times_supplement.txt': header + own + changes })
  return events.map((event) => event.tripFirstDeparture).filter((time) => time !== null)
}

describe('a supplement', () => {
  it('updates the columns that it has values for and keeps the rest', async () => {
    const events = await eventsWith({
      'routes_supplement.txt': 'route_id,route_short_name\nR4,4X\n',
      'stops_supplement.txt': 'stop_id,stop_name\nDEP,Depån\nBE,Berga ändhållplats\nBC,\n',
      'trips_supplement.txt':
        'trip_id,route_id,service_id,trip_headsign,block_id,TODS_trip_type\nD1,R4,vardag,,B1,pull-out\nT1,,,Berga via torget,,\nT2,R4,,,,\n',
    })
    expect(events[2]).toMatchObject({
      line: expect.objectContaining({ namn: '4X' }),
      headsign: 'Berga via torget',
      blockId: 'B1',
      startLocation: 'Busscentralen',
      endLocation: 'Berga ändhållplats',
      isDeadhead: false,
    })
    expect(events[4]).toMatchObject({ line: expect.objectContaining({ namn: '4X' }), headsign: 'Busscentralen' })
  })

  it('makes a public trip a deadhead by its type', async () => {
    const events = await eventsWith({ 'trips_supplement.txt': `${deadhead}T2,,,,deadhead\n` })
    expect(events.map((event) => event.isDeadhead)).toEqual([true, true, false, true, true])
  })

  it('moves a first departure: by an update, a new first stop and a deleted one', async () => {
    expect(await departuresWith('')).toEqual([78_300, 79_200, 88_800])
    expect(await departuresWith('T1,1,,22:05,\n')).toEqual([78_300, 79_500, 88_800])
    expect(await departuresWith('T1,0,BE,21:50,\n')).toEqual([78_300, 78_600, 88_800])
    expect(await departuresWith('T1,1,,,1\n')).toEqual([78_300, 81_000, 88_800])
    // The stop is moved, not retimed.
    expect(await departuresWith('T2,1,DEP,,\n')).toEqual([78_300, 79_200, 88_800])
  })

  it('deletes a stop: its stop times are left out with it', async () => {
    const events = await eventsWith({
      'stops.txt': 'stop_id,stop_name\nBC,Busscentralen\nBE,Berga torg\nOLD,Nedlagd\n',
      'stops_supplement.txt': 'stop_id,stop_name,TODS_delete\nDEP,Depån,\nOLD,,1\n',
      'stop_times.txt': `${smallFeed['stop_times.txt']}T1,21:00:00,21:00:00,OLD,0\n`,
    })
    expect(events[2]?.tripFirstDeparture).toBe(79_200)
  })

  it('deletes a trip: its stop times are left out, and an event on it is an error', async () => {
    const changes = {
      'trips_supplement.txt': 'trip_id,route_id,service_id,block_id,TODS_delete\nD1,R4,vardag,B1,\nT2,,,,1\n',
    }
    expect(await problemsWith(changes)).toEqual([
      'run_events.txt rad 6, kolumn trip_id: Turen ”T2” är borttagen i trips_supplement.txt. (okänd-tur)',
    ])
  })

  it('changes and deletes days of the calendar', async () => {
    const monday =
      'employee_run_dates.txt rad 2, kolumn date: Kalendern ”vardag” gäller inte 2026-11-09, men tjänsten ”101” går då. (ej-trafikdag)'
    expect(await problemsWith({ 'calendar_supplement.txt': 'service_id,monday\nvardag,0\n' })).toEqual([monday])
    const dates = 'service_id,date,exception_type\nvardag,20261109,2\n'
    expect(await problemsWith({ 'calendar_dates_supplement.txt': dates })).toEqual([monday])
    expect(
      await problemsWith({
        'calendar_dates.txt': dates,
        'calendar_dates_supplement.txt': 'service_id,date,TODS_delete\nvardag,20261109,1\n',
      }),
    ).toEqual([])
    expect(
      await problemsWith({
        'calendar_supplement.txt': 'service_id,TODS_delete\nvardag,1\n',
        'calendar_dates_supplement.txt': 'service_id,date,exception_type\nvardag,20261109,1\n',
      }),
    ).toEqual([
      'employee_run_dates.txt rad 3, kolumn date: Kalendern ”vardag” gäller inte 2026-11-10, men tjänsten ”101” går då. (ej-trafikdag)',
    ])
  })

  it('must give a new row all values that its file requires', async () => {
    expect(await problemsWith({ 'trips_supplement.txt': `${deadhead}D2,,vardag,,deadhead\n` })).toEqual([
      'trips_supplement.txt rad 3, kolumn route_id: Raden är ny och måste därför ha ett värde i route_id. (värde-saknas)',
    ])
  })

  it('must not name a row twice, not even to delete it and add it again', async () => {
    expect(await problemsWith({ 'stops_supplement.txt': `${depot}DEP,Depå 2,\n` })).toEqual([
      'stops_supplement.txt rad 3, kolumn stop_id: Det finns redan en rad med stop_id = ”DEP”. (dubblettnyckel)',
    ])
    expect(await problemsWith({ 'stop_times_supplement.txt': `${pullOut}D1,21:50,DEP,1\n` })).toEqual([
      'stop_times_supplement.txt rad 4: Det finns redan en rad med trip_id, stop_sequence = ”D1”, ”1”. (dubblettnyckel)',
    ])
  })

  it('is warned of if it deletes nothing or says neither yes nor no', async () => {
    const stops = 'stop_id,stop_name,TODS_delete\nDEP,Depån,\nXX,,1\nBE,,ja\n'
    expect(await problemsWith({ 'stops_supplement.txt': stops })).toEqual([
      'stops_supplement.txt rad 3, kolumn TODS_delete: Raden som ska tas bort finns inte. (borttagning-utan-rad)',
      'stops_supplement.txt rad 4, kolumn TODS_delete: ”ja” är varken tomt eller 1, så raden tas inte bort. (otillåtet-värde)',
    ])
  })
})
