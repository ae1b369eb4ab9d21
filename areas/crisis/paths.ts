import type { CrisisGuide } from '#platform/contract/variant.ts'

/** The path of 'Vid kris klicka här' on every host. */
export const mainPath = 'krishantering'

/** The path of each guide: a company has one guide; on hosts with both, B has its own path. */
export function pathsOf(guides: readonly CrisisGuide[]): readonly (readonly [CrisisGuide, string])[] {
  const [first = 'a', second] = guides
  return [[first, mainPath], ...(second ? ([[second, 'krishanteringvh']] as const) : [])]
}
