import { createHash } from 'node:crypto'
import { swedishNumber } from './problems.ts'
import type { Reading } from './table.ts'

/** A stop's name, its arrival and its departure, in seconds after the trip's first departure; null where the feed gives no time. */
export type PatternStop = readonly [name: string, arrival: number | null, departure: number | null]

/** The stops of all trips that run alike, whenever they start. */
export interface TripPattern {
  /** Derived from the content, so that the same stops have the same key. */
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
const ROWS_IN_BLOCK = 65_536

/** Rows of four numbers, stored in blocks. A list for each trip would take three times the memory. */
class Rows {
  readonly #blocks: Int32Array[] = []
  #count = 0

  /** Returns the row's number. */
  add(...row: readonly [number, number, number, number]): number {
    const at = this.#count % ROWS_IN_BLOCK
    if (at === 0) this.#blocks.push(new Int32Array(ROWS_IN_BLOCK * FIELDS))
    this.#blocks.at(-1)?.set(row, at * FIELDS)
    return this.#count++
  }

  at(row: number, field: number): number {
    return this.#blocks[Math.floor(row / ROWS_IN_BLOCK)]?.[(row % ROWS_IN_BLOCK) * FIELDS + field] ?? NONE
  }

  clear(): void {
    this.#blocks.length = 0
    this.#count = 0
  }
}

/** The stop times of the trips that runs drive, since stop_times.txt may have millions of rows. */
export class TripStops {
  readonly #reading: Reading
  readonly #driven: ReadonlySet<string>
  readonly #rows = new Rows()
  /** By trip, the first row of each span and the row after its last. The rows of most trips are one span. */
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
    const row = this.#rows.add(sequence, number, arrival ?? NONE, departure ?? NONE)
    const spans = this.#byTrip.get(trip)
    if (!spans) this.#byTrip.set(trip, [row, row + 1])
    else if (spans.at(-1) === row) spans[spans.length - 1] = row + 1
    else spans.push(row, row + 1)
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

  #read(spans: readonly number[], first: number, nameOf: (stop: string) => string): TripPattern | null {
    const rows = spans.flatMap((from, at) =>
      at % 2 === 0 ? Array.from({ length: (spans[at + 1] ?? from) - from }, (_, row) => from + row) : [],
    )
    if (rows.length < 2) return null
    const at = (row: number, field: number) => this.#rows.at(row, field)
    rows.sort((a, b) => at(a, 0) - at(b, 0))
    const after = (time: number) => (time === NONE ? null : time - first)
    const stops = rows.map((row): PatternStop => {
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
    this.#rows.clear()
    const message = `Turerna har fler än ${swedishNumber(this.#reading.limits.stopTimes)} hållplatstider, så deras hållplatser visas inte.`
    this.#reading.problems.warning({ file: 'stop_times.txt' }, 'för-stort', message)
  }
}
