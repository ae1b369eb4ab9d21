import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'

/** How far the office has come with it. */
const states = ['Nytt', 'Under utredning', 'Planerat', 'Genomfört', 'Avböjt'] as const

export const Suggestion = z.object({
  id: z.int(),
  rubrik: z.string(),
  datumForslag: localDateTime,
  status: z.enum(states),
  skapadAv: z.string(),
  beskrivning: z.string(),
  /** What the office says of it; empty where it has said nothing. */
  kommentarer: z.string(),
  /** What is being done; empty where nothing is. */
  atgarder: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** The first page is 0 and the newest; rules.ts says how long a page is. */
export const SuggestionsQuery = z.object({
  page: z.optional(z.pipe(z.string('Felaktig sida').check(z.regex(/^\d{1,4}$/, 'Felaktig sida')), z.transform(Number))),
})

export const noCompany = 'Bolag måste väljas'

export const NewSuggestion = z.strictObject({
  Rubrik: text({ max: 200, min: 1, label: 'Rubrik', required: 'Rubrik måste anges' }),
  /** Id of the company that it is meant for: any of the group. */
  Bolag: text({ max: 60, min: 1, label: 'Bolag', required: noCompany }),
  Beskrivning: text({ max: 4000, min: 1, label: 'Beskrivning', required: 'Beskrivning måste anges' }),
})
export type NewSuggestion = z.infer<typeof NewSuggestion>
