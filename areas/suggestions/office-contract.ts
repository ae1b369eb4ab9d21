import * as z from 'zod/mini'
import { forSomebody } from '#core/cases/on-behalf.ts'
import { NewSuggestion } from './contract.ts'

/** The employee's own suggestion, written down by the office for somebody who has called. */
export const SuggestionFor = z.extend(NewSuggestion, forSomebody)
export type SuggestionFor = z.infer<typeof SuggestionFor>

export const SuggestionEntered = z.object({
  number: z.string(),
  /** Whether its case is in the own company: it may be addressed to any. */
  here: z.boolean(),
})
export type SuggestionEntered = z.infer<typeof SuggestionEntered>
