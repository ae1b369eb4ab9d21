import * as z from 'zod/mini'
import { searchText } from '#platform/contract/search.ts'
import { CaseRow } from './contract.ts'

export const CaseSearch = z.object({ q: searchText() })
export type CaseSearch = z.infer<typeof CaseSearch>

/** A case as a line, with the queue that it belongs to. */
const FoundCase = z.extend(CaseRow, { kind: z.string() })

/** The best first: the number that was typed, then open cases, then the newest. */
export const FoundCases = z.object({ rows: z.array(FoundCase), hasMore: z.boolean() })
export type FoundCases = z.infer<typeof FoundCases>
