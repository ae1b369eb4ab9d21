import { createHash } from 'node:crypto'
import { swedishNumber } from './problems.ts'
import type { Reading } from './table.ts'

/** A stop's name, its arrival and its departure, in seconds after the trip's first departure; null where the feed gives no time. */
export type PatternStop = readonly [name: string, arrival: number | null, departure: number | null]

/** The stops of all trips that run alike, whenever they start. */
export interface TripPattern {
  /** Belongs to the content. */
  readonly key: string
  readonly stops: readonly PatternStop[]
}

interface StopTime {
  readonly trip: string
  readonly sequence: number
  readonly stop: string
  readonly arrival: number | null
  readonly departure: number | null
}

const FIELDS = 4
const NONE = -1

/** The stop times of the trips that runs drive, four numbers each: stop_times.txt may have millions of rows. */
export class TripStops {
  readonly #reading: Reading
  readonly #driven: ReadonlySet<string>
  readonly #byTrip = new Map<string, number[]>()
  readonly #stopIds: string[] = []
  readonly #stopNumbers = new Map<string, number>()
  readonly #patterns = new Map<string, TripPattern>()
  readonly #ofTrip = new Map<string, TripPattern | null>()
  #held = 0

  constructor(reading: Reading, driven: ReadonlySet<string>) {
    this.#reading = reading
    this.#driven = driven
  }

  wants(trip: string): boolean {
    return this.#driven.has(trip) && this.#held <= this.#reading.limits.stopTimes
  }

  add({ trip, sequence, stop, arrival, departure }: StopTime): void {
    this.#held += 1
    if (this.#held > this.#reading.limits.stopTimes) return this.#giveUp()
    let number = this.#stopNumbers.get(stop)
    if (number === undefined) this.#stopNumbers.set(stop, (number = this.#stopIds.push(stop) - 1))
    const times = this.#byTrip.get(trip)
    const row = [sequence, number, arrival ?? NONE, departure ?? NONE] as const
    if (times) times.push(...row)
    else this.#byTrip.set(trip, [...row])
  }

  /** Null if the trip has fewer than two stops, or no first departure. */
  patternOf(trip: string, first: number | null, nameOf: (stop: string) => string): TripPattern | null {
    const known = this.#ofTrip.get(trip)
    if (known !== undefined) return known
    const pattern = first === null ? null : this.#read(this.#byTrip.get(trip) ?? [], first, nameOf)
    this.#byTrip.delete(trip)
    this.#ofTrip.set(trip, pattern)
    return pattern
  }

  #read(times: readonly number[], first: number, nameOf: (stop: string) => string): TripPattern | null {
    const count = times.length / FIELDS
    if (count < 2) return null
    const at = (row: number, field: number) => times[row * FIELDS + field] as number
    const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => at(a, 0) - at(b, 0))
    const after = (time: number) => (time === NONE ? null : time - first)
    const stops = order.map((row): PatternStop => {
      return [nameOf(this.#stopIds[at(row, 1)] as string), after(at(row, 2)), after(at(row, 3))]
    })
    const key = createHash('sha256').update(JSON.stringify(stops)).digest('base64url')
    const same = this.#patterns.get(key)
    if (same) return same
    const pattern = { key, stops }
    this.#patterns.set(key, pattern)
    return pattern
  }

  #giveUp(): void {
    this.#byTrip.clear()
    const message = `Turerna har fler än ${swedishNumber(this.#reading.limits.stopTimes)} hållplatstider, så deras hållplatser visas inte.`
    this.#reading.problems.warning({ file: 'stop_times.txt' }, 'för-stort', message)
  }
}
