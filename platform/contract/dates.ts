import * as z from 'zod/mini'

/** `YYYY-MM-DD`, a calendar date that exists. */
export const isoDate = z.iso.date('Datum har fel format')

/** Local wall-clock `YYYY-MM-DDTHH:mm:ss`, no offset: what a clock on the wall of the depot shows. */
export const localDateTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'Tid har fel format'))

/** A day as a query names it: a date, or an instant as a browser writes it, which `dateOf` resolves in the company's zone. */
export const dayQuery = z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })], 'Datum har fel format')

/** `HH:mm`, 00:00 to 23:59. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Tid har fel format'))

const digits = (pattern: RegExp, message: string) =>
  z.pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number))

/** `?year=2026&month=11`. The year's range moves with today, so the handler checks it: `isYearInRange` in wall-clock.ts. */
export const YearMonthQuery = z.object({
  year: digits(/^\d{4}$/, 'Felaktigt årtal'),
  month: digits(/^(0?[1-9]|1[0-2])$/, 'Felaktig månad'),
})
