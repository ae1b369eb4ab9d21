import * as z from 'zod/mini'
import { dayQuery } from '#platform/contract/dates.ts'

/** The ratio of the litres used to those that the same kind of bus uses on the same line; 1 is 100 %. Null if nothing was measured. */
const index = z.nullable(z.number())

export const EcoMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  index,
  km: z.number(),
})
export type EcoMonth = z.infer<typeof EcoMonth>

export const EcoHint = z.object({
  /** `advice`: something stands out. `even`: nothing does. `tooLittle`: too few trips to judge. */
  kind: z.enum(['advice', 'even', 'tooLittle']),
  text: z.string(),
})
export type EcoHint = z.infer<typeof EcoHint>

export const EcoOverview = z.object({
  ecoIndexDay: index,
  ecoIndexWeek: index,
  ecoIndexMonth: index,
  ecoIndexPrevMonth: index,
  /** 'i dag', 'i går', 'lördag 14 november': the labels of the day, week and month of the figures. */
  dayLabel: z.string(),
  weekLabel: z.string(),
  monthLabel: z.string(),
  /** The last day with trips; null if there are none. */
  latestDate: z.nullable(z.iso.date()),
  /** From the first month with figures to this one, gaps included. */
  months: z.array(EcoMonth),
  hint: EcoHint,
})
export type EcoOverview = z.infer<typeof EcoOverview>

export const EcoTripsQuery = z.object({ date: dayQuery })

export const EcoTrip = z.object({
  turbeskrivning: z.string(),
  fordonRegistreringsnummer: z.string(),
  /** The company's name for the vehicle, as in the other lists; empty if the number is unknown. */
  fordonStr: z.string(),
  ecoIndex: index,
  /** Kilometres. */
  distance: z.number(),
  /** Degrees Celsius. */
  outsideTemp: z.nullable(z.number()),
  /** Litres per mil: ten kilometres. */
  avgFuelUsed: z.nullable(z.number()),
})
export type EcoTrip = z.infer<typeof EcoTrip>
