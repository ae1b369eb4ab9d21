import type { Minute } from './minutes.ts'
import { emptyMinutes, minuteOf, nextFive } from './minutes.ts'
import type { BusDay, Depot, Line, Network, Position, Service, Shift, ShiftKind } from './networks/network.ts'

interface Call {
  readonly stop: string
  readonly at: Minute
}

export interface Trip {
  readonly id: string
  readonly kind: 'line' | 'pull-out' | 'pull-back' | 'deadhead'
  /** Line number; null for a trip without passengers. */
  readonly line: string | null
  readonly service: Service
  readonly block: string
  readonly direction: 0 | 1
  readonly calls: readonly Call[]
}

interface RunEvent {
  readonly type: string
  readonly trip?: Trip
  readonly block?: string
  readonly from: string
  readonly start: Minute
  readonly to: string
  readonly end: Minute
}

export interface Run {
  readonly id: string
  readonly service: Service
  readonly kind: ShiftKind
  readonly events: readonly RunEvent[]
}

export interface Timetable {
  readonly runs: readonly Run[]
  readonly trips: readonly Trip[]
  readonly blocks: readonly string[]
}

const inspection = 10
const parking = 10
const relief = 5
const shortestLayover = 9
const longRest = 45
/** After a Paus of 15 minutes the rest may be 30 minutes: EU 561/2006 article 7, and lawful for any line. */
const shortRest = 30
const pause = 15
const longestWithoutPause = 165

const runOffset: Readonly<Record<Service, number>> = { vardag: 0, lordag: 300, sondag: 600 }

/** Everything that the depot's buses and drivers do on one kind of day. */
export function timetableOf(network: Network, depot: Depot, service: Service): Timetable {
  const buses = depot.buses[service].map((bus, index) => {
    const block = `${depot.firstRun}-${service}-${String(index + 1).padStart(2, '0')}`
    return new BusDayWriter(network, depot, service, block).drive(bus)
  })
  const runs = buses.flatMap(({ runs }) => runs)
  return {
    runs: runs.map((run, index) => ({ ...run, id: String(depot.firstRun + runOffset[service] + index) })),
    trips: buses.flatMap(({ trips }) => trips),
    blocks: buses.map(({ block }) => block),
  }
}

/** Follows one bus through its day and records what it and its drivers do. */
class BusDayWriter {
  readonly block: string
  readonly trips: Trip[] = []
  readonly runs: Omit<Run, 'id'>[] = []
  readonly #network: Network
  readonly #depot: Depot
  readonly #service: Service
  #events: RunEvent[] = []
  #line: Line
  #direction: 0 | 1 = 0
  #place: string
  #clock: Minute = 0
  #lastPause: Minute = 0
  #hasPaused = false

  constructor(network: Network, depot: Depot, service: Service, block: string) {
    this.#network = network
    this.#depot = depot
    this.#service = service
    this.block = block
    this.#place = depot.name
    this.#line = this.#lineOf(depot.lines[0]?.number ?? '')
  }

  drive(bus: BusDay): this {
    this.#line = this.#lineOf(bus.line)
    for (const [index, shift] of bus.shifts.entries()) {
      this.#events = []
      if (index === 0) this.#signOnAtDepot(minuteOf(bus.first))
      else this.#takeOver()
      this.#work(shift)
      if (index === bus.shifts.length - 1) this.#signOffAtDepot()
      else this.#handOver()
      this.runs.push({ service: this.#service, kind: shift.kind, events: this.#events })
    }
    return this
  }

  #signOnAtDepot(first: Minute): void {
    const out = this.#emptyMinutes(this.#depot.name, this.#terminal())
    this.#clock = first - out - inspection
    this.#lastPause = this.#clock
    this.#hasPaused = false
    this.#instant('Tjänstestart')
    this.#stay('Daglig tillsyn', inspection)
    this.#driveEmpty('pull-out', this.#terminal())
  }

  #signOffAtDepot(): void {
    this.#driveEmpty('pull-back', this.#depot.name)
    this.#stay('Uppställning', parking)
  }

