import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** A case of one's own. */
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
  /** Kronor of one's own cases. */
  totalPersonal: z.number(),
  /** Kronor of all cases of one's traffic area: a figure only, whose they are is nobody's business. */
  totalDepa: z.number(),
})
export type FollowUp = z.infer<typeof FollowUp>
