import { describe, expect, it } from 'vitest'
import { edited, feedWith, read, smallFeed } from './feed-fixture.ts'
import type { FeedText } from './feed-fixture.ts'
import { formatProblem } from './read-feed.ts'

const text = (file: string) => smallFeed[file] ?? ''

/** Adds lines to a file of the small feed. */
function added(file: string, ...lines: string[]): FeedText {
  return feedWith({ [file]: text(file) + lines.map((line) => `${line}\n`).join('') })
}

const refused: Record<string, [FeedText, ...string[]]> = {
  'a feed without runs': [
    feedWith({ 'run_events.txt': null, 'employee_run_dates.txt': null }),
    'run_events.txt: Underlaget har inga tjänster: run_events.txt saknas. (inga-tjänster)',
  ],
  'employee days without runs, said once': [
    feedWith({ 'run_events.txt': null }),
    'run_events.txt: Underlaget har inga tjänster: run_events.txt saknas. (inga-tjänster)',
  ],
  'runs of which there are none': [
    feedWith({ 'run_events.txt': text('run_events.txt').split('\n', 1)[0] ?? '' }),
    'run_events.txt: Underlaget har inga tjänster: run_events.txt är tom. (inga-tjänster)',
  ],
  'a missing trips.txt, said once': [
    feedWith({ 'trips.txt': null, 'trips_supplement.txt': null }),
    'trips.txt: Filen saknas, men run_events.txt hänvisar till turer, först på rad 3. (fil-saknas)',
  ],
  'a missing stops.txt, said once': [
    feedWith({ 'stops.txt': null, 'stops_supplement.txt': null }),
    'stops.txt: Filen saknas, så inga platser är kända. (fil-saknas)',
  ],
  'a file without a header': [
    feedWith({ 'vehicles.txt': '' }),
    'vehicles.txt: Filen är tom; dess första rad ska namnge kolumnerna. (kolumn-saknas)',
  ],
  'a wrong column': [
    edited('employee_run_dates.txt', 'employee_id', 'emp_id'),
    'employee_run_dates.txt rad 1, kolumn employee_id: Kolumnen employee_id saknas; filens kolumner är ”date,service_id,run_id,emp_id”. (kolumn-saknas)',
  ],
  'a wrong column in run_events, without what follows from it': [
    edited('run_events.txt', 'start_time', 'begin_time'),
    'run_events.txt rad 1, kolumn start_time: Kolumnen start_time saknas; filens kolumner är ”service_id,run_id,event_sequence,piece_id,block_id,job_type,event_type,trip_id,…”. (kolumn-saknas)',
  ],
  'a column twice': [
    edited('vehicles.txt', 'license_plate', 'vehicle_id'),
    'vehicles.txt rad 1, kolumn vehicle_id: Kolumnen vehicle_id finns två gånger. (dubblettkolumn)',
  ],
  'a row cut short, without what follows from it': [
    edited('stops.txt', 'BE,Berga torg', 'BE'),
    'stops.txt rad 3: Raden har 1 värde, men det finns 2 kolumner. (antal-celler)',
  ],
  'an open quote': [
    edited('stops.txt', 'BE,Berga', 'BE,"Berga'),
    'stops.txt rad 3: Citattecknen går inte att tolka; ett citattecken i ett värde skrivs dubbelt inom citattecken. (csv-format)',
  ],
  'a stray quote': [
    edited('stops.txt', 'BE,Berga torg', 'BE,Berga "torg"'),
    'stops.txt rad 3: Citattecknen går inte att tolka; ett citattecken i ett värde skrivs dubbelt inom citattecken. (csv-format)',
  ],
  'a line without end': [
    edited('stops.txt', 'Berga torg', 'x'.repeat(1_000_001)),
    'stops.txt rad 3: Raden är orimligt lång; kontrollera citattecknen och radbrytningarna. (csv-format)',
  ],
  'an id too long for a key': [
    edited('vehicles.txt', '\n2001', `\n${'2'.repeat(201)}`),
    'vehicles.txt rad 2, kolumn vehicle_id: Värdet är längre än 200 tecken. (för-långt-värde)',
  ],
  'a time with 60 minutes': [
    edited('run_events.txt', '21:45:00,BC', '21:60:00,BC'),
    'run_events.txt rad 3, kolumn start_time: ”21:60:00” är ingen tid på formen HH:MM:SS. (tidsformat)',
  ],
  'a time in words': [
    edited('stop_times.txt', '22:00:00', 'tio'),
    'stop_times.txt rad 2, kolumn departure_time: ”tio” är ingen tid på formen HH:MM:SS. (tidsformat)',
  ],
  'a date with hyphens': [
    edited('vehicle_assignments.txt', '20261109', '2026-11-09'),
    'vehicle_assignments.txt rad 2, kolumn date: ”2026-11-09” är inget datum på formen ÅÅÅÅMMDD. (datumformat)',
  ],
  'a 29 February in a common year': [
    edited('calendar.txt', '20261231', '20270229'),
    'calendar.txt rad 2, kolumn end_date: ”20270229” är inget datum på formen ÅÅÅÅMMDD. (datumformat)',
  ],
  'a negative sequence': [
    edited('run_events.txt', '101,10,', '101,-10,'),
    'run_events.txt rad 2, kolumn event_sequence: ”-10” är inget heltal från 0 och uppåt. (heltal)',
  ],
  'a sequence with decimals': [
    edited('stop_times.txt', 'BE,2', 'BE,2.5'),
    'stop_times.txt rad 3, kolumn stop_sequence: ”2.5” är inget heltal från 0 och uppåt. (heltal)',
  ],
  'a weekday that is neither on nor off': [
    edited('calendar.txt', 'vardag,1', 'vardag,ja'),
    'calendar.txt rad 2, kolumn monday: ”ja” är varken 0 eller 1. (otillåtet-värde)',
  ],
  'an exception of no known type': [
    feedWith({ 'calendar_dates.txt': 'service_id,date,exception_type\nvardag,20261109,3\n' }),
    'calendar_dates.txt rad 2, kolumn exception_type: ”3” är varken 1 eller 2. (otillåtet-värde)',
  ],
  'an event without a type': [
    edited('run_events.txt', 'Rast', ''),
    'run_events.txt rad 5, kolumn event_type: Ett värde i event_type saknas. (värde-saknas)',
  ],
  'an employee day without its employee': [
    edited('employee_run_dates.txt', '1001', ''),
    'employee_run_dates.txt rad 2, kolumn employee_id: Ett värde i employee_id saknas. (värde-saknas)',
  ],
  'the same event twice, however its number is written': [
    added('run_events.txt', 'vardag,101,010,,,,Rast,,DEP,20:00,DEP,20:00'),
    'run_events.txt rad 7: Det finns redan en rad med service_id, run_id, event_sequence = ”vardag”, ”101”, ”010”. (dubblettnyckel)',
  ],
  'the same employee day twice': [
    added('employee_run_dates.txt', '20261109,vardag,101,1001'),
    'employee_run_dates.txt rad 4: Det finns redan en rad med date, service_id, run_id, employee_id = ”20261109”, ”vardag”, ”101”, ”1001”. (dubblettnyckel)',
  ],
  'the same trip twice': [
    added('trips.txt', 'R4,vardag,T1,,'),
    'trips.txt rad 4, kolumn trip_id: Det finns redan en rad med trip_id = ”T1”. (dubblettnyckel)',
  ],
  'the same stop time twice, far from each other': [
    added('stop_times.txt', 'T1,23:30:00,23:30:00,BE,2'),
    'stop_times.txt rad 6: Det finns redan en rad med trip_id, stop_sequence = ”T1”, ”2”. (dubblettnyckel)',
  ],
  'the same vehicle twice': [
    added('vehicles.txt', '2001,Buss,'),
    'vehicles.txt rad 3, kolumn vehicle_id: Det finns redan en rad med vehicle_id = ”2001”. (dubblettnyckel)',
  ],
  'two vehicles on a block at once': [
    feedWith({
      'vehicles.txt': `${text('vehicles.txt')}2002,,\n`,
      'vehicle_assignments.txt': `${text('vehicle_assignments.txt')}20261109,vardag,B1,2002\n`,
    }),
    'vehicle_assignments.txt rad 3: Det finns redan en rad med date, block_id, service_id = ”20261109”, ”B1”, ”vardag”. (dubblettnyckel)',
  ],
  'an event on an unknown trip': [
    edited('run_events.txt', ',T1,', ',T7,'),
    'run_events.txt rad 4, kolumn trip_id: Turen ”T7” finns inte i trips.txt. (okänd-tur)',
  ],
  'an event at an unknown stop': [
    edited('run_events.txt', 'BE,24:40:00\n', 'XX,24:40:00\n'),
    'run_events.txt rad 5, kolumn end_location: Hållplatsen ”XX” finns inte i stops.txt. (okänd-hållplats)',
  ],
  'a stop time of an unknown trip': [
    added('stop_times.txt', 'T7,22:00:00,22:00:00,BC,1'),
    'stop_times.txt rad 6, kolumn trip_id: Turen ”T7” finns inte i trips.txt. (okänd-tur)',
  ],
  'a stop time at an unknown stop': [
    added('stop_times_supplement.txt', 'D1,21:50:00,XX,3'),
    'stop_times_supplement.txt rad 4, kolumn stop_id: Hållplatsen ”XX” finns inte i stops.txt. (okänd-hållplats)',
  ],
  'an employee on an unknown run': [
    edited('employee_run_dates.txt', '20261110,vardag,101', '20261110,helg,101'),
    'employee_run_dates.txt rad 3, kolumn run_id: Tjänsten ”101” i kalendern ”helg” finns inte i run_events.txt. (okänd-tjänst)',
  ],
  'an unknown vehicle': [
    edited('vehicle_assignments.txt', '2001', '2002'),
    'vehicle_assignments.txt rad 2, kolumn vehicle_id: Fordonet ”2002” finns inte i vehicles.txt. (okänt-fordon)',
  ],
  'a block that is not the trip’s': [
    edited('run_events.txt', 'B1,Bussförare,Körning,T1', 'B2,Bussförare,Körning,T1'),
    'run_events.txt rad 4, kolumn block_id: Omloppet är ”B2”, men turen ”T1” hör till omloppet ”B1”. (fel-omlopp)',
  ],
  'a block of two services assigned without saying which': [
    feedWith({
      'trips.txt': `${text('trips.txt')}R4,helg,T3,,B1\n`,
      'vehicle_assignments.txt': 'date,block_id,vehicle_id\n20261109,B1,2001\n',
    }),
    'vehicle_assignments.txt rad 2, kolumn service_id: Omloppet ”B1” finns i flera kalendrar, så service_id måste anges. (oklar-kalender)',
  ],
  'an event that ends before it begins': [
    edited('run_events.txt', 'BE,22:30:00,BE,24:40:00', 'BE,22:30:00,BE,0:40:00'),
    'run_events.txt rad 5, kolumn end_time: Händelsen slutar 0:40:00, innan den börjar 22:30:00. (slut-före-start)',
  ],
  'two trips at once': [
    edited('run_events.txt', 'BE,24:40:00,BC,25:10:00', 'BE,22:29:59,BC,25:10:00'),
    'run_events.txt rad 6, kolumn start_time: Händelsen på turen ”T2” börjar 22:29:59, innan händelsen på turen ”T1” (rad 4) är slut 22:30:00. (överlappning)',
  ],
  'more rows than can be held': [
    feedWith({ 'vehicles.txt': 'vehicle_id\na\nb\nc\n' }),
    'vehicles.txt: Underlaget har fler än 9 rader att hålla reda på; dela upp det. (för-stort)',
  ],
}

