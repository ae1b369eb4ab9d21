import type { CrisisGuide } from '#platform/contract/variant.ts'

/** Where 'Vid kris klicka här' leads on every host. */
export const mainPath = 'krishantering'

/** Which guide is at which path: a company has one of them; on hosts with both, B has an address of its own. */
export function pathsOf(guides: readonly CrisisGuide[]): readonly (readonly [CrisisGuide, string])[] {
  const [first = 'a', second] = guides
  return [[first, mainPath], ...(second ? ([[second, 'krishanteringvh']] as const) : [])]
}
