import * as z from 'zod/mini'
import { Message } from '#core/cases/messages.ts'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { text } from '#platform/contract/text.ts'
import { states } from './rules.ts'

export const Suggestion = z.object({
  id: z.int(),
  rubrik: z.string(),
  datumForslag: localDateTime,
  status: z.enum(states),
  skapadAv: z.string(),
  beskrivning: z.string(),
  /** The office's comments; may be empty. */
  kommentarer: z.string(),
  /** What is being done about it; may be empty. */
  atgarder: z.string(),
  /** Only on the employee's own suggestion: what the office has written to its author alone. Not part of the specification. */
  eget: z.optional(
    z.object({
      nummer: z.string(),
      meddelanden: z.array(Message),
      /** Who in the office has entered it, if not its author; otherwise null. */
      inskrivetAv: z.nullable(z.string()),
      /** The key under which the latest answer is marked as seen; null if there is no answer. */
      svar: z.nullable(z.string()),
    }),
  ),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Page 0 has the newest; rules.ts has the page size. */
export const SuggestionsQuery = z.object({
  page: z.optional(pageNumber),
})

export const noCompany = 'Bolag måste väljas'

export const NewSuggestion = z.strictObject({
  Rubrik: text({ max: 200, min: 1, label: 'Rubrik', required: 'Rubrik måste anges' }),
  /** Id of the company that it is addressed to: any of the group. */
  Bolag: text({ max: 60, min: 1, label: 'Bolag', required: noCompany }),
  Beskrivning: text({ max: 4000, min: 1, label: 'Beskrivning', required: 'Beskrivning måste anges' }),
})
export type NewSuggestion = z.infer<typeof NewSuggestion>
