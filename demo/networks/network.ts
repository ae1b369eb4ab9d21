/** The traffic of a day: ordinary, or as on Saturdays or Sundays. */
export type Service = 'vardag' | 'lordag' | 'sondag'

/** Latitude and longitude. */
export type Position = readonly [number, number]

export interface Network {
  readonly agency: { readonly name: string; readonly url: string; readonly phone: string }
  /** The position whose holders drive these lines. */
  readonly driverPosition: string
  /** The approximate position of each stop, by name. */
  readonly stops: Readonly<Record<string, Position>>
  readonly depots: readonly Depot[]
}

export interface Depot {
  readonly name: string
  /** Drivers with this area work from here. */
  readonly area: string
  readonly at: Position
  /** Vehicle numbers, first and last. */
  readonly fleet: readonly [number, number]
  /** The number of the first run: 1001, 1002 and so on; plus 300 for Saturdays and 600 for Sundays. */
  readonly firstRun: number
  readonly lines: readonly Line[]
  readonly buses: Readonly<Record<Service, readonly BusDay[]>>
}

export interface Line {
  readonly number: string
  /** Ground and text, as GTFS writes them; absent if the region gives the line none. */
  readonly colours?: readonly [ground: string, text: string]
  /** Stops in order, with the minutes from the previous one. */
  readonly stops: readonly (readonly [name: string, minutes: number])[]
}

/** What one bus does in a day: it leaves the depot for the departure `first`, and its drivers relieve each other. */
export interface BusDay {
  readonly line: string
  /** Departure of the first trip, from the line's first stop. */
  readonly first: string
  readonly shifts: readonly Shift[]
}

export type ShiftKind = 'early' | 'day' | 'split' | 'late' | 'night'

export interface Shift {
  readonly kind: ShiftKind
  /** The rest begins at the first arrival after this time. For a split duty: the end of the first part. */
  readonly rest: string
  /** The last trip arrives by this time; it may be past 24:00. */
  readonly until: string
  /** Another line, driven after the rest. */
  readonly nextLine?: string
  /** A split duty's first departure after the break at the depot. */
  readonly resume?: string
}

/** Shorthand for the timetables: the time of the rest, the arrival of the last trip, and the next line. */
export function early(rest: string, until: string, nextLine?: string): Shift {
  return { kind: 'early', rest, until, nextLine }
}

export function day(rest: string, until: string, nextLine?: string): Shift {
  return { kind: 'day', rest, until, nextLine }
}

export function late(rest: string, until: string, nextLine?: string): Shift {
  return { kind: 'late', rest, until, nextLine }
}

export function night(rest: string, until: string): Shift {
  return { kind: 'night', rest, until }
}

/** Morning peak, free hours, afternoon peak. */
export function split(rest: string, resume: string, until: string): Shift {
  return { kind: 'split', rest, resume, until }
}
