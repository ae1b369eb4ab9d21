import * as z from 'zod/mini'
import { isSearchable, longestSearch } from '#platform/contract/search.ts'
import { text } from '#platform/contract/text.ts'
import { CaseRow } from './contract.ts'

const tooLittle = 'Skriv minst två tecken'

export const CaseSearch = z.object({
  q: text({ max: longestSearch, min: 1, label: 'Sökningen', required: tooLittle }).check(
    z.refine(isSearchable, tooLittle),
  ),
})
export type CaseSearch = z.infer<typeof CaseSearch>

/** A case as a line, with the queue that it belongs to. */
const FoundCase = z.extend(CaseRow, { kind: z.string() })

/** The best first: the number that was typed, then open cases, then the newest. */
export const FoundCases = z.object({ rows: z.array(FoundCase), hasMore: z.boolean() })
export type FoundCases = z.infer<typeof FoundCases>
