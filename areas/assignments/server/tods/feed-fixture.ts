import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { readFeed } from './read-feed.ts'
import type { FeedReading, ReadOptions } from './read-feed.ts'

export type FeedText = Readonly<Record<string, string>>

/** One driver with a run that passes midnight, over the night when the clocks go back. */
export const nightFeed: FeedText = {
  'agency.txt': 'agency_name,agency_url,agency_timezone\nTest,https://test.example,Europe/Stockholm\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nalla,1,1,1,1,1,1,1,20260101,20271231\n',
  'routes.txt': 'route_id,route_short_name,route_long_name,route_type\n7,7,Sjuan,3\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\na,Alfa,60,18\nb,Beta,60,18\n',
  'trips.txt': 'route_id,service_id,trip_id,trip_headsign,block_id\n7,alla,t1,Beta,B1\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,24:10:00,24:10:00,a,1\nt1,25:10:00,25:10:00,b,2\n',
  'run_events.txt':
    'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
    'alla,900,10,,Påstigning,,a,23:50:00,a,23:50:00\nalla,900,20,B1,Linjekörning,t1,a,24:10:00,b,25:10:00\n',
  'employee_run_dates.txt':
    'date,service_id,run_id,employee_id\n20261024,alla,900,77001\n20261122,alla,900,77001\n20261123,alla,900,77001\n',
  'vehicles.txt': 'vehicle_id,vehicle_label,license_plate\n501,Buss 501,ABC12D\n',
  'vehicle_assignments.txt': 'date,service_id,block_id,vehicle_id\n20261122,alla,B1,501\n',
}

/** One run on a Monday: sign-on, pull-out, two trips with a break between, the last after midnight. No problems at all. */
export const smallFeed: FeedText = {
  'agency.txt': 'agency_name,agency_url,agency_timezone\nLinjen,https://linjen.example,Europe/Stockholm\n',
  'routes.txt': 'route_id,route_short_name,route_long_name,route_type\nR4,4,Centrum – Berga,3\nR9,,Nattlinjen,3\n',
  'stops.txt': 'stop_id,stop_name\nBC,Busscentralen\nBE,Berga torg\n',
  'stops_supplement.txt': 'stop_id,stop_name,TODS_location_type\nDEP,Depån,garage\n',
  'trips.txt':
    'route_id,service_id,trip_id,trip_headsign,block_id\nR4,vardag,T1,Berga torg,B1\nR9,vardag,T2,Busscentralen,B1\n',
  'trips_supplement.txt': 'trip_id,route_id,service_id,block_id,TODS_trip_type\nD1,R4,vardag,B1,pull-out\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n' +
    'T1,21:58:00,22:00:00,BC,1\nT1,22:30:00,22:30:00,BE,2\nT2,24:40:00,24:40:00,BE,1\nT2,25:10:00,25:10:00,BC,2\n',
  'stop_times_supplement.txt': 'trip_id,departure_time,stop_id,stop_sequence\nD1,21:45:00,DEP,1\nD1,21:55:00,BC,2\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
    'vardag,1,1,1,1,1,0,0,20261102,20261231\n',
  'run_events.txt':
    'service_id,run_id,event_sequence,piece_id,block_id,job_type,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
    'vardag,101,10,,,Bussförare,Påstigning tjänst,,DEP,21:35:00,DEP,21:35:00\n' +
    'vardag,101,20,101-1,B1,Bussförare,Tomkörning,D1,DEP,21:45:00,BC,21:55:00\n' +
    'vardag,101,30,101-1,B1,Bussförare,Körning,T1,BC,22:00:00,BE,22:30:00\n' +
    'vardag,101,40,,,Bussförare,Rast,,BE,22:30:00,BE,24:40:00\n' +
    'vardag,101,50,101-1,,Bussförare,Körning,T2,BE,24:40:00,BC,25:10:00\n',
  'employee_run_dates.txt': 'date,service_id,run_id,employee_id\n20261109,vardag,101,1001\n20261110,vardag,101,1002\n',
  'vehicles.txt': 'vehicle_id,vehicle_label,license_plate\n2001,Buss 2001,ABC123\n',
  'vehicle_assignments.txt': 'date,service_id,block_id,vehicle_id\n20261109,vardag,B1,2001\n',
}

/** The small feed with some files replaced; null removes one. */
export function feedWith(changes: Readonly<Record<string, string | null>>): FeedText {
  const files: Record<string, string> = { ...smallFeed }
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) delete files[name]
    else files[name] = text
  }
  return files
}

/** A file of the small feed with one text in it replaced by another; throws if the text is not in it. */
export function edited(file: string, from: string, to: string): FeedText {
  const text = smallFeed[file]
  if (!text?.includes(from)) throw new Error(`${file} does not contain ${from}`)
  return feedWith({ [file]: text.replace(from, to) })
}

/** A temporary folder, removed after the test; file names may contain folders. */
export async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-tods-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export function read(files: FeedText, options?: ReadOptions): Promise<FeedReading> {
  return readFeed(zipOf(files), options)
}

export interface RawEntry {
  readonly name: string
  readonly data: Buffer | string
  /** Unix mode, in the upper half of the external attributes. */
  readonly mode?: number
  /** The size that the headers claim instead of the real one. */
  readonly claimedBytes?: number
  readonly flags?: number
  readonly method?: number
}

export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return rawZip(Object.entries(files).map(([name, data]) => ({ name, data })))
}

/** Writes a zip exactly as described, even an invalid one (APPNOTE.TXT 4.3), which libraries refuse to write. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data)
    const packed = entry.method === 0 ? data : deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (entry.flags ?? 0), 2)
    common.writeUInt16LE(entry.method ?? 8, 4)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.claimedBytes ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed])
    local.push(head)
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, name)
    offset += head.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
