import type { Position } from './networks/network.ts'

/** Minutes from midnight of the service day; past 1440 after midnight. */
export type Minute = number

/** '25:10' to 1510. */
export function minuteOf(time: string): Minute {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The next multiple of five: departures are on the fives. */
export function nextFive(minute: Minute): Minute {
  return Math.ceil(minute / 5) * 5
}

/** Minutes of a deadhead: a third longer than the straight line, at 24 km/h nearby and up to 50 further out. */
export function emptyMinutes(from: Position, to: Position): number {
  const [latitudeA, longitudeA] = from
  const [latitudeB, longitudeB] = to
  if (latitudeA === latitudeB && longitudeA === longitudeB) return 0
  const north = (latitudeB - latitudeA) * 111.2
  const east = (longitudeB - longitudeA) * 111.2 * Math.cos(((latitudeA + latitudeB) / 2) * (Math.PI / 180))
  const kilometres = Math.hypot(north, east) * 1.33
  const speed = Math.min(50, 24 + kilometres)
  return Math.max(4, Math.ceil((kilometres / speed) * 60) + 2)
}
