import * as z from 'zod/mini'
import { isSearchable, longestSearch, SearchHit } from '#platform/contract/search.ts'
import { text } from '#platform/contract/text.ts'

const tooLittle = 'Skriv minst två tecken'

export const SearchQuery = z.object({
  q: text({ max: longestSearch, min: 1, label: 'Sökningen', required: tooLittle }).check(
    z.refine(isSearchable, tooLittle),
  ),
})

/** The hits of one kind, the best first. */
export const HitGroup = z.object({ slag: z.string(), traffar: z.array(SearchHit) })
export type HitGroup = z.infer<typeof HitGroup>

/** Only kinds with hits, in the order of the areas. */
export const Found = z.object({ grupper: z.array(HitGroup) })
export type Found = z.infer<typeof Found>
