import { Temporal } from 'temporal-polyfill'

const HOUR = 3_600_000
const DAY_SECONDS = 86_400
const twoDigits = Array.from({ length: 60 }, (_, number) => `${number}`.padStart(2, '0'))

const wallClockAt = (ms: number, offset: number) => new Date(ms + offset).toISOString().slice(0, 19)

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
  // A feed has some hundred thousand times, so only the date is formatted, once. Unless the clocks change, the day begins at midnight.
  const dates = new Map<number, string>()
  const dateAfter = (days: number) => {
    let found = dates.get(days)
    if (found === undefined) dates.set(days, (found = wallClockAt(start + days * 24 * HOUR, first).slice(0, 11)))
    return found
  }
  const midnightPlus = (seconds: number) => {
    const days = Math.floor(seconds / DAY_SECONDS)
    const left = seconds - days * DAY_SECONDS
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60]
    return `${dateAfter(days)}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[left % 60]}`
  }
  const byClock = (seconds: number) => {
    const ms = start + seconds * 1000
    return wallClockAt(ms, offsetAt(ms))
  }
  return {
    wallClock: changes ? byClock : midnightPlus,
    changes,
    instant: (seconds) => new Date(start + seconds * 1000),
  }
}
