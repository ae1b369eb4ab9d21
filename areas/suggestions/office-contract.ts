import * as z from 'zod/mini'
import { forSomebody } from '#core/cases/on-behalf.ts'
import { NewSuggestion } from './contract.ts'

/** A suggestion that the office enters for an employee who has called. */
export const SuggestionFor = z.extend(NewSuggestion, forSomebody)
export type SuggestionFor = z.infer<typeof SuggestionFor>

export const SuggestionEntered = z.object({
  number: z.string(),
  /** Whether the case is in the company of the employee who entered it; a suggestion may be addressed to any company. */
  here: z.boolean(),
})
export type SuggestionEntered = z.infer<typeof SuggestionEntered>
