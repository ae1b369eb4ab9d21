import type { ContentType } from './contract/status.ts'

export const thanks = 'Tack för ditt svar.'
export const alreadySent = 'Du har redan skickat in ett svar.'

/** Results never distinguish groups smaller than this. */
export const SMALLEST_GROUP = 5

const driverPositions: ReadonlySet<string> = new Set([
  'Bussförare',
  'Busförare Linjetrafik',
  'Busförare Beställning',
  'Taxi- Sjukbilsförare',
])

/** An employee who drives gets the drivers' form, even with another position as well. */
export const contentTypeOf = (positions: readonly string[]): ContentType =>
  positions.some((position) => driverPositions.has(position)) ? 'forare' : 'tjansteman'

export interface Period {
  readonly opens: string
  readonly closes: string
}

/** Open through its last day. */
export const isOpen = ({ opens, closes }: Period, today: string): boolean => opens <= today && today <= closes

/** Whether the periods share a day. */
export const overlap = (one: Period, other: Period): boolean => one.opens <= other.closes && other.opens <= one.closes

/** The next 30 September, today included. */
export function nextClosing(today: string): string {
  const thisYear = `${today.slice(0, 4)}-09-30`
  return today <= thisYear ? thisYear : `${Number(today.slice(0, 4)) + 1}-09-30`
}
