import { badDate, outOfReach } from '#platform/contract/date-words.ts'
import { isYearInRange } from '#platform/contract/wall-clock.ts'

/**
 * Whether the text is `YYYY-MM-DD` of a day that exists. It uses no schema library, because the first load has this
 * code.
 */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** What makes a date unusable for a request: it is not a date, or more than five years away. */
export function dateProblem(text: string, today: string): string | undefined {
  if (!isIsoDate(text)) return badDate
  return isYearInRange(Number(text.slice(0, 4)), today) ? undefined : outOfReach
}

/** Eight digits become a date: a phone's number pad has no hyphen. */
export function dateAsTyped(text: string): string {
  const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim())
  return digits ? `${digits[1]}-${digits[2]}-${digits[3]}` : text
}
