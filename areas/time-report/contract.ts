import * as z from 'zod/mini'
import { Written } from '#core/cases/messages.ts'

export const TimeReport = z.object({
  id: z.int(),
  /** 'November 2026'. */
  period: z.string(),
  /** Duties of the period so far. */
  passCount: z.int(),
  status: z.enum(['Öppen', 'Inlämnad', 'Godkänd']),
  isSubmitted: z.boolean(),
  isApproved: z.boolean(),
  isRevertable: z.boolean(),
  /** What the office wrote when it returned the report. Not part of the specification. */
  aterlamnad: z.optional(z.string()),
  /**
   * What the office has written about this report and the employee's earlier ones, newest first, each with the period that it is about. Not
   * part of the specification.
   */
  meddelanden: z.optional(z.array(z.extend(Written, { period: z.string() }))),
})
export type TimeReport = z.infer<typeof TimeReport>
export const LatestTimeReport = z.nullable(TimeReport)

export const AcceptTimeReport = z.strictObject({
  TidrapportId: z.int('Ogiltig tidrapport').check(z.positive('Ogiltig tidrapport')),
  /** The state before the click: true withdraws the submission. */
  Undo: z.boolean('Måste vara sant eller falskt'),
})
export type AcceptTimeReport = z.infer<typeof AcceptTimeReport>

export const Submitted = z.object({ status: z.literal('OK'), isSubmitted: z.boolean() })
export type Submitted = z.infer<typeof Submitted>
