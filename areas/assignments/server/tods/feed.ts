import type { Line } from '#platform/contract/lines.ts'
import { keyOf } from './merge.ts'
import type { TripPattern } from './trip-stops.ts'

export type Position = readonly [latitude: number, longitude: number]

export interface RunEvent {
  readonly sequence: number
  readonly eventType: string
  readonly jobType: string | null
  /** The event's own block, otherwise its trip's. */
  readonly blockId: string | null
  readonly pieceId: string | null
  readonly tripId: string | null
  /** The trip's calendar, which may differ from the run's: vehicles are assigned by it. */
  readonly tripServiceId: string | null
  /** Seconds, like startTime. */
  readonly tripFirstDeparture: number | null
  readonly line: Line | null
  /** The stops of its trip; null if it has no trip, or the feed no stops for it. */
  readonly pattern: TripPattern | null
  readonly headsign: string | null
  /** The stop's name, otherwise its id. */
  readonly startLocation: string
  readonly endLocation: string
  /** Seconds since noon minus 12 h of the service date; may pass 86,400. */
  readonly startTime: number
  readonly endTime: number
  /** Not a passenger trip: a deadhead, or an event without a trip. */
  readonly isDeadhead: boolean
}

export interface Run {
  readonly serviceId: string
  readonly runId: string
  /** Ordered by sequence. */
  readonly events: readonly RunEvent[]
}

export interface EmployeeDay {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly serviceId: string
  readonly runId: string
  readonly employeeId: string
}

export interface FeedVehicle {
  readonly id: string
  /** Null where the feed has none, like the registration number. */
  readonly label: string | null
  readonly licensePlate: string | null
}

export interface VehicleAssignment {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The calendar of the block's trips; empty if neither the row nor the block names one. */
  readonly serviceId: string
  readonly blockId: string
  readonly vehicleId: string
}

/** The duties of a GTFS feed with TODS. */
export interface Feed {
  /** Keyed by runKey. */
  readonly runs: ReadonlyMap<string, Run>
  readonly employeeDays: readonly EmployeeDay[]
  readonly vehicles: readonly FeedVehicle[]
  readonly vehicleAssignments: readonly VehicleAssignment[]
  /** Where events start and end, by the names that the events have. */
  readonly places: ReadonlyMap<string, Position>
  /** The first date in employeeDays, `YYYY-MM-DD`. */
  readonly firstDate: string | null
  readonly lastDate: string | null
}

/** Run ids are unique only within a calendar. */
export function runKey(serviceId: string, runId: string): string {
  return keyOf(serviceId, runId)
}
