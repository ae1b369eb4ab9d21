import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'

const OLD_MS = 6 * 3_600_000

/**
 * 'Uppdaterad 05:12', with the reason if the server fails or it is old, and the day if it is not today. Both times are wall-clock times
 * `YYYY-MM-DDTHH:mm…`.
 */
export function stampText(then: string, now: string, { failing = false, old = false } = {}): string {
  const why = failing ? ', servern svarar inte just nu' : old ? ', kan ha ändrats sedan dess' : ''
  return `Uppdaterad ${whenText(then, now)}${why}`
}

/** '05:12', with the day if it is not today: 'i går 05:12'. */
export function whenText(then: string, now: string): string {
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
  return `${day}${clock}`
}

/**
 * Whether what was fetched `age` milliseconds ago has probably changed. So has what is from a time to come, since the phone's clock was ahead
 * then and its age is not known.
 */
export const isOld = (age: number): boolean => age < 0 || age >= OLD_MS

interface Told {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly failing: boolean
}

/** How far apart the loads of one screen may be on a slow connection, in milliseconds. */
const TOGETHER_MS = 5 * 60_000

/** The largest group of copies that one line can describe, oldest first: with about the same time and the same reason. */
export function together<Mark extends Told>(marks: readonly Mark[]): readonly Mark[] {
  const sorted = marks.toSorted((a, b) => a.at - b.at)
  const groups = sorted.map((oldest) =>
    sorted.filter(({ at, failing }) => failing === oldest.failing && at >= oldest.at && at - oldest.at <= TOGETHER_MS),
  )
  const largest = groups.toSorted((a, b) => b.length - a.length)[0] ?? []
  return largest.length > 1 ? largest : []
}
