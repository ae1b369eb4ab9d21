import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'

const OLD_HOURS = 6

/** 'Uppdaterad 05:12', with the day where it is another one. Both times are `YYYY-MM-DDTHH:mm…` on the company's wall. */
export function stampText(then: string, now: string): string {
  const [date, clock] = [then.slice(0, 10), then.slice(11, 16)]
  const today = now.slice(0, 10)
  const day =
    date === today
      ? ''
      : date === addDays(today, -1)
        ? 'i går '
        : date > addDays(today, -7)
          ? `i ${weekdayOf(date)}s `
          : `${date} `
  return `Uppdaterad ${day}${clock}${isOld(then, now) ? ', kan ha ändrats sedan dess' : ''}`
}

/** Whether something may well have changed since. */
export function isOld(then: string, now: string): boolean {
  return Date.parse(`${now.slice(0, 16)}Z`) - Date.parse(`${then.slice(0, 16)}Z`) >= OLD_HOURS * 3_600_000
}
