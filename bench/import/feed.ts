// Generates a feed of any size, for example a county's. The same seed always gives the same feed.
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { randomFrom } from '../../checks/random.ts'

interface FeedSize {
  readonly stopTimes: number
  readonly employeeDays: number
}

const stopsOfTrip = 25
const tripsOfRun = 6
const days = 30
const stops = 2000
const firstDay = Date.UTC(2027, 0, 4)

/** Writes the files of a GTFS feed with TODS into a folder. Every employee works each of the days. */
export async function writeFeed(folder: string, { stopTimes, employeeDays }: FeedSize, seed = 1): Promise<void> {
  await mkdir(folder, { recursive: true })
  const trips = Math.ceil(stopTimes / stopsOfTrip)
  const runs = Math.floor(trips / tripsOfRun)
  const employees = Math.ceil(employeeDays / days)
  const random = randomFrom(seed)
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const write = (name: string, head: string, rows: Iterable<string>) => writeRows(join(folder, name), head, rows)

  await write('agency.txt', 'agency_name,agency_url,agency_timezone', [
    'Linjen,https://linjen.example,Europe/Stockholm',
  ])
  await write('calendar.txt', calendarHead, [`alla,1,1,1,1,1,1,1,${dates[0]},${dates.at(-1)}`])
  await write(
    'routes.txt',
    'route_id,route_short_name,route_long_name,route_type,route_color',
    times(60, (n) => `R${n},${n + 1},Linje ${n + 1},3,${((n * 4_321) % 0xffffff).toString(16).padStart(6, '0')}`),
  )
  await write(
    'stops.txt',
    'stop_id,stop_name,stop_lat,stop_lon',
    times(stops, (n) => `H${n},Hållplats ${n},${(63 + random() / 10).toFixed(5)},${(20 + random() / 10).toFixed(5)}`),
  )
  await write(
    'trips.txt',
    'route_id,service_id,trip_id,trip_headsign,block_id',
    times(trips, (n) => `R${n % 60},alla,T${n},Hållplats ${n % stops},B${Math.floor(n / tripsOfRun)}`),
  )
  await write('stop_times.txt', 'trip_id,arrival_time,departure_time,stop_id,stop_sequence', stopTimesOf(trips))
  await write(
    'run_events.txt',
    'service_id,run_id,event_sequence,piece_id,block_id,job_type,event_type,trip_id,start_location,start_time,end_location,end_time',
    eventsOf(runs),
  )
  await write(
    'employee_run_dates.txt',
    'date,service_id,run_id,employee_id',
    times(
      employeeDays,
      (n) =>
        `${dates[n % days]},alla,${(Math.floor(n / days) + (n % days) * employees) % runs},${80_000 + Math.floor(n / days)}`,
    ),
  )
}

const calendarHead = 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date'

/** The start of a trip, in seconds after midnight. A trip takes half an hour, and the next trip of its run starts ten minutes later. */
const startOf = (trip: number) => 5 * 3600 + (trip % tripsOfRun) * 2400 + (Math.floor(trip / tripsOfRun) % 240) * 60
const stopOf = (trip: number, at: number) => `H${(trip * 7 + at) % stops}`

function* stopTimesOf(trips: number): Iterable<string> {
  for (let trip = 0; trip < trips; trip++) {
    for (let at = 0; at < stopsOfTrip; at++) {
      const time = clock(startOf(trip) + at * 75)
      yield `T${trip},${time},${time},${stopOf(trip, at)},${at + 1}`
    }
  }
}

function* eventsOf(runs: number): Iterable<string> {
  for (let run = 0; run < runs; run++) {
    for (let at = 0; at < tripsOfRun; at++) {
      const trip = run * tripsOfRun + at
      const end = startOf(trip) + (stopsOfTrip - 1) * 75
      const [from, to] = [stopOf(trip, 0), stopOf(trip, stopsOfTrip - 1)]
      yield `alla,${run},${at * 20 + 10},${run}-1,B${run},Bussförare,Linjekörning,T${trip},${from},${clock(startOf(trip))},${to},${clock(end)}`
      yield `alla,${run},${at * 20 + 20},,,Bussförare,Paus,,${to},${clock(end)},${to},${clock(end + 300)}`
    }
  }
}

const clock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

function* times(count: number, row: (n: number) => string): Iterable<string> {
  for (let n = 0; n < count; n++) yield row(n)
}

async function writeRows(path: string, head: string, rows: Iterable<string>): Promise<void> {
  const file = await open(path, 'w')
  let waiting = [head]
  for (const row of rows) {
    waiting.push(row)
    if (waiting.length < 10_000) continue
    await file.write(`${waiting.join('\n')}\n`)
    waiting = []
  }
  await file.write(`${waiting.join('\n')}\n`)
  await file.close()
}
