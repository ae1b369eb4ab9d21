import * as z from 'zod/mini'
import { isoDate } from '#platform/contract/dates.ts'

export const contentTypes = ['forare', 'tjansteman'] as const
export type ContentType = (typeof contentTypes)[number]

export const SurveyStatus = z.object({
  /** Whether it is open; answering does not change it. */
  datum: z.boolean(),
  contenttype: z.enum(contentTypes),
  /** The survey's year, and the first and the last day on which it accepts answers; null if the company has had no survey. */
  year: z.nullable(z.int()),
  opens: z.nullable(isoDate),
  closes: z.nullable(isoDate),
  /** The name of the head of the company, who signs the introduction. */
  head: z.nullable(z.string()),
})
export type SurveyStatus = z.infer<typeof SurveyStatus>

/** Answers by field. Which fields there are depends on the employee and the year: `schemaOf` in form.ts. */
export const SurveyAnswers = z.record(z.string(), z.unknown())
export type SurveyAnswers = Readonly<Record<string, unknown>>
