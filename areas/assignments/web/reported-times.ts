import { instantsOf } from '#platform/contract/instants.ts'
import { addDays, clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import type { Doubt, Span } from '../rules.ts'

/** A time reported back: as on the wire, and its instant in milliseconds since 1970. */
export interface ReportedTime {
  readonly time: string
  readonly at: number
}

/** The instant nearest to a planned one at which clocks show `HH:mm`, since a bus that is late past midnight arrives on the day after. */
export function nearestTime(clock: string, planned: { time: string; at: number }, timeZone: string): ReportedTime {
  const day = planned.time.slice(0, 10)
  const distance = ({ at }: ReportedTime) => Math.abs(at - planned.at)
  return [-1, 0, 1]
    .flatMap((days) => timesOn(addDays(day, days), clock, timeZone))
    .reduce((best, each) => (distance(each) < distance(best) ? each : best))
}

/** Like `nearestTime`, but an end before the start becomes the first such time after it. */
export function nearestEnd(
  clock: string,
  planned: { time: string; at: number },
  start: ReportedTime,
  timeZone: string,
): ReportedTime {
  const end = nearestTime(clock, planned, timeZone)
  if (end.at >= start.at) return end
  const day = start.time.slice(0, 10)
  const later = [0, 1].flatMap((days) => timesOn(addDays(day, days), clock, timeZone)).find(({ at }) => at >= start.at)
  return later ?? end
}

function timesOn(date: string, clock: string, timeZone: string): ReportedTime[] {
  const time = `${date}T${clock}:00`
  return instantsOf(timeZone, time).map((instant) => ({ time, at: instant.getTime() }))
}

const whole = (time: string) => `${dayAndDate(time.slice(0, 10))} ${clockOf(time)}`

/** '07:30 torsdag 29 oktober', for the beginning of a sentence. */
const clockFirst = (time: string) => `${clockOf(time)} ${dayAndDate(time.slice(0, 10))}`

const side = (at: number, plan: number) => (at < plan ? 'före' : 'efter')

/** The text of the question whether the times are right. */
export function doubtText(doubt: Doubt, { start, end }: { start: ReportedTime; end: ReportedTime }, planned: Span) {
  switch (doubt) {
    case 'start':
      return `Starttiden ${whole(start.time)} är mer än två timmar ${side(start.at, planned.start)} den planerade.`
    case 'end':
      return `Sluttiden ${whole(end.time)} är mer än två timmar ${side(end.at, planned.end)} den planerade.`
    case 'future':
      return `Klockan ${clockFirst((start.at > end.at ? start : end).time)} har inte varit än.`
    case 'long':
      return `Uppdraget skulle ha varat i ${Math.floor((end.at - start.at) / 3_600_000)} timmar.`
  }
}
