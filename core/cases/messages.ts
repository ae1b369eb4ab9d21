import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { caseNumber, written } from './fields.ts'

// Apart from contract.ts, of which the employees' screens need nothing else.

/** What a reporter writes in an own case. */
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
  /** It is a question that waits for the reporter's answer. */
  asks: z.boolean(),
  text: z.string(),
})
export type Message = z.infer<typeof Message>

/** The latest that the office has written to an employee, or decided, about one thing of the employee's. */
export const OwnAnswer = z.object({
  /** By which it is remembered as seen. */
  key: z.string(),
  at: localDateTime,
  text: z.string(),
  /** Path of the page that shows it, below /dashboard. */
  page: z.string(),
})
export type OwnAnswer = z.infer<typeof OwnAnswer>
export const OwnAnswers = z.array(OwnAnswer)

/** The same key for the list of all answers and for the screen that shows this one. `answers`: how many there have been. */
export const answerKey = (kind: string, number: string, answers: number): string => `${kind}:${number}:${answers}`
