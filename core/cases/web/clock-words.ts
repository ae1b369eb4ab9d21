import type { Clock } from '../contract.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** '40 min', '3 h', '2 dygn'. */
export function lengthOf(minutes: number): string {
  const long = Math.abs(minutes)
  if (long < HOUR) return `${long} min`
  return long < 2 * DAY ? `${Math.round(long / HOUR)} h` : `${Math.round(long / DAY)} dygn`
}

/** '3 h kvar', '2 dygn för sent' */
export function clockWords(clock: NonNullable<Clock>): string {
  if (clock.kind === 'paused') return 'Väntar på svar'
  return `${lengthOf(clock.minutes)} ${clock.kind === 'late' ? 'för sent' : 'kvar'}`
}

/** The initials of a name: 'EE' for Eva Ek. */
export const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .filter(Boolean)
    .slice(0, 2)
    .join('')
