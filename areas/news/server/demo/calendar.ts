import { addDays, monthNames, weekdayOf, weekOf, yearMonthOf } from '#platform/contract/wall-clock.ts'

/** The dates in an article, all counted from the day on which it was published. */
export interface Calendar {
  /** The previous month, which is over: 'oktober'. */
  readonly lastMonth: string
  readonly nextMonth: string
  /** The last quarter that is over: 'Tredje kvartalet'. */
  readonly lastQuarter: string
  /** Whether the day is within a part of the year, 'MM-DD' to 'MM-DD', which may extend past New Year. */
  readonly within: (from: string, to: string) => boolean
  /** '13 december': the first such weekday at least `daysAhead` days ahead. */
  readonly next: (weekday: string, daysAhead: number) => string
  /** The month that is `months` months ahead: 'mars'. */
  readonly monthAhead: (months: number) => string
  readonly weekAhead: (days: number) => string
  readonly yearAhead: (years: number) => number
}

const nameOf = (month: number) => monthNames[(month + 11) % 12]?.toLowerCase() ?? ''
const quarters = ['Fjärde', 'Första', 'Andra', 'Tredje']

export function calendarOf(published: string): Calendar {
  const { year, month } = yearMonthOf(published)
  const monthAhead = (months: number) => nameOf(((month - 1 + months + 12) % 12) + 1)
  return {
    lastMonth: monthAhead(-1),
    nextMonth: monthAhead(1),
    lastQuarter: `${quarters[Math.floor((month - 1) / 3)]} kvartalet`,
    within(from, to) {
      const day = published.slice(5)
      return from <= to ? from <= day && day <= to : from <= day || day <= to
    },
    next(weekday, daysAhead) {
      let date = addDays(published, daysAhead)
      while (weekdayOf(date) !== weekday) date = addDays(date, 1)
      return `${Number(date.slice(8))} ${nameOf(yearMonthOf(date).month)}`
    },
    monthAhead,
    weekAhead: (days) => `vecka\u00a0${weekOf(addDays(published, days))}`,
    yearAhead: (years) => year + years,
  }
}
