import * as z from 'zod/mini'
import { SearchHit, searchText } from '#platform/contract/search.ts'

export const SearchQuery = z.object({ q: searchText() })

/** The hits of one kind, the best first. */
export const HitGroup = z.object({ slag: z.string(), traffar: z.array(SearchHit) })
export type HitGroup = z.infer<typeof HitGroup>

/** Only kinds with hits, in the order of the areas. */
export const Found = z.object({ grupper: z.array(HitGroup) })
export type Found = z.infer<typeof Found>
