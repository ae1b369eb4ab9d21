import { wallClockIn } from './wall-clock.ts'

const DAY_MS = 86_400_000

/**
 * The instants that a wall-clock time may mean, the earlier first: two in the hour that is repeated when the clocks go back, otherwise one.
 * A time that is skipped in spring means the instant at which the clock would have shown it, had it not gone forward.
 */
export function instantsOf(timeZone: string, wallClock: string): [Date, ...Date[]] {
  const asUtc = Date.parse(`${wallClock}Z`)
  const before = offsetAt(timeZone, asUtc - DAY_MS)
  const after = offsetAt(timeZone, asUtc + DAY_MS)
  const first = new Date(asUtc - before)
  if (before === after) return [first]
  const second = new Date(asUtc - after)
  const shown = (instant: Date) => wallClockIn(timeZone, instant) === wallClock
  if (shown(first)) return shown(second) ? [first, second] : [first]
  return [shown(second) ? second : first]
}

/** A wall-clock time with its instant and its offset from UTC as ISO 8601 writes it. */
export interface Moment {
  readonly instant: Date
  /** '+01:00'. */
  readonly offset: string
}

/**
 * Returns a function that reads wall-clock times of a day and of the days before and after it, given the stored instant of each time or
 * null. The time zone is looked up once for the day, because a look-up for each time would cost more than the rest of a row in a list. It
 * takes two look-ups, and more to find the second of the change if the clocks change.
 */
export function clockAround(timeZone: string, date: string): (wallClock: string, known: Date | null) => Moment {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const offset = offsetAt(timeZone, midnight - DAY_MS)
  const text = offsetText(offset)
  const until = midnight + 3 * DAY_MS
  const after = offsetAt(timeZone, until)
  if (offset === after) return (wallClock) => new MomentOfOrdinaryDay(wallClock, offset, text)
  const change = changeBetween(timeZone, midnight - DAY_MS, until)
  const textAfter = offsetText(after)
  return (wallClock, known) => {
    const instant = known?.getTime() ?? instantAround(wallClock, { offset, after, change })
    return { instant: new Date(instant), offset: instant < change ? text : textAfter }
  }
}

interface Change {
  /** Milliseconds that the clock is ahead of UTC before (`offset`) and after the change (`after`). */
  readonly offset: number
  readonly after: number
  /** The instant from which `after` applies. */
  readonly change: number
}

/** The first instant that `instantsOf` returns, for a known change. */
function instantAround(wallClock: string, { offset, after, change }: Change): number {
  const asUtc = Date.parse(`${wallClock}Z`)
  const [first, second] = [asUtc - offset, asUtc - after]
  return first >= change && second >= change ? second : first
}

/** The instant at which the clocks change, between an instant before and one after the change. */
function changeBetween(timeZone: string, from: number, until: number): number {
  const offset = offsetAt(timeZone, from)
  let [same, other] = [from, until]
  while (other - same > 1000) {
    const between = Math.floor((same + other) / 2000) * 1000
    if (offsetAt(timeZone, between) === offset) same = between
    else other = between
  }
  return other
}

/** Computes its instant only on request, because most readers of a list need the offset alone. */
class MomentOfOrdinaryDay implements Moment {
  readonly #wallClock: string
  readonly #milliseconds: number
  readonly offset: string

  constructor(wallClock: string, milliseconds: number, offset: string) {
    this.#wallClock = wallClock
    this.#milliseconds = milliseconds
    this.offset = offset
  }

  get instant(): Date {
    return new Date(Date.parse(`${this.#wallClock}Z`) - this.#milliseconds)
  }
}

/** Milliseconds that a time zone's wall clock is ahead of UTC, at an instant of whole seconds. */
function offsetAt(timeZone: string, instant: number): number {
  return Date.parse(`${wallClockIn(timeZone, new Date(instant))}Z`) - instant
}

function offsetText(milliseconds: number): string {
  const minutes = Math.abs(milliseconds) / 60_000
  return `${milliseconds < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

const twoDigits = (part: number) => String(Math.floor(part)).padStart(2, '0')
