import * as z from 'zod/mini'
import { inReach, isoDate } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'
import { scale } from './rules.ts'

export const Certificate = z.object({
  linkFilename: z.string(),
  /** `…/<opaque>/<file name>`: what downloadfile takes. */
  url: z.string(),
  /** Bytes. */
  size: z.int(),
  /** When the file was last changed. */
  date: isoDate,
})
export type Certificate = z.infer<typeof Certificate>

const step = z.enum(scale, 'Måste anges')

export const NewEvaluation = z.strictObject({
  utbildningsort: text({ max: 200, min: 1, label: 'Utbildningsort', required: 'Utbildningsort måste anges' }),
  datum: inReach(isoDate),
  val1: step,
  val2: step,
  val3: step,
  val4: step,
  val5: step,
  val6: step,
  val7: step,
  val8: step,
  synpunkter: z.optional(text({ max: 4000, label: 'Synpunkter' })),
  ovrigt: z.optional(text({ max: 4000, label: 'Övrigt' })),
})
export type NewEvaluation = z.infer<typeof NewEvaluation>

/** An evaluation while it is being filled in: an empty text means that nothing is chosen yet. */
export type EvaluationForm = Record<keyof NewEvaluation, string>
