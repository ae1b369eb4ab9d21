import * as z from 'zod/mini'
import { SearchHit, searchText } from '#platform/contract/search.ts'
import { trueOrFalse } from '#platform/contract/true-or-false.ts'

export const SearchQuery = z.object({
  q: searchText(),
  /** Also searches things that are so old that they are searched only on request. */
  aldre: z.optional(trueOrFalse()),
})

/** The hits of one kind, the best first. */
export const HitGroup = z.object({
  slag: z.string(),
  traffar: z.array(SearchHit),
  /** Older ones were not searched: `aldre` in the query includes them. */
  aldre: z.optional(z.literal(true)),
})
export type HitGroup = z.infer<typeof HitGroup>

/** Only kinds that have hits, or older things still to search, in the order of the areas. */
export const Found = z.object({ grupper: z.array(HitGroup) })
export type Found = z.infer<typeof Found>
