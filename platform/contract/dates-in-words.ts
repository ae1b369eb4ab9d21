import { clockOf, dayAndDate, monthNames, yearMonthOf, type YearMonth } from './wall-clock.ts'

/** 'november 2026'. */
export function monthInWords({ year, month }: YearMonth): string {
  return `${monthNames[month - 1]?.toLowerCase()} ${year}`
}

/** '21 november 2026' for '2026-11-21'. */
export function dateInWords(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthInWords(yearMonthOf(date))}`
}

/** 'måndag 23 november kl. 05:12' for '2026-11-23T05:12:00'. */
export const dayAndTime = (time: string): string => `${dayAndDate(time.slice(0, 10))} kl. ${clockOf(time)}`
