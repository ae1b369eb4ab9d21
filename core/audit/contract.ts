import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** Somebody else has opened something sensitive about the employee, or has linked (or asked to link) an account that can open it. */
export const Opening = z.object({
  id: z.int(),
  at: localDateTime,
  /** Null for somebody who has been erased. A command of an operator has no name: a word stands for it. */
  by: z.nullable(z.string()),
  /** The role in which it was opened; null for the employee responsible for a report, who needs no role. */
  role: z.nullable(z.string()),
  /** The employee whose deputy opened it. */
  deputyFor: z.nullable(z.string()),
  /** Whether the role was taken in an emergency. */
  emergency: z.boolean(),
  /** Whether the opener saw the reporter, who was hidden. */
  revealed: z.boolean(),
  /** Whether the opener saw hidden parts of it. */
  uncovered: z.boolean(),
  /** Not null if nothing was opened, but an account was linked to the employee, or somebody has asked to link one. */
  account: z.nullable(z.enum(['asked', 'linked'])),
  /** For an account, the key by which the entry is remembered as seen. */
  key: z.nullable(z.string()),
  /** The kind of the opened thing, 'Avvikelse', and its number, 'A-1012'. */
  thing: z.string(),
  number: z.string(),
})
export type Opening = z.infer<typeof Opening>
