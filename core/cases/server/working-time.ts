import { instantsOf } from '#platform/contract/instants.ts'
import { addDays, wallClockIn } from '#platform/contract/wall-clock.ts'
import { isFree } from '#platform/server/holidays.ts'
import { workingDay } from '../rules.ts'

/** When the office works: minutes of the day, on days that are neither weekend nor holiday. */
const from = 7 * 60
const to = from + workingDay

const minutesOf = (wallClock: string) => Number(wallClock.slice(11, 13)) * 60 + Number(wallClock.slice(14, 16))
const two = (value: number) => String(value).padStart(2, '0')

/** The instant at which `minutes` working minutes have passed since `start`. */
export function afterWorking(start: Date, minutes: number, timeZone: string): Date {
  const clock = wallClockIn(timeZone, start)
  let date = clock.slice(0, 10)
  let at = Math.max(from, minutesOf(clock))
  let left = minutes
  while (isFree(date) || at + left > to) {
    if (!isFree(date)) left -= Math.max(0, to - at)
    date = addDays(date, 1)
    at = from
  }
  const end = at + left
  return instantsOf(timeZone, `${date}T${two(Math.floor(end / 60))}:${two(end % 60)}:00`)[0]
}

/** The working minutes between two instants, in a time zone. */
export function workingBetween(start: Date, end: Date, timeZone: string): number {
  const [begin, last] = [wallClockIn(timeZone, start), wallClockIn(timeZone, end)]
  let minutes = 0
  for (let date = begin.slice(0, 10); date <= last.slice(0, 10); date = addDays(date, 1)) {
    if (isFree(date)) continue
    const begun = date === begin.slice(0, 10) ? Math.max(from, minutesOf(begin)) : from
    const ended = date === last.slice(0, 10) ? Math.min(to, minutesOf(last)) : to
    minutes += Math.max(0, ended - begun)
  }
  return minutes
}
