import { type ClockPeriod, clockPeriod, setClockPeriod } from '#platform/contract/wall-clock.ts'

const current = new Map<string, ClockPeriod>()

/**
 * The period between two changes of a time zone's clocks that it is now. It is computed once, and from then on the server's own
 * conversions use it: Intl's calendar takes 3 to 5 µs for each time (docs/decisions/0071).
 */
export function currentPeriod(timeZone: string): ClockPeriod {
  const now = Date.now()
  const known = current.get(timeZone)
  if (known && known.from <= now && now < known.before) return known
  const period = clockPeriod(timeZone, new Date(now))
  current.set(timeZone, period)
  setClockPeriod(timeZone, period)
  return period
}
