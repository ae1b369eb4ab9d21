import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** Somebody else has opened what is sensitive about the employee, or linked an account by which it can be. */
export const Opening = z.object({
  id: z.int(),
  at: localDateTime,
  /** Null for somebody who has been erased. */
  by: z.nullable(z.string()),
  /** In which role; null for the responsible of a report, who needs none. */
  role: z.nullable(z.string()),
  /** Whose deputy. */
  deputyFor: z.nullable(z.string()),
  /** In a role that was taken in an emergency. */
  emergency: z.boolean(),
  /** He or she saw who had sent it, which was hidden. */
  revealed: z.boolean(),
  /** He or she saw what was hidden in it. */
  uncovered: z.boolean(),
  /** Nothing was opened: an account was linked to the employee, or somebody has asked to. */
  account: z.nullable(z.enum(['asked', 'linked'])),
  /** By which it is remembered as seen, of accounts. */
  key: z.nullable(z.string()),
  /** What it was: 'Avvikelse', and which: 'A-1012'. */
  thing: z.string(),
  number: z.string(),
})
export type Opening = z.infer<typeof Opening>
