import * as z from 'zod/mini'
import { SearchHit, searchText } from '#platform/contract/search.ts'
import { trueOrFalse } from '#platform/contract/true-or-false.ts'

export const SearchQuery = z.object({
  q: searchText(),
  /** Also among what is so old that it is looked through only when asked for. */
  aldre: z.optional(trueOrFalse()),
})

/** The hits of one kind, the best first. */
export const HitGroup = z.object({
  slag: z.string(),
  traffar: z.array(SearchHit),
  /** Older ones were not looked through: `aldre` in the query does. */
  aldre: z.optional(z.literal(true)),
})
export type HitGroup = z.infer<typeof HitGroup>

/** Only kinds with hits, or with older ones to look through, in the order of the areas. */
export const Found = z.object({ grupper: z.array(HitGroup) })
export type Found = z.infer<typeof Found>
