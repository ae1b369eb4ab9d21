import * as z from 'zod/mini'
import { inReach } from '#platform/contract/dates.ts'
import { outOfReach } from '#platform/contract/date-words.ts'

export const YearQuery = z.object({
  year: inReach(z.pipe(z.string(outOfReach).check(z.regex(/^\d{4}$/, outOfReach)), z.transform(Number))),
})
export type YearQuery = z.infer<typeof YearQuery>

/** The cases of a year that the employee sees, for the yearly follow-up of the work environment. */
export const YearSummary = z.object({
  kinds: z.array(
    z.object({
      category: z.string(),
      /** How many were reported, by month. */
      months: z.array(z.int()),
      serious: z.int(),
      ended: z.int(),
    }),
  ),
  /** Serious events and injuries: how many were reported to the authority, were assessed without a report, or wait. */
  authority: z.object({ reported: z.int(), assessed: z.int(), waiting: z.int() }),
  injuries: z.int(),
  investigations: z.int(),
  measures: z.object({ decided: z.int(), checked: z.int(), late: z.int() }),
  /** Measures that have not been checked, those due first on top. */
  open: z.array(z.object({ number: z.string(), measure: z.string(), due: z.iso.date(), late: z.boolean() })),
})
export type YearSummary = z.infer<typeof YearSummary>
