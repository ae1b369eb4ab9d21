import { getProfile } from '#platform/contract/profile.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { earlyAssignments } from '../../areas/assignments/web/early.ts'
import { earlyCrisis } from '../../areas/crisis/web/early.ts'

/**
 * The calls without which a page cannot be rendered. They are made in parallel with the main script, not after it. Keep it at two calls per
 * page.
 */
export const early: readonly EarlyParts[] = [{ calls: [{ call: getProfile }] }, earlyAssignments, earlyCrisis]
