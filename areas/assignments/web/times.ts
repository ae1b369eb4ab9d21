import { weekdayOf } from '#platform/contract/wall-clock.ts'

/** '05:12', and '01:10 +1' where it is the day after `date`. */
export function clockOf(time: string, date?: string): string {
  const clock = time.slice(11, 16)
  return date && time.slice(0, 10) > date ? `${clock} +1` : clock
}

/** 'lördag 21 november'. */
export function dayAndDate(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  const name = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', month: 'long' }).format(
    Date.UTC(2000, (month ?? 1) - 1),
  )
  return `${weekdayOf(date)} ${day} ${name}`
}