  /** The bus waits at its terminal: its next driver comes from the depot by staff car. */
  #takeOver(): void {
    const terminal = this.#place
    const way = this.#emptyMinutes(this.#depot.name, terminal)
    this.#clock -= relief + way
    this.#lastPause = this.#clock
    this.#hasPaused = false
    this.#place = this.#depot.name
    this.#instant('Tjänstestart')
    this.#ride(terminal, way)
    this.#stay('Avlösning', relief)
    this.#clock = nextFive(this.#clock + 1)
  }

  #handOver(): void {
    const { terminal, direction } = { terminal: this.#place, direction: this.#direction }
    this.#stay('Avlösning', relief)
    const handedOver = this.#clock
    this.#ride(this.#depot.name, this.#emptyMinutes(terminal, this.#depot.name))
    this.#instant('Tjänsteslut')
    this.#clock = handedOver
    this.#place = terminal
    this.#direction = direction
  }

  #work(shift: Shift): void {
    const rest = minuteOf(shift.rest)
    const until = minuteOf(shift.until)
    let rested = false
    while (this.#clock + this.#tripMinutes() <= until) {
      this.#driveLine()
      if (!rested && this.#clock >= rest) {
        rested = true
        if (shift.resume) this.#hoursOff(minuteOf(shift.resume))
        else this.#rest(shift.nextLine)
      } else if (this.#needsPause(rested ? until : rest) && this.#clock + pause + this.#tripMinutes() <= until) {
        this.#pause()
      } else {
        this.#clock = nextFive(this.#clock + shortestLayover)
      }
    }
    // A layover without a trip after it is not working time.
    this.#clock = this.#events.at(-1)?.end ?? this.#clock
  }

  /** After long driving, unless the rest or the end of the duty is near. */
  #needsPause(next: Minute): boolean {
    return this.#clock - this.#lastPause > longestWithoutPause && next - this.#clock > 60
  }

  #pause(): void {
    this.#stay('Paus', pause)
    this.#lastPause = this.#clock
    this.#hasPaused = true
    this.#clock = nextFive(this.#clock)
  }

  #rest(nextLine: string | undefined): void {
    const shortest = this.#hasPaused ? shortRest : longRest
    const end = nextFive(this.#clock + shortest)
    this.#stay('Rast', end - this.#clock)
    this.#lastPause = this.#clock
    if (!nextLine) return
    this.#line = this.#lineOf(nextLine)
    this.#direction = this.#nearestDirection()
    if (this.#terminal() !== this.#place) this.#driveEmpty('deadhead', this.#terminal())
    this.#clock = nextFive(this.#clock + 1)
  }

  /** Between the two peaks the bus is parked at the depot and the driver is free. */
  #hoursOff(resume: Minute): void {
    this.#driveEmpty('pull-back', this.#depot.name)
    this.#direction = 0
    const out = this.#emptyMinutes(this.#depot.name, this.#terminal())
    this.#stay('Delad tjänst, uppehåll', resume - out - this.#clock)
    this.#lastPause = this.#clock
    this.#driveEmpty('pull-out', this.#terminal())
  }

  #driveLine(): void {
    const calls: Call[] = []
    let at = this.#clock
    for (const [stop, minutes] of this.#stopsAhead()) {
      at += minutes
      calls.push({ stop, at })
    }
    this.#drive({ kind: 'line', line: this.#line.number, direction: this.#direction, calls }, 'Linjekörning')
    this.#direction = this.#direction === 0 ? 1 : 0
  }

  #driveEmpty(kind: 'pull-out' | 'pull-back' | 'deadhead', to: string): void {
    const calls = [
      { stop: this.#place, at: this.#clock },
      { stop: to, at: this.#clock + this.#emptyMinutes(this.#place, to) },
    ]
    this.#drive({ kind, line: null, direction: 0, calls }, 'Tomkörning')
  }

  #drive(made: Pick<Trip, 'kind' | 'line' | 'direction' | 'calls'>, type: string): void {
    const id = `${this.block}-${String(this.trips.length + 1).padStart(2, '0')}`
    const trip: Trip = { id, service: this.#service, block: this.block, ...made }
    const end = trip.calls.at(-1) ?? { stop: this.#place, at: this.#clock }
    this.trips.push(trip)
    this.#events.push({
      type,
      trip,
      block: this.block,
      from: this.#place,
      start: this.#clock,
      to: end.stop,
      end: end.at,
    })
    this.#place = end.stop
    this.#clock = end.at
  }

  #instant(type: string): void {
    this.#stay(type, 0)
  }

  #stay(type: string, minutes: number): void {
    const { place, start } = { place: this.#place, start: this.#clock }
    this.#clock += minutes
    this.#events.push({ type, from: place, start, to: place, end: this.#clock })
  }

  #ride(to: string, minutes: number): void {
    this.#events.push({
      type: 'Förflyttning',
      from: this.#place,
      start: this.#clock,
      to,
      end: this.#clock + minutes,
    })
    this.#place = to
    this.#clock += minutes
  }

  #terminal(): string {
    const stop = this.#direction === 0 ? this.#line.stops[0] : this.#line.stops.at(-1)
    return stop?.[0] ?? this.#depot.name
  }

  #nearestDirection(): 0 | 1 {
    const [first, last] = [this.#line.stops[0]?.[0] ?? '', this.#line.stops.at(-1)?.[0] ?? '']
    return this.#emptyMinutes(this.#place, first) <= this.#emptyMinutes(this.#place, last) ? 0 : 1
  }

  /** The line's stops in the direction of travel, each with the minutes from the previous one. */
  #stopsAhead(): readonly (readonly [string, number])[] {
    const { stops } = this.#line
    if (this.#direction === 0) return stops
    return stops.map(([stop], index) => [stop, stops[index + 1]?.[1] ?? 0] as const).toReversed()
  }

  #tripMinutes(): number {
    return this.#line.stops.reduce((sum, [, minutes]) => sum + minutes, 0)
  }

  #emptyMinutes(from: string, to: string): number {
    return emptyMinutes(this.#position(from), this.#position(to))
  }

  #position(place: string): Position {
    if (place === this.#depot.name) return this.#depot.at
    const position = this.#network.stops[place]
    if (!position) throw new Error(`${place} is not a stop of ${this.#network.agency.name}`)
    return position
  }

  #lineOf(number: string): Line {
    const line = this.#depot.lines.find((line) => line.number === number)
    if (!line) throw new Error(`${this.#depot.name} has no line ${number}`)
    return line
  }
}
