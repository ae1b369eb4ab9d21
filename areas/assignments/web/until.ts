import { hoursAndMinutes } from '#platform/contract/durations.ts'
import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import { endOf, hasBegun, startOf, type Timed } from './standing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** 'om 1 h 56 min' or 'om 3 dagar' before a duty, '25 min kvar' during it. Null if it is over, or a day and some hours away. */
export function untilText(duty: Timed & { readonly datum: string }, now: number, today: string): string | null {
  const days = (Date.parse(duty.datum) - Date.parse(today)) / DAY_MS
  const underWay = hasBegun(duty, now)
  const left = (underWay ? endOf(duty) : startOf(duty)) - now
  if (left > DAY_MS && days > 1) return `om ${days} dagar`
  if (left <= 0 || left > DAY_MS) return null
  return underWay ? `${spanText(left)} kvar` : `om ${spanText(left)}`
}

/** Part of a minute counts as a whole one. */
export const spanText = (milliseconds: number): string => hoursAndMinutes(Math.ceil(milliseconds / MINUTE_MS))

/** 'I dag', 'I morgon', otherwise the weekday with its date. */
export function dayText(date: string, today: string): string {
  if (date === today) return 'I dag'
  const day = dayAndDate(date)
  return date === addDays(today, 1) ? `I morgon, ${day}` : day
}
