import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { caseNumber, written } from './fields.ts'

// Separate from contract.ts, of which the employees' screens need nothing else.

/** What a reporter writes in his or her own case. */
export const Reply = z.strictObject({
  number: caseNumber,
  text: written,
})
export type Reply = z.infer<typeof Reply>

/** What is written to the reporter and by the reporter, as both see it. */
export const Message = z.object({
  at: localDateTime,
  /** Whether the reporter wrote it. */
  own: z.boolean(),
  /** Whether it is a question that waits for the reporter's answer. */
  asks: z.boolean(),
  text: z.string(),
})
export type Message = z.infer<typeof Message>

/** What the office has written to the reporter where nothing can be answered. */
export const Written = z.object({ at: localDateTime, text: z.string() })
export type Written = z.infer<typeof Written>

/** The office's latest message or decision about one thing of an employee. */
export const OwnAnswer = z.object({
  /** The key under which the page remembers the answer as seen. */
  key: z.string(),
  at: localDateTime,
  text: z.string(),
  /** What the office wrote in it or with it, if anything. */
  said: z.optional(z.string()),
  /** Path of the page that shows it, below /dashboard. */
  page: z.string(),
})
export type OwnAnswer = z.infer<typeof OwnAnswer>
export const OwnAnswers = z.array(OwnAnswer)

/** The key of an answer, which the list of all answers and the screen that shows it have in common. `answers`: how many there have been. */
export const answerKey = (kind: string, number: string, answers: number): string => `${kind}:${number}:${answers}`
