import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'

const OLD_HOURS = 6

/** 'Uppdaterad 05:12', with why where the server fails, and with the day where it is another one. Both times are `YYYY-MM-DDTHH:mm…` on the company's wall. */
export function stampText(then: string, now: string, failing = false): string {
  const [date, clock] = [then.slice(0, 10), then.slice(11, 16)]
  const today = now.slice(0, 10)
  const day =
    date === today
      ? ''
      : date === addDays(today, -1)
        ? 'i går '
        : date < today && date > addDays(today, -7)
          ? `i ${weekdayOf(date)}s `
          : `${date} `
  const why = failing ? ', servern svarar inte just nu' : isOld(then, now) ? ', kan ha ändrats sedan dess' : ''
  return `Uppdaterad ${day}${clock}${why}`
}

/** Whether something may well have changed since. */
export function isOld(then: string, now: string): boolean {
  return Date.parse(`${now.slice(0, 16)}Z`) - Date.parse(`${then.slice(0, 16)}Z`) >= OLD_HOURS * 3_600_000
}

/** What is said more than once, and most often. */
export function mostSaid(texts: readonly string[]): string | undefined {
  const count = (text: string) => texts.filter((other) => other === text).length
  const most = texts.toSorted((a, b) => count(b) - count(a))[0]
  return most !== undefined && count(most) > 1 ? most : undefined
}
