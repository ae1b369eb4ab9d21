import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'
import { stateName } from './fields.ts'

const TemplateOfState = z.object({
  state: z.string(),
  needsText: z.boolean(),
  text: z.string(),
  /** The text that comes with the portal. */
  standard: z.string(),
  /** Who changed it, and when; null if it is the portal's text. */
  changed: z.nullable(z.object({ by: z.nullable(z.string()), at: localDateTime })),
  version: z.int(),
})
export type TemplateOfState = z.infer<typeof TemplateOfState>

/** The templates of a queue's answers, by the state that an answer comes with. */
export const QueueTemplates = z.object({
  kind: z.string(),
  placeholders: z.array(z.string()),
  states: z.array(TemplateOfState),
})
export type QueueTemplates = z.infer<typeof QueueTemplates>
export const Templates = z.array(QueueTemplates)

export const SaveTemplate = z.strictObject({
  kind: z.string().check(z.maxLength(40, 'Kön finns inte')),
  state: stateName,
  /** Null restores the portal's text. */
  text: z.nullable(text({ max: 2000, label: 'Mallen' })),
  version: z.int('Ladda om sidan och försök igen.').check(z.nonnegative('Ladda om sidan och försök igen.')),
})
export type SaveTemplate = z.infer<typeof SaveTemplate>
