import { Temporal } from 'temporal-polyfill'

const HOUR = 3_600_000

/** Converts a feed's times of one service date into wall-clock times and instants. */
export interface ServiceDay {
  /** Local wall-clock time `YYYY-MM-DDTHH:mm:ss`, which may be on the next day. */
  wallClock(seconds: number): string
  instant(seconds: number): Date
  /** Whether the clocks change while a run of this day may last: a wall-clock time may then mean two instants. */
  readonly changes: boolean
}

/**
 * GTFS counts from noon minus 12 hours, which differs from midnight by an hour on the two nights when the clocks
 * change (https://gtfs.org/documentation/schedule/reference/#field-types, Time).
 */
export function serviceDay(date: string, timeZone: string): ServiceDay {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' })
  const start = noon.epochMilliseconds - 12 * HOUR
  const offsetAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
  const first = offsetAt(start)
  // The offset is looked up for each event only if it changes within the two days that a run can span.
  const changes = first !== offsetAt(start + 48 * HOUR)
  return {
    wallClock: (seconds) => {
      const ms = start + seconds * 1000
      return new Date(ms + (changes ? offsetAt(ms) : first)).toISOString().slice(0, 19)
    },
    changes,
    instant: (seconds) => new Date(start + seconds * 1000),
  }
}
