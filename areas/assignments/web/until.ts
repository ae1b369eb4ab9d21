import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import { endOf, hasBegun, startOf, type Timed } from './standing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** 'om 1 h 56 min' before a duty, 'slutar om 25 min' during it; nothing when it is more than a day away or over. */
export function untilText(duty: Timed, now: number): string | null {
  const underWay = hasBegun(duty, now)
  const left = (underWay ? endOf(duty) : startOf(duty)) - now
  if (left <= 0 || left > DAY_MS) return null
  return `${underWay ? 'slutar ' : ''}om ${spanText(left)}`
}

/** '1 h 56 min', '2 h', '47 min'. */
export function spanText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MS)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** 'I dag', 'I morgon', otherwise the weekday with its date. */
export function dayText(date: string, today: string): string {
  if (date === today) return 'I dag'
  const day = dayAndDate(date)
  return date === addDays(today, 1) ? `I morgon, ${day}` : day
}
