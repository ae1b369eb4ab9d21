import { getProfile } from '#platform/contract/profile.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { earlyAssignments } from '../../areas/assignments/web/early.ts'
import { earlyCrisis } from '../../areas/crisis/web/early.ts'

/** Calls without which a page cannot be rendered, made in parallel with the main script and not after it. Keep it at two calls per page. */
export const early: readonly EarlyParts[] = [{ calls: [{ call: getProfile }] }, earlyAssignments, earlyCrisis]
