import { badDate, badTime, outOfReach } from './date-words.ts'
import * as z from 'zod/mini'

const reaching = new WeakSet()

/**
 * Marks a day or a year in a request that must be within five years of the current year. A schema does not know today's date, so the server
 * checks the marked fields after the schema: `fieldsInReach`.
 */
export function inReach<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  reaching.add(schema)
  return schema
}

/** The fields of a query or a body that `inReach` marks. */
export function fieldsInReach(schema: z.ZodMiniType | undefined): string[] {
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodMiniType>)
    .filter(([, field]) => reaching.has(field instanceof z.ZodMiniOptional ? field.def.innerType : field))
    .map(([name]) => name)
}

/** `YYYY-MM-DD`, a calendar date that exists. */
export const isoDate = z.iso.date(badDate)

/** Local wall-clock time `YYYY-MM-DDTHH:mm:ss` without an offset: what a clock at the depot shows. */
export const localDateTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, badTime))

/** Like `localDateTime`, with a date and a time of day that exist: for requests. */
export const existingTime = localDateTime.check(
  z.refine((time) => {
    const read = new Date(`${time}Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(time)
  }, badTime),
)

/** A day in a query: a date, or an instant as a browser writes it, which `dateOf` resolves in the company's time zone. */
export const dayQuery = inReach(z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })], badDate))

/** `HH:mm`, 00:00 to 23:59. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, badTime))

const digits = (pattern: RegExp, message: string) =>
  z.pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number))

/** `?year=2026&month=11`. */
export const YearMonthQuery = z.object({
  year: inReach(digits(/^\d{4}$/, outOfReach)),
  month: digits(/^(0?[1-9]|1[0-2])$/, 'Felaktig månad'),
})
