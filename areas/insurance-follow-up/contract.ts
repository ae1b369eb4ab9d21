import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** One of the employee's own cases. */
export const InsuranceCase = z.object({
  rubrik: z.string(),
  skapadDatum: localDateTime,
  fordonsskada: z.object({
    forsakringsKategori: z.string(),
    handelseBeskrivning: z.string(),
    /** Kronor; null until the workshop has settled it. */
    reparationskostnad: z.nullable(z.number()),
  }),
})
export type InsuranceCase = z.infer<typeof InsuranceCase>

export const FollowUp = z.object({
  resultList: z.array(InsuranceCase),
  /** Kronor of the employee's own cases. */
  totalPersonal: z.number(),
  /** Kronor of all cases in the employee's area: only the sum, which does not reveal whose cases they are. */
  totalDepa: z.number(),
})
export type FollowUp = z.infer<typeof FollowUp>
