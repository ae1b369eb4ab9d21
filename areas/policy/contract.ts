import * as z from 'zod/mini'
import { isoDate } from '#platform/contract/dates.ts'

export const PolicyDocument = z.object({
  filename: z.string(),
  /** Bytes. */
  size: z.int(),
  /** When it was last changed. */
  date: isoDate,
})
export type PolicyDocument = z.infer<typeof PolicyDocument>
export const PolicyDocuments = z.array(PolicyDocument)

/** A document's content, in base64. */
export const DocumentFile = z.string()
