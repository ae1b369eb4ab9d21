import { datesOf, dayNumber, firstOfMonth, serviceOn, type Window } from './days.ts'
import { driversOf, timetablesOf, vehicleOn } from './feed.ts'
import type { Line } from './networks/network.ts'
import { networkOf } from './networks/networks.ts'
import { rosterOn } from './roster.ts'
import type { Trip } from './timetable.ts'
import { plateOf } from './vehicles.ts'

/** The consumption of one trip: a line of the file that a company's vehicles would produce. */
export interface DemoEcoTrip {
  readonly date: string
  readonly trip: string
  readonly vehicle: string
  readonly employeeNumber: string
  readonly km: number
  readonly litres: number
  readonly temperature: number
  readonly reference: number
}

/** The sums of a month whose trips are no longer kept. */
export interface DemoEcoMonth {
  readonly employeeNumber: string
  /** `YYYY-MM`. */
  readonly month: string
  readonly km: number
  readonly litres: number
  readonly expected: number
}

/** The trips of the feed's duties on these dates that have ended by `now`, `YYYY-MM-DDTHH:mm`. */
export function demoEcoTrips(company: string, window: Window, now: string): DemoEcoTrip[] {
  const network = networkOf(company)
  const depots = timetablesOf(network)
  return datesOf(window).flatMap((date) =>
    depots.flatMap(({ depot, timetables }) => {
      const { runs, blocks } = timetables[serviceOn(date)]
      return rosterOn(date, driversOf(company, network, depot), runs).flatMap(({ run, employeeNumber }) =>
        run.events.flatMap(({ trip, end }) => {
          if (trip?.kind !== 'line' || minutesUntil(now, date) < end) return []
          const vehicle = vehicleOn(date, depot, blocks.indexOf(trip.block))
          const line = depot.lines.find(({ number }) => number === trip.line) as Line
          return [{ ...used({ company, employeeNumber, date, trip, line, vehicle }), date, employeeNumber }]
        }),
      )
    }),
  )
}

/** The sums of the months from `from` up to, but not including, `before`: what the same drivers would have used. */
export function demoEcoMonths(company: string, from: string, before: string): DemoEcoMonth[] {
  const network = networkOf(company)
  const drivers = network.depots.flatMap((depot) => driversOf(company, network, depot))
  const months: string[] = []
  for (let month = from; month < before; month = firstOfMonth(`${month}-01`, 1).slice(0, 7)) months.push(month)
  return drivers.flatMap(({ number }) =>
    months.map((month) => {
      const km = round(2000 + chance(number, month, 'km') * 1400, 1)
      const expected = round(km * 0.315, 2)
      const habit = habitOf(number) + 0.04 + 0.03 * (1 - chance(number, month, 'lärt') * 2)
      return { employeeNumber: number, month, km, expected, litres: round(expected * habit * winter(month), 2) }
    }),
  )
}

/** The trips as a file to import. */
export function ecoFile(trips: readonly DemoEcoTrip[]): string {
  const lines = trips.map(({ date, trip, vehicle, employeeNumber, km, litres, temperature, reference }) =>
    [date, trip, vehicle, employeeNumber, ...[km, litres, temperature, reference].map(decimalComma)].join(';'),
  )
  return ['datum;tur;fordon;anstid;km;liter;temperatur;referens_l_per_km', ...lines, ''].join('\n')
}

const decimalComma = (value: number) => String(value).replace('.', ',')

interface Driven {
  readonly company: string
  readonly employeeNumber: string
  readonly date: string
  readonly trip: Trip
  readonly line: Line
  readonly vehicle: number
}

function used({ company, employeeNumber, date, trip, line, vehicle }: Driven) {
  const [first, last] = [trip.calls[0], trip.calls.at(-1)]
  const departure = first?.at ?? 0
  const minutes = (last?.at ?? 0) - departure
  // Long distances between stops are country roads.
  const speed = 0.38 + Math.min(0.4, minutes / line.stops.length / 40)
  const km = round(minutes * speed, 1)
  // Newer buses need less, and so do lines with few stops.
  const reference = round(0.28 + (vehicle % 3) * 0.03 + (0.5 - speed) * 0.2, 3)
  const temperature = temperatureOn(company, date, departure)
  const hour = Math.floor(departure / 60)
  const inPeak = serviceOn(date) === 'vardag' && (hour === 7 || hour === 8 || hour === 15 || hour === 16)
  const index =
    habitOf(employeeNumber) +
    (trip.line === weakLine(employeeNumber, line) ? 0.09 : 0) +
    (inPeak ? 0.05 * chance(employeeNumber, 'rusning') : 0) +
    (temperature < 0 ? 0.06 * chance(employeeNumber, 'kyla') : 0) +
    0.08 * (chance(employeeNumber, date, trip.id) - 0.5)
  return {
    trip: `Linje ${trip.line} mot ${last?.stop} ${clock(departure)}`,
    vehicle: plateOf(company, vehicle),
    km,
    litres: round(km * reference * index, 2),
    temperature,
    reference,
  }
}

/** A driver's usual consumption relative to the reference: 0.85 to 1.05. */
const habitOf = (employeeNumber: string) => 0.85 + 0.2 * chance(employeeNumber, 'stil')

/** Half of the drivers have lines that they find harder. */
const weakLine = (employeeNumber: string, { number }: Line) =>
  chance(employeeNumber, 'linje', number) < 0.4 ? number : null

/** Extra consumption for cold engines and snow, highest in January. */
const winter = (month: string) => 1 + 0.02 * Math.cos(((Number(month.slice(5)) - 1) / 12) * 2 * Math.PI)

/** The temperature by season and hour, with weather that lasts some days. */
function temperatureOn(company: string, date: string, minute: number): number {
  const mean = company === 'norr' ? 3.5 : 7.5
  const swing = company === 'norr' ? 12.5 : 9.5
  const day = dayNumber(date)
  // It is coldest three weeks into January, and at five in the morning.
  const year = -Math.cos(((day - 21) / 365.25) * 2 * Math.PI)
  const hours = -Math.cos(((minute / 60 - 5) / 24) * 2 * Math.PI)
  const weather = chance(company, Math.floor(day / 3), 'väder') - 0.5
  return round(mean + swing * year + 3 * hours + 9 * weather, 1)
}

/** Minutes from a date's midnight to now. */
const minutesUntil = (now: string, date: string) => (Date.parse(`${now}Z`) - Date.parse(`${date}T00:00Z`)) / 60_000

/** 1450 to '00:10': the wall-clock time. */
const clock = (minute: number) =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** A pseudo-random number from 0 to 1, the same for the same words. */
function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32
}