describe('a feed is refused for', () => {
  it.each(Object.entries(refused))('%s', async (name, [files, ...lines]) => {
    const limits = name.startsWith('more rows') ? { rows: 9 } : {}
    const { feed, errors } = await read(files, { limits })
    expect(feed).toBeNull()
    expect(errors.map(formatProblem).slice(0, name.startsWith('more rows') ? 1 : undefined)).toEqual(lines)
  })

  it('text in Latin-1 and UTF-16, with the line', async () => {
    for (const [encoding, line] of [
      ['latin1', 3],
      ['utf16le', 1],
    ] as const) {
      const stops = Buffer.from('stop_id,stop_name\nBC,Centrum\nBE,Götgatan\n', encoding)
      const { errors } = await read({ ...smallFeed, 'stops.txt': stops as never })
      expect(errors.map(formatProblem)).toEqual([
        `stops.txt rad ${line}: Filen är inte text i UTF-8; spara den med den teckenkodningen. (teckenkodning)`,
      ])
    }
  })
})

const warned: Record<string, [FeedText, ...string[]]> = {
  'a missing agency': [
    feedWith({ 'agency.txt': null }),
    'agency.txt: Filen saknas, så trafikföretagets namn och tidszon är okända. (fil-saknas)',
  ],
  'another time zone': [
    edited('agency.txt', 'Europe/Stockholm', 'Europe/Helsinki'),
    'agency.txt rad 2, kolumn agency_timezone: Tidszonen är ”Europe/Helsinki”, inte bolagets Europe/Stockholm; tiderna tas som de står. (tidszon)',
  ],
  'a missing calendar': [
    feedWith({ 'calendar.txt': null }),
    'calendar.txt: Varken calendar.txt eller calendar_dates.txt finns, så det går inte att se vilka dagar tjänsterna går. (fil-saknas)',
  ],
  'missing names': [
    edited('stops.txt', 'BE,Berga torg', 'BE,'),
    'stops.txt, kolumn stop_name: 1 plats i tjänsterna saknar namn och visas med sitt id, till exempel ”BE”. (namn-saknas)',
  ],
  'missing routes': [
    feedWith({ 'routes.txt': null }),
    'routes.txt: Filen saknas, så turerna visas utan linje. (fil-saknas)',
  ],
  'a wrong colour': [
    feedWith({ 'routes.txt': 'route_id,route_short_name,route_color,route_text_color\nR4,4,röd,FFFFFF\nR9,9,,\n' }),
    'routes.txt rad 2, kolumn route_color: ”röd” är ingen färg på formen RRGGBB, så linjen visas utan den. (färgformat)',
  ],
  'an unknown route': [
    edited('routes.txt', 'R9', 'R8'),
    'trips.txt rad 3, kolumn route_id: Linjen ”R9” finns inte i routes.txt, så dess turer visas utan linje. (okänd-linje)',
  ],
  'missing stop times': [
    feedWith({ 'stop_times.txt': null, 'stop_times_supplement.txt': null }),
    'stop_times.txt: Filen saknas, så turernas avgångstider är okända. (fil-saknas)',
    'stop_times.txt, kolumn departure_time: 3 turer i tjänsterna saknar avgångstid, till exempel ”D1”. (avgångstid-saknas)',
  ],
  'trips that depart again and again': [
    feedWith({
      'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nT1,6:00:00,9:00:00,600\nT1,15:00:00,18:00:00,600\n',
    }),
    'frequencies.txt, kolumn trip_id: 1 tur i tjänsterna går enligt filen med jämna mellanrum, till exempel ”T1”, och visas utan avgångstid och hållplatser. (turtäthet)',
  ],
  'runs that nobody works': [
    feedWith({ 'employee_run_dates.txt': null }),
    'employee_run_dates.txt: Inga anställda är satta på tjänsterna, så ingen får dem. (inga-arbetsdagar)',
  ],
  'a run on a weekday when its service does not run': [
    edited('employee_run_dates.txt', '20261110', '20261114'),
    'employee_run_dates.txt rad 3, kolumn date: Kalendern ”vardag” gäller inte 2026-11-14, men tjänsten ”101” går då. (ej-trafikdag)',
  ],
  'a run on a date that is taken out of its service': [
    feedWith({ 'calendar_dates.txt': 'service_id,date,exception_type\nvardag,20261110,2\n' }),
    'employee_run_dates.txt rad 3, kolumn date: Kalendern ”vardag” gäller inte 2026-11-10, men tjänsten ”101” går då. (ej-trafikdag)',
  ],
  'a run whose trips do not run that day': [
    feedWith({
      'calendar_dates.txt': 'service_id,date,exception_type\nlördag,20261114,1\n',
      'trips.txt': text('trips.txt').replace('R9,vardag', 'R9,lördag'),
    }),
    'employee_run_dates.txt rad 2, kolumn date: Tjänsten ”101” har 2026-11-09 turer ur kalendern ”lördag”, som inte gäller då. (ej-trafikdag)',
    'employee_run_dates.txt rad 3, kolumn date: Tjänsten ”101” har 2026-11-10 turer ur kalendern ”lördag”, som inte gäller då. (ej-trafikdag)',
  ],
  'a service that no calendar knows': [
    edited('calendar.txt', 'vardag', 'helg'),
    'run_events.txt rad 2, kolumn service_id: Kalendern ”vardag” finns varken i calendar.txt eller i calendar_dates.txt. (okänd-kalender)',
  ],
  'a vehicle on an unknown block': [
    edited('vehicle_assignments.txt', 'B1', 'B7'),
    'vehicle_assignments.txt rad 2, kolumn block_id: Omloppet ”B7” finns varken i trips.txt eller i run_events.txt. (okänt-omlopp)',
  ],
}

