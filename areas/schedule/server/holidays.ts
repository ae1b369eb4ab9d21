import Holidays from 'date-holidays'

/** A day's name is shown from the public holidays, and from the eves on which much of the traffic runs as on a holiday. */
const shown = new Set(['public', 'bank'])

const ofSweden = new Holidays('SE')
const years = new Map<number, readonly Holiday[]>()

interface Holiday {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** 'Långfredagen'. */
  readonly name: string
}

/** The Swedish holidays of a year, in order. */
function holidaysOf(year: number): readonly Holiday[] {
  const known = years.get(year)
  if (known) return known
  const found = ofSweden
    .getHolidays(year, 'sv')
    .filter(({ type }) => shown.has(type))
    .map(({ date, name }) => ({ date: date.slice(0, 10), name: name.charAt(0).toUpperCase() + name.slice(1) }))
  years.set(year, found)
  return found
}

/** The holidays from a day up to, not including, another of the same year or the next one's first. */
export function holidaysBetween(from: string, before: string): Holiday[] {
  return holidaysOf(Number(from.slice(0, 4))).filter(({ date }) => date >= from && date < before)
}