describe('a feed is accepted with a warning for', () => {
  it.each(Object.entries(warned))('%s', async (_name, [files, ...lines]) => {
    const { feed, errors, warnings } = await read(files, { agencyTimeZone: 'Europe/Stockholm' })
    expect(errors).toEqual([])
    expect(feed).not.toBeNull()
    expect(warnings.map(formatProblem)).toEqual(lines)
  })
})

describe('overlaps', () => {
  const header = 'service_id,run_id,event_sequence,event_type,trip_id,start_location,start_time,end_location,end_time\n'
  const alone = (rows: string) =>
    feedWith({ 'run_events.txt': header + rows, 'employee_run_dates.txt': null, 'vehicle_assignments.txt': null })

  it('are allowed for events without a trip, at touching times, for events of zero length and between runs', async () => {
    const { errors } = await read(
      alone(
        'vardag,1,1,Jour,,BC,20:00,BC,27:00\nvardag,1,2,Körning,T1,BC,22:00,BE,22:30\nvardag,1,3,Körning,T2,BE,22:30,BC,23:00\n' +
          'vardag,1,4,Bokföring,T1,BE,22:40,BE,22:40\nvardag,2,1,Vagn 2,T1,BC,22:00,BE,22:30\nhelg,1,1,Vagn 3,T1,BC,22:00,BE,22:30\n',
      ),
    )
    expect(errors).toEqual([])
  })

  it('are found past an event in between, also with the same trip', async () => {
    const { errors } = await read(
      alone(
        'vardag,1,1,Körning,T1,BC,20:00,BE,23:00\nvardag,1,2,Körning,T2,BE,23:00,BC,23:00\nvardag,1,3,Körning,T1,BE,22:00,BC,22:30\n',
      ),
    )
    expect(errors.map(({ line, rule }) => `${line} ${rule}`)).toEqual(['4 överlappning'])
  })
})
